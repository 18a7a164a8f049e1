/** What holds the service to the contract, and was not written together with it. */
export interface Machine {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** What it prints where it is this machine itself that found something. Default: it ends with another code than 0. */
  readonly says?: RegExp;
}

const vitest = ['npx', 'vitest', 'run', '--bail=1', '--reporter=dot'] as const;

/** Each ends with 0 on a service that is as it should be. */
export const machines: readonly Machine[] = [
  { name: 'compiler', command: ['npx', 'tsc', '-p', 'packages/server'] },
  { name: 'server tests', command: [...vitest, '--project=server'] },
  { name: 'client tests', command: [...vitest, '--project=client*'] },
  { name: 'webhooks tests', command: [...vitest, '--project=webhooks', '--project=examples'] },
  // The tests that it runs would fail without it too: its own word counts.
  {
    name: 'Prism proxy',
    command: ['npm', 'run', 'test:prism', '--', '--bail=10'],
    says: /exchanges judged, [1-9]\d* violations/,
  },
  { name: 'Schemathesis', command: ['npm', 'run', 'test:fuzz'] },
];
