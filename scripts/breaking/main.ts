/**
 * Compares the contract with the last released one: prints every change, and refuses changes that could break a caller or a
 * receiver (VER-2).
 *
 * Reads  packages/contract/src/generated/openapi.json, openapi/released/openapi.json.gz, openapi/breaking-changes.yaml.
 * Run    npm run contract:diff
 *        npm run contract:diff -- --revision FILE --base FILE --declared FILE    compares other files
 * Exits  0 if every breaking change is declared; 1 if one is not, or a declaration is out of date.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundledContractFile, readBundledContract, releasedContractFile } from '../contract/bundled-contract.ts';
import { judge, parseDeclarations } from './declarations.ts';
import { findBreakingChanges } from './find-breaking-changes.ts';
import { findingText } from './finding.ts';
import { readFlags } from '../programs/read-flags.ts';
import { changeTable, listChanges } from './list-changes.ts';

const { values: files } = readFlags({
  options: {
    base: { type: 'string', default: releasedContractFile },
    revision: { type: 'string', default: bundledContractFile },
    declared: { type: 'string', default: repositoryFile('openapi/breaking-changes.yaml') },
  },
});

const [base, revision] = [readBundledContract(files.base), readBundledContract(files.revision)];
const declarations = parseDeclarations(readFileSync(files.declared, 'utf8'));
const findings = await findBreakingChanges(base, revision);
const { refused, declared, stale } = judge(findings, declarations);

process.stdout.write(changeTable({ changes: listChanges(base, revision), findings }));
for (const { finding, reason } of declared) console.log(`${findingText(finding)}\n  Declared: ${reason}`);
for (const finding of refused) console.error(findingText(finding));
for (const { pointer } of stale) {
  console.error(`Nothing breaks at ${pointer}. Remove it from openapi/breaking-changes.yaml.`);
}
if (refused.length > 0) {
  console.error(
    `Undeclared breaking changes since the released contract ${base.info.version} (VER-2): ${refused.length}. Undo them, ` +
      'or declare each in openapi/breaking-changes.yaml with its pointer and the reason.',
  );
}
if (refused.length + stale.length > 0) process.exitCode = 1;
else {
  console.log(
    `No undeclared breaking changes since the released contract ${base.info.version}, ${declared.length} declared.`,
  );
}

function repositoryFile(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}
