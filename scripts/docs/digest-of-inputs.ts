import { digestOfFiles } from '../working-copy/working-copy.ts';

/** The files that decide what the docs contain. Their code and their tools count, too. */
const inputs = [
  'docs/{integrate,connect,build,operate}/*.md',
  'deploy/**/*',
  'openapi/workflows/*',
  'openapi/released/*',
  'openapi/breaking-changes.yaml',
  'packages/*/{README,CHANGELOG}.md',
  'packages/*/package.json',
  'packages/*/src/**/*.ts',
  'packages/contract/src/generated/*.json',
  'packages/toolkit/src/docs/**/*',
  'scripts/docs/**/*',
  'scripts/workflows/*.ts',
  'package-lock.json',
];

/** Returns the digest of all inputs of the docs. */
export function digestOfInputs(root: string): string {
  return digestOfFiles(root, inputs);
}
