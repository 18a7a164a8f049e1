import MiniSearch, { type SearchOptions, type SearchResult } from 'minisearch';

const mostResults = 12;
/** A query with fewer results also gets pages that contain a part of it, or a similar word. */
const fewResults = 3;
/** A shorter word has no similar ones, and a shorter one still is not searched for alone. */
const [shortestSimilar, shortestAlone] = [5, 3];

/** The weight of pages that only list declarations. */
const least = 0.1;

/** Pages that list declarations, or are for the people who run the service, come after those of the public API. The first one that fits counts. */
const weights: readonly (readonly [page: RegExp, weight: number])[] = [
  [/^packages\/.*-api\./, least],
  [/^(?:admin|blocks)\//, 0.15],
  [/^packages\//, 0.25],
  // They differ in their example only.
  [/^webhooks\/\w+\./, 0.5],
  [/^(?:operate\/|connect\/|build\/|changelog)/, 0.6],
  [/^integrate\//, 1.5],
];

interface Found {
  readonly results: readonly SearchResult[];
  /** True if a page contains every word of the query. */
  readonly isComplete: boolean;
}

export interface SearchIndex {
  find(query: string): Found;
}

/** Creates the index of the site. */
export function createSearchIndex(documents: readonly SearchDocument[]): SearchIndex {
  const index = new MiniSearch<SearchDocument>({
    idField: 'u',
    fields: ['t', 'h', 'x', 'i'],
    storeFields: ['u', 't', 'h', 'x'],
    tokenize: wordsOf,
    searchOptions: {
      // The page itself goes before its sections.
      boostDocument: (id, _term, stored) => (stored?.['h'] === '' ? 2 : 1) * weightOf(String(id)),
      boost: { t: 4, h: 3, i: 9 },
      prefix: true,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  });
  index.addAll(documents);

  const similar: SearchOptions = {
    combineWith: 'OR',
    fuzzy: (word) => word.length >= shortestSimilar && 0.34,
    processTerm: (word) => word.length >= shortestAlone && word.toLowerCase(),
  };
  return {
    find(query) {
      const exact = index.search(query);
      const named = exact.filter(
        ({ id, t, h }) => weightOf(String(id)) > least && (h || t).toLowerCase() === query.toLowerCase(),
      );
      const known = new Set(exact.map(({ id }) => String(id)));
      const more =
        exact.length < fewResults ? index.search(query, similar).filter(({ id }) => !known.has(String(id))) : [];
      // A page or a section with the query as its title comes first, except for a declaration.
      return {
        results: [...new Set([...named, ...exact, ...more])].slice(0, mostResults),
        isComplete: exact.length > 0,
      };
    },
  };
}

function weightOf(address: string): number {
  return weights.find(([page]) => page.test(address))?.[1] ?? 1;
}

/** The words of a text. createLoan is found by create and by loan, too. */
function wordsOf(text: string): string[] {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => [word, ...partsOf(word)])
    .filter(Boolean);
}

function partsOf(word: string): string[] {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
  return parts.length > 1 ? parts : [];
}

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
