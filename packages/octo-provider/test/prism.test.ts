/** The provider against Prism's mock of the official document: every request is valid, and every example can be read. */
import { startPrismMock } from '@booking-service/prism';
import { testContext } from '@booking-service/server/testing';
import { expect, it } from 'vitest';
import { createOctoProvider } from '../src/index.ts';
import { octoDocument } from './supplier/octo-document.ts';

/** Prism's mock reports a request that violates the document as a 422, which no operation here documents. */
async function openMock() {
  const mock = await startPrismMock({ document: octoDocument });
  const provider = createOctoProvider({
    name: 'mock',
    baseUrl: mock.url,
    token: 'any',
    clock: { now: () => new Date('2022-05-01T00:00:00.000Z') },
  });
  return { provider, [Symbol.asyncDispose]: () => mock[Symbol.asyncDispose]() };
}

it('searches, checks, books and releases at the mock', async () => {
  await using opened = await openMock();
  const { provider } = opened;
  const [venue] = (await provider.searchVenues({}, testContext)).data;
  expect(venue).toMatchObject({ object: 'venue', provider: 'mock' });
  const { id: venue_id = '' } = venue ?? {};
  // The examples of the document: a product with start times, and a day that begins at midnight in London, the day before in UTC.
  const slots = (await provider.searchAvailability({ venue_id, date: '2022-06-29', party_size: 2 }, testContext)).data;
  expect(slots.length).toBeGreaterThan(0);
  const [slot] = slots;
  const booking = {
    id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
    object: 'booking',
    status: 'processing',
    provider: 'mock',
    livemode: false,
    created: '2022-05-01T00:00:00.000Z',
    updated: '2022-05-01T00:00:00.000Z',
    metadata: {},
    venue_id,
    slot_id: slot?.id ?? '',
    party_size: 2,
    guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
  } as const;
  expect(await provider.checkRequest(booking, testContext)).toMatchObject({ at_once: false });
  const step = { booking, reference: `${booking.id}/1`, step: 1, answer: undefined };
  // The mock has no state: it shows the booking of its example, whose UUID is another.
  expect(await provider.book({ ...step, attempt: 2 }, testContext)).toMatchObject({ outcome: 'confirmed' });
  await provider.release({ ...booking, status: 'cancelled' }, testContext);
});
