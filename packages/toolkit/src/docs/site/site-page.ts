/** A page of the site, before it becomes HTML. */
export interface SitePage {
  /** Its place in the site, without an extension: `integrate/quickstart`. */
  readonly path: string;
  /**
   * Begins with its title, `# Quickstart`. A link to another page is `site:errors/not_found`, or, in a page of the repository, the
   * relative path of a file.
   */
  readonly markdown: string;
  /** The file of the repository that it shows, to which its links are relative: `docs/integrate/quickstart.md`. */
  readonly source?: string;
}

/** A group of the navigation. */
export interface PageGroup {
  readonly title: string;
  /** The purpose of the group in one sentence, for programs that choose a page (llms.txt). */
  readonly summary: string;
  /** In the order of the navigation. */
  readonly pages: readonly SitePage[];
  /** Pages that the navigation does not list, because a page of the group does. */
  readonly furtherPages?: readonly SitePage[];
}

/** The title of a page: its first heading, without marks. */
export function titleOf({ path, markdown }: SitePage): string {
  const title = /^# (.+)$/m.exec(markdown)?.[1];
  if (title === undefined) throw new Error(`The page ${path} has no title.`);
  return title.replaceAll('`', '');
}

/** The first paragraph of a page, as plain text. '' if the page begins with something else. Code before it, such as a path, is left out. */
export function summaryOf({ markdown }: SitePage): string {
  const paragraph = /^# .+\n\n(?:```[^]*?\n```\n\n)?((?:(?!#|\||<|- |```)[^\n]+\n?)+)/m.exec(markdown)?.[1] ?? '';
  return paragraph
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/(?<!\w)_([^_]+)_(?!\w)/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
