/** What of the server's tests stays out of the run through Prism, and why. */
export const notRun: readonly {
  readonly files?: readonly string[];
  /** Of the tests, in any file. */
  readonly titles?: RegExp;
  readonly because: string;
}[] = [
  {
    titles: /postgres/i,
    because: 'what is tested on both engines is run on one: the wire does not tell them apart',
  },
  {
    titles:
      /LIM-4: (?:counts in the window that another instance|keeps one limit over several instances)|SES-4: shares the limit between two instances|AUT-7: refuses to transfer/,
    because: 'they need PostgreSQL',
  },
  {
    titles: /responds to HEAD on a GET route like to GET/,
    because: 'it compares lengths, and Prism writes the body of the GET anew',
  },
  {
    files: ['postgres-commands', 'postgres-instances', 'postgres-outage', 'postgres-store', 'transfer'],
    because: 'they need PostgreSQL',
  },
  {
    files: ['delivery-backlog', 'delivery-timeout', 'delivery-turns'],
    because: 'they are of what the service sends, and take a minute for the same few calls as others make',
  },
  {
    files: ['admin-server', 'store', 'store-leases', 'validate-memory'],
    because: 'their worlds are not called, or over sockets of their own',
  },
  {
    files: ['docs'],
    because: 'it is of the reference page, which the contract does not know',
  },
  {
    files: ['backup', 'organization-commands', 'store-folder', 'store-unwell', 'uncaught'],
    because: 'they are of processes beside the service',
  },
];

/** What the title of a test that is run fits. */
export const titleRun: RegExp = new RegExp(
  `^(?!.*(?:${notRun.flatMap(({ titles }) => titles?.source ?? []).join('|')}))`,
  'i',
);
