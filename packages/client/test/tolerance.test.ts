import { expect, it } from 'vitest';
import * as conducts from './support/conducts.ts';
import { openHostileServer } from './support/hostile-server.ts';
import { openClient } from './support/open-client.ts';
import { createTestTime } from './support/test-time.ts';

const apiKey = 'sk_test_planted_tolerance_key';
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

it('returns unknown values, actions and fields unchanged', async () => {
  const later = {
    status: 'waitlisted',
    next_action: { type: 'scan_code', picture: 'https://codes.test/1.png' },
    error_code: 'venue_flooded',
    seat: { row: 4 },
  };
  await using server = await openHostileServer(conducts.aBooking(later));
  const client = openClient({ apiKey, baseUrl: server.url });
  expect(await client.bookings.get(id)).toMatchObject(later);
});

it('continues waitFor after an unknown status', async () => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.aBooking({ status: 'waitlisted' }), conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  expect((await client.bookings.waitFor(id, { until: 'confirmed' })).status).toBe('confirmed');
});

it.each(['constructor', 'toString', '__proto__'])('treats the status %s as unknown', async (status) => {
  const time = createTestTime();
  await using server = await openHostileServer(conducts.aBooking({ status }), conducts.aBooking());
  const client = openClient({ apiKey, baseUrl: server.url, clock: time.clock, logger: time.logger });
  expect((await client.bookings.waitFor(id, { until: 'confirmed' })).status).toBe('confirmed');
});

it('treats a refusal with an unknown code as a refusal', async () => {
  await using server = await openHostileServer(conducts.refusal(409, 'venue_closed'));
  const client = openClient({ apiKey, baseUrl: server.url });
  const { error } = await client.bookings.get(id).result();
  expect(error).toMatchObject({ name: 'RefusedError', code: 'venue_closed', status: 409, effect: 'none' });
});
