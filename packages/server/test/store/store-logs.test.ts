/** The write-ahead logs of the embedded store stay small in a long-running service. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { createOrganization, openSqliteStore, type CreatedOrganization, type Store } from '../../src/index.ts';
import { apiKeyDigest, randomId } from '@booking-service/kernel/contract';
import { openBooking, toEvents } from '../../src/domain/booking.ts';
import { testSealing } from '../../src/testing.ts';
import { openFolder } from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
/** Twice the 4 MB of limitLogSize, because one commit may exceed that limit. */
const maxLog_bytes = 8 * 1024 * 1024;
const longest = { timeout: 240_000 };

interface Opened extends AsyncDisposable {
  readonly store: Store;
  readonly organization: CreatedOrganization;
  readonly file: string;
  readonly logBytes: (database: 'booking-service' | 'rate-windows') => number;
}

async function openStore(): Promise<Opened> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await openFolder());
  const store = opened.use(openSqliteStore(folder.path, { sealing: testSealing }));
  const named = { name: 'Diner', webhook_url: 'https://diner.test/', rate_limit: 1_000_000, test_allowance: 1_000_000 };
  const organization = await createOrganization(store, named, start);
  const running = opened.move();
  return {
    store,
    organization,
    file: join(folder.path, 'booking-service.db'),
    logBytes: (database) => statSync(join(folder.path, `${database}.db-wal`)).size,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function callOften({ store, organization }: Opened, times: number): Promise<void> {
  const call = { digest: apiKeyDigest(organization.keys.test), window_start: start.toISOString() };
  for (let count = 0; count < times; count += 1) await store.admit(call);
}

/** Creates bookings of about 8 KB, 16 at a time, and reads each one. Returns the largest size of the log. */
async function createOften({ store, organization, logBytes }: Opened, times: number): Promise<number> {
  let largest = 0;
  for (let made = 0; made < times; made += 16) {
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        const booking = acceptedBooking(organization);
        await store.createBooking(booking);
        expect(await store.findBooking({ ...booking, id: booking.booking.id })).toBeDefined();
      }),
    );
    largest = Math.max(largest, logBytes('booking-service'));
  }
  return largest;
}

function acceptedBooking({ organization_id }: CreatedOrganization) {
  const request = newBooking({ metadata: { note: 'x'.repeat(8000) } });
  const opening = { id: randomId('bkg'), provider: 'sandbox', livemode: false, request };
  const { booking, events } = openBooking(opening, start);
  const run = { step: 1, due_at: start.toISOString() };
  return {
    organization_id,
    booking,
    idempotency_key: booking.id,
    events: toEvents(events, booking, { newId: randomId }),
    run,
  };
}

it('STA-12: keeps the log small over 5,000 counted requests', longest, async () => {
  await using opened = await openStore();
  await callOften(opened, 5000);
  expect(opened.logBytes('rate-windows')).toBeGreaterThan(0);
  expect(opened.logBytes('rate-windows')).toBeLessThan(maxLog_bytes);
});

it('STA-12: keeps the log small while 2,000 bookings are created and read', longest, async () => {
  await using opened = await openStore();
  expect(await createOften(opened, 2000)).toBeLessThan(maxLog_bytes);
});

it('STA-12: lets the log grow beside an open snapshot, and truncates it afterwards', longest, async () => {
  await using opened = await openStore();
  await createOften(opened, 16);
  using other = new DatabaseSync(opened.file, { readOnly: true });
  // An open read transaction, like that of a backup.
  other.exec('BEGIN; SELECT count(*) FROM bookings');
  expect(await createOften(opened, 1000)).toBeGreaterThan(maxLog_bytes);
  await callOften(opened, 5000);
  expect(opened.logBytes('rate-windows')).toBeLessThan(maxLog_bytes);

  other.exec('ROLLBACK');
  await createOften(opened, 64);
  expect(opened.logBytes('booking-service')).toBeLessThan(maxLog_bytes);
});
