/**
 * The generated code of the repository. Git ignores it: `npm ci` writes it, and the commands that use it write it again if something that
 * it is made from has changed.
 */
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The files that `npm run generate` writes besides the sources in openapi/. */
export const generatedFiles: readonly string[] = [
  'packages/*/src/generated/**/*',
  'packages/client/test/generated/**/*',
  'packages/contract/fixtures/*.json',
  'packages/server/src/operations/index.ts',
];

/** Returns the generated files of the repository, relative to its root. */
export function listGenerated(root: string): string[] {
  const entries = globSync([...generatedFiles], { cwd: root, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll('\\', '/')).toSorted();
}

/** The files that decide what `npm run generate` writes. Its code and its tools count, too. */
export const generateInputs: readonly string[] = [
  'openapi/**/*',
  'package-lock.json',
  'packages/*/package.json',
  'packages/client/src/lib/**/*.ts',
  'packages/kernel/src/http/{combinations,compile-contract,validate}.ts',
  'packages/toolkit/src/**/*.ts',
  'scripts/contract-files.ts',
  'scripts/generate/**/*.ts',
  'scripts/rules/**/*.ts',
  'toolkit.config.ts',
];
