/**
 * Writes every generated file: those of the toolkit, which toolkit.config.ts lists, and those that only this repository has.
 *
 * Reads   toolkit.config.ts with the contracts in openapi/, @octocloud/types, openapi/rules.yaml
 * Writes  beside the toolkit's files: the table of handlers, packages/server/src/operations/index.ts; the compiled contracts of
 *         packages/server/src/generated; octo.ts of the OCTO provider;
 *         rules.ts of the conformance check; zod.ts and the fixtures of the contract; event-catalogue.ts of the dashboard
 * Run     npm run generate             write what changed
 *         npm run generate -- --check  write nothing, exit 1 and list the outdated files
 *         npm run generate -- --keep-sources  write only what git ignores
 */
import { fileURLToPath } from 'node:url';
import { generate } from '@booking-service/toolkit/generate';
import { config } from '../contract-files.ts';
import { ownFiles, ownFolders } from './own-files.ts';

const { message, isStale } = await generate({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  config,
  isCheck: process.argv.includes('--check'),
  keepSources: process.argv.includes('--keep-sources'),
  own: ownFiles,
  ownFolders,
});
if (isStale) {
  console.error(message);
  process.exitCode = 1;
} else console.log(message);
