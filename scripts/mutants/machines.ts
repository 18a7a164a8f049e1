/** A tool that checks the service against the contract. */
export interface Machine {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  /** Matches the output if the machine itself found the fault. Default: an exit code other than 0 means found. */
  readonly foundPattern?: RegExp;
}

const vitest = ['npx', 'vitest', 'run', '--bail=1', '--reporter=dot'] as const;

/** Each machine exits with 0 if the service has no fault. */
export const machines: readonly Machine[] = [
  { name: 'compiler', command: ['npx', 'tsc', '-p', 'packages/server'] },
  { name: 'server tests', command: [...vitest, '--project=server'] },
  { name: 'client tests', command: [...vitest, '--project=client*'] },
  { name: 'webhooks tests', command: [...vitest, '--project=webhooks', '--project=examples'] },
  // The server tests that it runs also fail without Prism, so only Prism's own findings count.
  {
    name: 'Prism proxy',
    command: ['npm', 'run', 'test:prism', '--', '--bail=10'],
    foundPattern: /exchanges judged, [1-9]\d* violations/,
  },
  { name: 'Schemathesis', command: ['npm', 'run', 'test:fuzz'] },
];
