/**
 * Runs `npm run generate` if something that it reads or writes has changed since its last run. `npm ci` and each command that uses the
 * generated code run it first. `npm ci` changes no source: it leaves a source in openapi/ that is out of date to `npm run generate`.
 *
 * Writes  the generated files, and the digest of the last run to node_modules/.cache
 * Prints  to stderr what was written; nothing if nothing changed
 * Exits   1 if the contract does not compile
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOfFiles } from '../working-copy/working-copy.ts';
import { generatedFiles, generateInputs } from './generated-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const kept = join(root, 'node_modules/.cache/generate.sha256');
const digest = () => digestOfFiles(root, [...generateInputs, ...generatedFiles]);

if (!existsSync(kept) || readFileSync(kept, 'utf8') !== digest()) {
  const flags = process.env['npm_lifecycle_event'] === 'prepare' ? ['--keep-sources'] : [];
  const program = ['--conditions=@booking-service/source', join(import.meta.dirname, 'main.ts'), ...flags];
  const { status } = spawnSync(process.execPath, program, { stdio: ['ignore', process.stderr.fd, 'inherit'] });
  if (status === 0) {
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, digest());
  } else process.exitCode = 1;
}
