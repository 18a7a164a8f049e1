/** The setup of a run and the fixture of Vitest, in one process. `npm run verify -- runtimes` runs projects of Vitest and Jest. */
import { afterAll, beforeAll, expect } from 'vitest';
import { connectSandbox } from '@booking-service/testing';
import setup from '@booking-service/testing/jest/setup';
import teardown from '@booking-service/testing/jest/teardown';
import { test } from '@booking-service/testing/vitest';
import { book } from './support.ts';

const names = ['BOOKING_BASE_URL', 'BOOKING_ADMIN_URL', 'BOOKING_API_KEY', 'BOOKING_WEBHOOK_SECRET'];

beforeAll(async () => void (await setup()));
afterAll(async () => {
  await teardown();
  for (const name of names) Reflect.deleteProperty(process.env, name);
});

let firstKey = '';

test('a test has an organization of its own, and the run has one for the app', async ({ sandbox }) => {
  firstKey = sandbox.keys.test;
  await book(sandbox, sandbox.venues.express_counter);
  await sandbox.advance('1 second');
  expect((await sandbox.nextWebhook('booking.confirmed')).type).toBe('booking.confirmed');
  expect(sandbox.url).toBe(process.env['BOOKING_BASE_URL']);
  expect(process.env['BOOKING_API_KEY']).not.toBe(sandbox.keys.test);
  expect(process.env['BOOKING_WEBHOOK_SECRET']).toMatch(/^whsec_/);
});

test('the next test sees nothing of it', async ({ sandbox }) => {
  expect(sandbox.keys.test).not.toBe(firstKey);
  expect((await sandbox.client.bookings.list()).data).toEqual([]);
});

test('its webhooks are verified with the clock of the run, also if another test advances it', async ({ sandbox }) => {
  await using other = await connectSandbox();
  await other.advance('1 hour');
  await book(sandbox, sandbox.venues.express_counter);
  await sandbox.nextWebhook('booking.confirmed');
  expect(sandbox.clock.now().getTime() - Date.now()).toBeGreaterThan(3_599_000);
});
