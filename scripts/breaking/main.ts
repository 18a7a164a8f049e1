/**
 * Compares the contract with the last released one: prints every change, and refuses what could break a caller or a
 * receiver (VER-2).
 *
 * Reads  packages/contract/src/generated/openapi.json, openapi/released/openapi.json, openapi/breaking-changes.yaml.
 * Run    npm run contract:diff
 *        npm run contract:diff -- --revision FILE --base FILE --declared FILE    compares others
 * Exits  0 where nothing breaks that is not declared; 1 where something does, or a declaration is out of date.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { changeTable } from './change-table.ts';
import { readContract } from './contract.ts';
import { judge, parseDeclarations } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { findingText } from './finding.ts';
import { listChanges } from './list-changes.ts';

const { values: files } = parseArgs({
  options: {
    base: { type: 'string', default: repositoryFile('openapi/released/openapi.json') },
    revision: { type: 'string', default: repositoryFile('packages/contract/src/generated/openapi.json') },
    declared: { type: 'string', default: repositoryFile('openapi/breaking-changes.yaml') },
  },
});

const [base, revision] = [readContract(files.base), readContract(files.revision)];
const declarations = parseDeclarations(readFileSync(files.declared, 'utf8'));
const findings = await findBreakingChanges(base, revision);
const { refused, declared, stale } = judge(findings, declarations);

process.stdout.write(changeTable({ changes: listChanges(base, revision), findings }));
for (const { finding, reason } of declared) console.log(`${findingText(finding)}\n  Declared: ${reason}`);
for (const finding of refused) console.error(findingText(finding));
for (const { pointer } of stale) {
  console.error(`Nothing breaks at ${pointer}: take it out of openapi/breaking-changes.yaml.`);
}
if (refused.length > 0) {
  console.error(
    `${refused.length} breaking since the released contract ${base.info.version} (VER-2): take back what is not meant, ` +
      'and declare what is, with its pointer and the reason, in openapi/breaking-changes.yaml.',
  );
}
if (refused.length + stale.length > 0) process.exitCode = 1;
else {
  const nothing = declared.length > 0 ? 'Nothing else' : 'Nothing';
  console.log(`${nothing} breaks since the released contract ${base.info.version}, ${declared.length} declared.`);
}

function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
