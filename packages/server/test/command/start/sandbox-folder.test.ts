/** Runs booking-service serve --sandbox as a process on folders of several kinds. */
import { readFileSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { bytesOf, createDatabase, environment, lineOf, prepare } from '../../support/processes/served.ts';
import {
  openFolder,
  portFlags,
  runCommand,
  runHere,
  sandbox,
  startCommand,
  startService as startSandbox,
} from '../../support/processes/server-process.ts';

describe('a sandbox', () => {
  it('prints npm start in its lines after npm start', async () => {
    await using folder = await openFolder();
    const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
    await using command = startCommand(args, { environment: { npm_lifecycle_event: 'start' } });
    expect(await command.printed('Stop: Ctrl-C')).toContain('Faster webhooks: npm start -- --tick 2 ');
    const second = await runCommand(
      [...sandbox, '--data', `${folder.path}/booking-service.db/x`, ...(await portFlags())],
      {
        environment: { npm_lifecycle_event: 'start' },
      },
    );
    expect(lineOf(second)).toContain('Choose a folder that this user can write: npm start -- --data FOLDER');
  });

  it(
    'ORG-2: keeps its sealing key in a file that only its owner reads, and ignores the environment',
    { tags: ['needs-posix'] },
    async () => {
      await using folder = await openFolder();
      const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
      await using first = startCommand(args, { environment });
      await first.printed('Stop: Ctrl-C');
      const file = join(folder.path, 'sandbox-sealing.key');
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
      const key = readFileSync(file, 'utf8').trim();
      expect(Buffer.from(key, 'base64')).toHaveLength(32);
      expect(key).not.toBe(environment.BOOKING_SERVICE_SEALING_KEY);
      await first.end('SIGTERM');
      await using second = await startSandbox(folder.path);
      expect(second.welcome).toContain('Test key');
      expect(readFileSync(file, 'utf8').trim()).toBe(key);
    },
  );

  it.each([
    {
      what: 'is missing',
      text: undefined,
      message: 'is sealed, but FILE is missing. Restore the file from a copy, or choose another',
    },
    {
      what: 'is damaged',
      text: 'short',
      message: 'FILE is damaged. Restore it from a copy, or choose another data folder.',
    },
    {
      what: 'has another key',
      text: Buffer.alloc(32, 1).toString('base64'),
      message: 'are sealed with another key than the one given.',
    },
  ])('ORG-2: refuses a key file that $what and changes nothing', async ({ text, message }) => {
    await using folder = await openFolder();
    await using first = await startSandbox(folder.path);
    await first.end('SIGTERM');
    const file = join(folder.path, 'sandbox-sealing.key');
    if (text === undefined) await rm(file);
    else await writeFile(file, text);
    const before = bytesOf(folder.path);
    const line = lineOf(await runHere([...sandbox, '--data', folder.path, ...(await portFlags())]));
    expect(line).toContain(message.replace('FILE', file));
    expect(bytesOf(folder.path)).toEqual(before);
  });

  it('does not change the database of a service', async () => {
    await using prepared = await prepare();
    await createDatabase(prepared.data);
    const before = bytesOf(prepared.data);
    const line = lineOf(await runHere([...sandbox, '--data', prepared.data, ...(await portFlags())]));
    expect(line).toContain('is sealed, but');
    expect(bytesOf(prepared.data)).toEqual(before);
    using db = new DatabaseSync(join(prepared.data, 'booking-service.db'));
    expect(db.prepare('SELECT name FROM organizations').all()).toEqual([{ name: 'Diner' }]);
  });
});
