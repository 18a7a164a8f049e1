import { expect, it } from 'vitest';
import { createOrganization, type Store } from '../../src/index.ts';
import { openBooking } from '../../src/domain/booking.ts';
import { engines, makeDatabase, type EngineName } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const undo: Readonly<Record<EngineName, string>> = {
  sqlite: 'PRAGMA user_version = 8',
  postgres: 'DELETE FROM migrations WHERE number = 5',
};

async function addBooking(store: Store, livemode: boolean): Promise<string> {
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url: null }, start);
  // The text of the other value, in the caller's words.
  const request = newBooking({ metadata: { note: `"livemode":${!livemode}` } });
  const id = `bkg_${String(livemode).padEnd(32, '0')}`;
  const { booking } = openBooking({ id, provider: 'sandbox', livemode, request }, start);
  await store.createBooking({ organization_id, booking, idempotency_key: undefined, events: [] });
  return id;
}

it.each(engines)('BKG-10: a migration on %s gives earlier bookings the livemode of their documents', async (engine) => {
  await using database = await makeDatabase(engine);
  const ids: string[] = [];
  {
    await using store = await database.open();
    for (const livemode of [true, false]) ids.push(await addBooking(store, livemode));
  }
  await database.query('ALTER TABLE bookings DROP COLUMN livemode');
  await database.query(undo[engine]);
  await using store = await database.open();
  const found = await Promise.all(ids.map(async (id) => (await store.findBookingText(id))?.livemode));
  expect(found).toEqual([true, false]);
});
