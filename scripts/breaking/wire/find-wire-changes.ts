import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { BundledContract } from '../../contract/bundled-contract.ts';
import type { Finding } from '../finding.ts';
import { isNarrowedResponse } from './is-narrowed-response.ts';
import { judgeWireChange, type WireChange } from './judge-wire-change.ts';
import { wireDocument } from './wire-document.ts';

const redocly = fileURLToPath(new URL('../../../node_modules/@redocly/cli/bin/cli.js', import.meta.url));
const config = fileURLToPath(new URL('../../../openapi/redocly.yaml', import.meta.url));
const run = promisify(execFile);

/**
 * Returns each breaking change that plain OpenAPI expresses: of paths, webhooks, schemas, headers and security.
 *
 * @throws if Redocly cannot read one of the contracts.
 */
export async function findWireChanges(base: BundledContract, revision: BundledContract): Promise<Finding[]> {
  const [before, after] = [wireDocument(base), wireDocument(revision)];
  if (isDeepStrictEqual(before, after)) return [];
  const folder = await mkdtemp(join(tmpdir(), 'breaking-'));
  const [baseFile, revisionFile] = [join(folder, 'base.json'), join(folder, 'revision.json')];
  const report = join(folder, 'report.json');
  try {
    await Promise.all([writeFile(baseFile, JSON.stringify(before)), writeFile(revisionFile, JSON.stringify(after))]);
    const flags = ['--config', config, '--format', 'json', '--fail-on', 'none', '--output', report];
    await run(process.execPath, [redocly, 'diff', baseFile, revisionFile, ...flags]);
    const { changes } = JSON.parse(await readFile(report, 'utf8')) as { changes: WireChange[] };
    return changes.filter((change) => !isNarrowedResponse(change, revision)).flatMap(judgeWireChange);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
