/** The store and the service after the death of the write thread. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore, StoreError } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { statementsModule } from '../../src/store/sqlite/sqlite-store.ts';
import { returnThread, takeThread } from '../../../kernel/src/store/sqlite/writer.ts';
import { openFolder, portFlags, sandbox, startCommand } from '../support/processes/server-process.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

it('STA-12: rejects every open and later call when the write thread dies, and keeps every returned write', async () => {
  await using folder = await openFolder();
  // The store takes the thread that was returned last.
  const thread = takeThread(statementsModule);
  returnThread(thread, statementsModule);
  const reported: StoreError[] = [];
  const store = openSqliteStore(folder.path, { sealing: testSealing, onLost: (error) => reported.push(error) });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);

  using other = new DatabaseSync(join(folder.path, 'booking-service.db'));
  other.exec('BEGIN IMMEDIATE');
  const open = Promise.allSettled(
    Array.from({ length: 1000 }, () => store.setWebhookUrl(organization_id, 'https://diner.test/')),
  );
  // The calls start only after this turn. The thread waits for another program's transaction and ends while it waits.
  await new Promise((sent) => process.nextTick(sent));
  const ended = thread.terminate();
  other.exec('ROLLBACK');
  const results = await open;
  await ended;
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(lost.length).toBeGreaterThan(0);
  expect(new Set(lost).size).toBe(1);
  expect(lost[0]).toMatch(
    /^StoreError: The thread that writes to .* has stopped \(it ended with 1\)\. Restart the service/,
  );
  expect(reported).toEqual([expect.any(StoreError)]);

  await expect(store.setWebhookUrl(organization_id, null)).rejects.toThrow('has stopped');
  await expect(store.findOrganization(organization_id)).rejects.toThrow('has stopped');
  await expect(store.readMigration()).rejects.toThrow('has stopped');
  await store[Symbol.asyncDispose]();

  await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
  expect(await reopened.findOrganization(organization_id)).toMatchObject({ id: organization_id });
});

it('STA-12: logs the death of the write thread and exits with 1', { timeout: 240_000 }, async () => {
  await using folder = await openFolder();
  const deadly = `process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))`;
  const nodeOptions = [`--import=data:text/javascript,${encodeURIComponent(deadly)}`];
  const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
  await using service = startCommand(args, { nodeOptions });
  await service.printed('Stop: Ctrl-C');
  service.signal('SIGUSR2');
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('the store is lost; exiting');
  expect(stderr).toContain('has stopped (it ended with 1). Restart the service. Every write that returned is stored.');
});
