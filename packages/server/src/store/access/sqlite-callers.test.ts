import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { createManualClock, type ManualClock } from '@booking-service/kernel/testing';
// @boundaries-ignore a private part of the kernel
import {
  cacheCallers,
  openRateWindows,
  type RateWindows,
  sqliteCallers,
} from '../../../../kernel/src/store/access/sqlite.ts';
import { createOrganization } from '../../admin/organizations/create-organization.ts';
import { testSealing } from '../../testing/world.ts';
import type { Store } from '../store.ts';
import { openSqliteStore } from '../sqlite/sqlite-store.ts';
import { statSync } from 'node:fs';

const start = new Date('2026-11-21T09:30:00.000Z');

interface Opened extends AsyncDisposable {
  readonly store: Store;
  readonly other: DatabaseSync;
  /** The connection of the cache. */
  readonly readOnly: DatabaseSync;
  readonly digest: string;
  readonly organization_id: string;
  readonly key_id: string;
  readonly findCaller: Store['authenticate'];
  /** The number of queries since the last call. */
  readonly queries: () => number;
}

/** Opens a store with one organization, and the cache on a read-only connection of its own. */
async function open(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const { keys, organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  const digest = apiKeyDigest(keys.test);
  const file = join(folder, 'booking-service.db');
  const other = opened.use(new DatabaseSync(file));
  const db = opened.use(new DatabaseSync(file, { readOnly: true }));
  const { reads } = sqliteCallers(db);
  let count = 0;
  const findCaller = cacheCallers(db, async (wanted) => {
    count += 1;
    return reads.authenticate(wanted);
  });
  const key_id = (await findCaller(digest))?.key.id ?? '';
  count = 0;
  const running = opened.move();
  return {
    store,
    other,
    readOnly: db,
    digest,
    organization_id,
    key_id,
    findCaller,
    queries: () => [count, (count = 0)][0] ?? 0,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

it('AUT-7: queries a caller once until the next commit', async () => {
  await using opened = await open();
  const { findCaller, digest, other, queries } = opened;
  const [first, second] = [await findCaller(digest), await findCaller(digest)];
  expect(second).toBe(first);
  expect(queries()).toBe(0);
  other.exec(`UPDATE organizations SET rate_limit = 7`);
  expect((await findCaller(digest))?.organization.rate_limit).toBe(7);
  await findCaller(digest);
  expect(queries()).toBe(1);
});

it.each<{ by: string; revoke: (opened: Opened) => Promise<unknown> }>([
  {
    by: 'the write thread',
    revoke: ({ store, organization_id, key_id: id }) => store.revokeApiKey({ organization_id, id }, start),
  },
  {
    by: 'another connection',
    revoke: async ({ other, key_id }) =>
      other.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ?').run(start.toISOString(), key_id),
  },
])('AUT-7: finds no owner of a key after $by has revoked it', async ({ revoke }) => {
  await using opened = await open();
  expect(await opened.findCaller(opened.digest)).toBeDefined();
  await revoke(opened);
  expect(await opened.findCaller(opened.digest)).toBeUndefined();
});

it('AUT-7: does not keep a caller that was found before another lookup saw a commit', async () => {
  await using opened = await open();
  const { digest, other, readOnly } = opened;
  const { reads } = sqliteCallers(readOnly);
  const waiting = Promise.withResolvers<void>();
  const lookups = [waiting.promise];
  const findCaller = cacheCallers(readOnly, async (wanted) => {
    const caller = await reads.authenticate(wanted);
    await lookups.shift();
    return caller;
  });
  const early = findCaller(digest);
  other.exec('UPDATE organizations SET rate_limit = 7');
  expect(await findCaller('unknown')).toBeUndefined();
  waiting.resolve();
  expect((await early)?.organization.rate_limit).not.toBe(7);
  expect((await findCaller(digest))?.organization.rate_limit).toBe(7);
});

it('AUT-7: keeps a bounded number of callers', async () => {
  await using opened = await open();
  const { digest, readOnly } = opened;
  const caller = await sqliteCallers(readOnly).reads.authenticate(digest);
  let count = 0;
  const findCaller = cacheCallers(readOnly, async () => {
    count += 1;
    return caller;
  });
  const lookUp = async (digests: number) => {
    for (let index = 0; index < digests; index += 1) await findCaller(String(index));
    return count;
  };
  expect(await lookUp(10_001)).toBe(10_001);
  expect(await lookUp(1)).toBe(10_002);
});

it('AUT-7: does not keep unknown keys', async () => {
  await using opened = await open();
  await opened.findCaller('unknown');
  await opened.findCaller('unknown');
  expect(opened.queries()).toBe(2);
});

const window_start = '2026-11-21T09:30:00.000Z';

interface OpenedWindows extends AsyncDisposable {
  readonly file: string;
  readonly clock: ManualClock;
  readonly windows: RateWindows;
}

async function openWindows(): Promise<OpenedWindows> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const file = join(folder, 'rate-windows.db');
  const clock = createManualClock(new Date(window_start));
  const windows = opened.use(openRateWindows(file, clock));
  const running = opened.move();
  return { file, clock, windows, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function countRequest(
  { windows }: Pick<OpenedWindows, 'windows'>,
  organization_id = 'org_1',
  window = window_start,
): number {
  return windows.countCall({ organization_id, window_start: window, limit: 1_000_000 });
}

/** Counts one more request as a new process would, which has only the file. */
function countAfterKill({ file, clock }: OpenedWindows, organization_id = 'org_1'): number {
  using windows = openRateWindows(file, clock);
  return countRequest({ windows }, organization_id);
}

it('LIM-1: has every count in the file 200 ms later, so that a kill loses no older count', async () => {
  await using opened = await openWindows();
  for (const organization_id of ['org_1', 'org_1', 'org_2']) countRequest(opened, organization_id);
  await opened.clock.advance(199);
  expect(countAfterKill(opened)).toBe(1);
  await opened.clock.advance(1);
  expect([countAfterKill(opened), countAfterKill(opened, 'org_2')]).toEqual([3, 2]);

  countRequest(opened);
  await opened.clock.advance(200);
  expect(countAfterKill(opened)).toBe(4);
});

it('LIM-1: has every count in the file when it is closed', async () => {
  await using opened = await openWindows();
  const { file, clock } = opened;
  {
    using windows = openRateWindows(file, clock);
    expect([countRequest({ windows }), countRequest({ windows })]).toEqual([1, 2]);
  }
  await clock.advance(1000);
  expect(countAfterKill(opened)).toBe(3);
});

it('LIM-4 LIM-8: writes no count of an earlier window into a later one, and removes those of earlier ones', async () => {
  await using opened = await openWindows();
  countRequest(opened, 'org_3');
  await opened.clock.advance(200);
  for (const organization_id of ['org_1', 'org_1', 'org_2']) countRequest(opened, organization_id);
  expect(countRequest(opened, 'org_2', '2026-11-21T09:35:00.000Z')).toBe(1);
  await opened.clock.advance(200);
  using db = new DatabaseSync(opened.file);
  expect(db.prepare('SELECT * FROM rate_windows').all()).toEqual([
    { organization_id: 'org_2', name: 'requests', window_start: '2026-11-21T09:35:00.000Z', calls: 1 },
  ]);
});

it('LIM-3: keeps counts that cannot be written, and writes them after the next count', async () => {
  await using opened = await openWindows();
  {
    using other = new DatabaseSync(opened.file);
    other.exec('BEGIN IMMEDIATE');
    countRequest(opened);
    await opened.clock.advance(200);
    other.exec('ROLLBACK');
  }
  expect(countRequest(opened, 'org_2')).toBe(1);
  await opened.clock.advance(200);
  expect([countAfterKill(opened), countAfterKill(opened, 'org_2')]).toEqual([2, 2]);
});

it('STA-12: keeps the log small over 5,000 flushes', async () => {
  await using opened = await openWindows();
  for (let flushes = 0; flushes < 5000; flushes += 1) {
    countRequest(opened);
    await opened.clock.advance(200);
  }
  // Twice the 4 MB of limitLogSize, because one commit may exceed that limit.
  expect(statSync(`${opened.file}-wal`).size).toBeLessThan(8 * 1024 * 1024);
  expect(countAfterKill(opened)).toBe(5001);
});
