/** What becomes of the store, and of the service, when the thread that writes dies. */
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore, StoreError } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';
import { openFolder, portFlags, sandbox, startCommand } from '../support/server-process.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

it('STA-12: a writer that dies rejects every open call and each one after it; all that was answered is kept', async () => {
  await using folder = await openFolder();
  // Node tells of every thread that is made.
  const made = once(process, 'worker') as Promise<[Worker]>;
  const told: StoreError[] = [];
  const store = openSqliteStore(folder.path, { sealing: testSealing, onLost: (error) => told.push(error) });
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const [thread] = await made;

  using other = new DatabaseSync(join(folder.path, 'booking-service.db'));
  other.exec('BEGIN IMMEDIATE');
  const open = Promise.allSettled(
    Array.from({ length: 1000 }, () => store.setWebhookUrl(organization_id, 'https://diner.test/')),
  );
  // The calls are under way only after this turn; the thread waits for somebody else's transaction, and ends in that.
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
  expect(told).toEqual([expect.any(StoreError)]);

  await expect(store.setWebhookUrl(organization_id, null)).rejects.toThrow('has stopped');
  await expect(store.findOrganization(organization_id)).rejects.toThrow('has stopped');
  await expect(store.readMigration()).rejects.toThrow('has stopped');
  await store[Symbol.asyncDispose]();

  await using reopened = openSqliteStore(folder.path, { sealing: testSealing });
  expect(await reopened.findOrganization(organization_id)).toMatchObject({ id: organization_id });
});

it('STA-12: a service whose writer dies says so and exits with 1', { timeout: 60_000 }, async () => {
  await using folder = await openFolder();
  const deadly = `process.on('worker', (thread) => process.on('SIGUSR2', () => thread.terminate()))`;
  const nodeOptions = [`--import=data:text/javascript,${encodeURIComponent(deadly)}`];
  const args = [...sandbox, '--data', folder.path, ...(await portFlags())];
  await using service = startCommand(args, { nodeOptions });
  await service.printed('Stop: Ctrl-C');
  service.signal('SIGUSR2');
  const { code, stderr } = await service.ended;
  expect(code).toBe(1);
  expect(stderr).toContain('the store is lost, exits');
  expect(stderr).toContain('has stopped (it ended with 1). Restart the service. Every write that returned is stored.');
});
