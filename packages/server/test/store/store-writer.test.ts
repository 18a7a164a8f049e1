/** The write thread: many calls share one commit, each has its own result, and none returns before the commit. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { noOrigin, randomId } from '@booking-service/kernel/contract';
import { BusyError } from '@booking-service/kernel/store';
// @boundaries-ignore a private part of the kernel
import { returnThread, takeThread } from '../../../kernel/src/store/sqlite/writer.ts';
import { createOrganization, openSqliteStore, type CreatedOrganization, type Store } from '../../src/index.ts';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { statementsModule } from '../../src/store/sqlite/sqlite-store.ts';
import { sqliteStatements } from '../../src/store/sqlite/sqlite-statements.ts';
import type { AcceptedBooking } from '../../src/store/store.ts';
import { testSealing } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

interface Opened extends AsyncDisposable {
  readonly folder: string;
  readonly store: Store;
  readonly organization: CreatedOrganization;
}

/** Opens a store in a new folder, with one organization. */
async function openStore(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const store = opened.use(openSqliteStore(folder, { sealing: testSealing }));
  const named = { name: 'Diner', webhook_url: 'https://diner.test/', test_allowance: 1_000_000 };
  const organization = await createOrganization(store, named, start);
  const running = opened.move();
  return { folder, store, organization, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function accepted({ organization_id }: CreatedOrganization): AcceptedBooking {
  const request = newBooking();
  const { booking, events } = openBooking(
    { id: randomId('bkg'), provider: 'sandbox', livemode: false, request },
    start,
  );
  const run = { step: 1, due_at: start.toISOString() };
  return {
    organization_id,
    booking,
    idempotency_key: undefined,
    events: toEvents(events, booking, { newId: randomId }),
    run,
  };
}

function several(count: number, organization: CreatedOrganization): AcceptedBooking[] {
  return Array.from({ length: count }, () => accepted(organization));
}

/** Counts the commits in the log: the last frame of a commit has the size of the database (SQLite's WAL format). */
function countCommits(folder: string): number {
  const log = readFileSync(join(folder, 'booking-service.db-wal'));
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

it('STA-12: commits concurrent creates together, and sequential creates separately', async () => {
  await using opened = await openStore();
  const { folder, store, organization } = opened;
  const before = countCommits(folder);
  const created = await Promise.all(several(32, organization).map((each) => store.createBooking(each)));
  expect(new Set(created.map(({ stored }) => stored.booking.id)).size).toBe(32);
  expect(countCommits(folder) - before).toBe(1);

  for (const each of several(3, organization)) await store.createBooking(each);
  expect(countCommits(folder) - before).toBe(4);
});

it('STA-12: undoes only the failed call of a commit', async () => {
  await using opened = await openStore();
  const { folder, store, organization } = opened;
  const [first, second, third] = several(3, organization);
  if (!first || !second || !third) throw new Error('There are three.');
  const broken = { ...second, events: first.events };
  const before = countCommits(folder);
  const results = await Promise.allSettled([first, broken, third].map((each) => store.createBooking(each)));

  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(results[1]).toMatchObject({
    reason: {
      code: 'ERR_SQLITE_ERROR',
      errcode: 1555,
      message: 'UNIQUE constraint failed: events.organization_id, events.id',
    },
  });
  expect(countCommits(folder) - before).toBe(1);
  expect(await store.findBooking({ ...first, id: first.booking.id })).toBeDefined();
  expect(await store.findBooking({ ...second, id: second.booking.id })).toBeUndefined();
  expect(await store.findBooking({ ...third, id: third.booking.id })).toBeDefined();
});

it('STA-12: makes no change whose lease is lost, and keeps the other calls of its commit', async () => {
  await using opened = await openStore();
  const { store, organization } = opened;
  const { stored: before } = await store.createBooking(accepted(organization));
  const other = accepted(organization);
  const finished = {
    booking_id: before.booking.id,
    organization_id: before.organization_id,
    provider: before.booking.provider,
    version: 1,
    step: 1,
    answer: undefined,
    changes: undefined,
    attempt: 1,
    began: before.booking.created,
    failing: undefined,
    lease_token: 'lease_lost',
    ...noOrigin,
  };
  const [changed] = await Promise.all([
    store.changeBooking({ before, booking: { ...before.booking, party_size: 9 }, events: [], finished }),
    store.createBooking(other),
  ]);
  expect(changed).toBeUndefined();
  expect(await store.findBooking({ ...before, id: before.booking.id })).toStrictEqual(before);
  expect(await store.findBooking({ ...other, id: other.booking.id })).toBeDefined();
});

it('STA-12: refuses only the call whose data cannot be cloned', async () => {
  await using opened = await openStore();
  const { store, organization } = opened;
  const [first, second] = several(2, organization);
  if (!first || !second) throw new Error('There are two.');
  const odd = { ...first, run: { step: 1, due_at: () => 1 } } as unknown as AcceptedBooking;
  const results = await Promise.allSettled([odd, second].map((each) => store.createBooking(each)));
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(await store.findBooking({ ...first, id: first.booking.id })).toBeUndefined();
  expect(await store.findBooking({ ...second, id: second.booking.id })).toBeDefined();
});

it('STA-12: makes writes in call order, and reads see every returned write', async () => {
  await using opened = await openStore();
  const { store, organization } = opened;
  const { organization_id } = organization;
  const seen = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      await store.setWebhookUrl(organization_id, `https://diner.test/${index}`);
      const found = await store.findOrganization(organization_id);
      // Later writes may be stored by then. Earlier ones are overwritten.
      return Number(/\d+$/.exec(found?.webhook_url ?? '')?.[0]) >= index;
    }),
  );
  expect(seen).not.toContain(false);
  expect(await store.findOrganization(organization_id)).toMatchObject({ webhook_url: 'https://diner.test/499' });
});

it('ERR-5: rejects a write with a BusyError while 4096 writes wait, and accepts later ones', async () => {
  await using opened = await openStore();
  const { store, organization } = opened;
  const write = () => store.setWebhookUrl(organization.organization_id, 'https://diner.test/busy');
  const results = await Promise.allSettled(Array.from({ length: 4100 }, write));
  expect(results.map(({ status }) => status).lastIndexOf('fulfilled')).toBe(4095);
  expect(results.slice(4096)).toEqual(
    Array.from({ length: 4 }, () => ({ status: 'rejected', reason: expect.any(BusyError) })),
  );
  await write();
});

it('STA-12: finishes earlier calls when it closes, and refuses later ones', async () => {
  await using opened = await openStore();
  const { folder, store, organization } = opened;
  const bookings = several(300, organization);
  const creates = bookings.map((each) => store.createBooking(each));
  const closed = store[Symbol.asyncDispose]();
  await expect(store.createBooking(accepted(organization))).rejects.toThrow('The store is closed.');
  await expect(store.findBooking({ organization_id: 'org_none', id: 'bkg_none' })).rejects.toThrow(
    'The store is closed.',
  );
  await closed;
  await store[Symbol.asyncDispose]();
  expect(await Promise.all(creates)).toHaveLength(300);

  await using reopened = openSqliteStore(folder, { sealing: testSealing });
  for (const made of bookings) expect(await reopened.findBooking({ ...made, id: made.booking.id })).toBeDefined();
});

it.each([
  { what: 'reads', call: (store: Store) => store.findBooking({ organization_id: 'org_none', id: 'bkg_none' }) },
  {
    what: 'counted requests',
    call: (store: Store) => store.admit({ digest: 'none', window_start: start.toISOString() }),
  },
  { what: 'writes', call: (store: Store) => store.setWebhookUrl('org_none', null) },
])('lets the event loop turn during a loop of $what', async ({ call }) => {
  await using opened = await openStore();
  const turned = new AbortController();
  const other = turn().then(() => turned.abort());
  let calls = 0;
  for (; !turned.signal.aborted && calls < 1000; calls += 1) await call(opened.store);
  expect(calls).toBeLessThan(1000);
  await other;
});

it('STA-12: writes to its own database in the thread that a closed store has left', async () => {
  const thread = takeThread(statementsModule);
  returnThread(thread, statementsModule);
  const first = await openStore();
  await first[Symbol.asyncDispose]();
  const kept = takeThread(statementsModule);
  expect(kept).toBe(thread);
  returnThread(kept, statementsModule);

  await using second = await openStore();
  await using third = await openStore();
  await Promise.all([
    second.store.setWebhookUrl(second.organization.organization_id, 'https://second.test/'),
    third.store.setWebhookUrl(third.organization.organization_id, 'https://third.test/'),
  ]);
  expect(await second.store.findOrganization(second.organization.organization_id)).toMatchObject({
    webhook_url: 'https://second.test/',
  });
  expect(await second.store.findOrganization(third.organization.organization_id)).toBeUndefined();
});

it('ORG-2 DLV-5: uses no attempt of a delivery if the signing secret does not open', async () => {
  await using opened = await openStore();
  const { folder, store, organization } = opened;
  const { organization_id } = organization;
  await store.createBooking(accepted(organization));
  using db = new DatabaseSync(join(folder, 'booking-service.db'));
  const { signing_secret } = db.prepare('SELECT signing_secret FROM organizations').get() ?? {};
  const put = db.prepare('UPDATE organizations SET signing_secret = ?');
  put.run('v1.damaged');
  const lease_until = new Date(start.getTime() + 60_000);
  const claim = { now: start, lease_until, lease_token: 'lease_a', limit: 10, organization_id };
  await expect(store.claimDeliveries(claim)).rejects.toThrow(`The sealed text of ${organization_id} has a form that`);
  put.run(signing_secret ?? null);
  expect(await store.claimDeliveries(claim)).toMatchObject([{ attempt: 1 }]);
});

it('has every method that runs SQL, and those that are made of several', async () => {
  await using opened = await openStore();
  using db = new DatabaseSync(join(opened.folder, 'booking-service.db'), { readOnly: true });
  const { reads, writes } = sqliteStatements(db);
  // The store that callers use has other methods in their place.
  const port = Object.keys({ ...reads, ...writes }).filter((name) => name !== 'insertBooking' && name !== 'runAudited');
  const composed = ['admit', 'audited', 'checkCode', 'countCall', 'createBooking', 'readResources', 'readUsage'];
  expect(Object.keys(opened.store).toSorted()).toEqual([...port, ...composed].toSorted());
  expect(Object.keys(reads).filter((name) => name in writes)).toEqual([]);
});
