/** The server's tests that do not run through Prism, with the reason. */
export const excludedTests: readonly {
  readonly files?: readonly string[];
  /** Matches test titles in any file. */
  readonly titles?: RegExp;
  readonly because: string;
}[] = [
  {
    titles: /postgres/i,
    because: 'tests of both engines run on one engine here: the wire is the same',
  },
  {
    titles:
      /LIM-4: (?:counts in the window that another instance|keeps one limit over several instances)|SES-4: shares the limit between two instances|LIM-9: serves a share of the reads|AUT-7: refuses to transfer/,
    because: 'they need PostgreSQL',
  },
  {
    titles: /responds to HEAD on a GET route like to GET/,
    because: 'it compares body lengths, and Prism serializes the body of the GET again',
  },
  {
    files: ['validate-memory'],
    because: 'it sends no requests',
  },
  {
    files: ['docs'],
    because: 'it tests the reference page, which is not part of the contract',
  },
];

/** Matches the titles of the tests that run. */
export const includedTitle: RegExp = new RegExp(
  `^(?!.*(?:${excludedTests.flatMap(({ titles }) => titles?.source ?? []).join('|')}))`,
  'i',
);
