/** A section of a page, as the search finds it. The names are short because the file has many of them. */
export interface SearchDocument {
  /** The address in the site: `integrate/errors.html#retries`. */
  readonly u: string;
  /** The title of the page. */
  readonly t: string;
  /** The heading of the section. '' before the first one. */
  readonly h: string;
  readonly x: string;
  /** The id of the operation that the section describes. Absent if it describes none. */
  readonly i?: string;
}
