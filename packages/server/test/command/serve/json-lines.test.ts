/**
 * Standard error of `serve`: one JSON object in each line, so that jq reads all of it.
 *
 * @module-tag needs-posix
 */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase, goodModule, prepare, serve } from '../../support/processes/served.ts';

it('serve logs its warnings about files with secrets, and those of Node.js and of providers', async () => {
  await using prepared = await prepare(
    `process.emitWarning('The supplier is old.', 'DeprecationWarning');${goodModule}`,
  );
  await createDatabase(prepared.data);
  const config = join(prepared.data, '../config.json');
  await writeFile(config, JSON.stringify({ alert_url: 'https://alerts.test/token' }));
  await chmod(config, 0o644);
  await using service = await serve(prepared, '--config', config);
  const { stderr } = await service.end('SIGTERM');
  const lines = stderr.trimEnd().split('\n');
  const level = 'warn';
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ level, msg: expect.stringContaining(`${config} contains a secret`) }),
      expect.objectContaining({
        level,
        code: 'node_warning',
        err: expect.objectContaining({ type: 'DeprecationWarning', message: 'The supplier is old.' }),
      }),
    ]),
  );
});
