/**
 * The documents as they are served and published, with the rules `recommended-strict` of Redocly alone: the project's own configuration is not read.
 *
 * @module-tag slow
 */
import { execFile } from 'node:child_process';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const redocly = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
const run = promisify(execFile);

it.each(['openapi', 'admin', 'provider', 'card-service'])(
  '%s.json has no problem',
  { timeout: 120_000 },
  async (name) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'redocly-'));
    const config = join(folder.path, 'redocly.yaml');
    await writeFile(config, 'telemetry: off\nextends: [recommended-strict]\n');
    const document = fileURLToPath(import.meta.resolve(`@booking-service/contract/${name}.json`));
    const args = [redocly, 'lint', document, '--config', config, '--format=json'];
    // It exits with 1 if it finds errors.
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 28 }).catch(
      (error: { stdout: string }) => error,
    );
    const { problems, totals } = JSON.parse(stdout) as {
      readonly problems: readonly object[];
      readonly totals: object;
    };
    expect(problems).toEqual([]);
    expect(totals).toEqual({ errors: 0, warnings: 0, ignored: 0 });
  },
);
