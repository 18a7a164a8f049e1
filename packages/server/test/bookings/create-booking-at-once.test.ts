/** Bookings that their provider decides within the create. */
import type { Booking, SlotList } from '@booking-service/contract';
import { createVerifier } from '@booking-service/webhooks';
import { describe, expect, it } from 'vitest';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { createSandboxProvider, type Outcome, type Provider } from '../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../src/testing.ts';
import { interceptStore } from '../support/databases.ts';
import { confirmed, ownProvider } from '../support/providers.ts';

it.each(engines)(
  'END-1 END-2 END-3 END-4 STA-1 STA-4: takes a booking from the search to its confirmation and its two webhooks (%s)',
  async (engine) => {
    await using world = await openWorldOn(engine);
    const { call, clock, endpoint, organization } = world;

    const venues = await call('POST', '/v1/venues/search', { body: { city: 'Lisbon' } });
    expect(venues.body).toMatchObject({ object: 'list', has_more: false });
    const slots = await call<SlotList>('POST', '/v1/availability/search', {
      body: { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 },
    });
    const created = await call<Booking>('POST', '/v1/bookings', {
      body: { ...newBooking(), slot_id: slots.body.data[0]?.id },
    });
    expect(created.status).toBe(201);
    expect(created.body.status).toBe('processing');

    await clock.advance(30_000);
    const read = await call<Booking>('GET', `/v1/bookings/${created.body.id}`);
    expect(read.body).toMatchObject({ status: 'confirmed', confirmation_code: expect.stringMatching(/^SBX-/) });

    await clock.advance(30_000);
    expect(endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.confirmed',
      'booking.created',
    ]);
    const verifier = createVerifier({ secrets: [organization.signing_secret], clock });
    for (const { text, headers } of endpoint.received) {
      expect(verifier.check(text, headers.get('service-signature'))).toMatchObject({ ok: true });
    }
  },
);

const request = newBooking();

/** The sandbox provider, but book() responds during the create. */
function respondingAtOnce(book: Provider['book']): Provider {
  const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
  return { ...sandbox, checkRequest: async () => ({ at_once: true }), book };
}

/** Takes the events that wait for the next tick out of the queue, oldest first. */
async function waitingEvents({ store, clock }: World): Promise<{ type: string; status: string }[]> {
  const claim = { now: clock.now(), lease_until: new Date(0), lease_token: 'lease_test', limit: 100 };
  const waiting = await store.claimDeliveries(claim);
  return waiting.map(({ payload }) => {
    const event = JSON.parse(payload) as { type: string; data: { object: Booking } };
    return { type: event.type, status: event.data.object.status };
  });
}

const outcomes: { outcome: Outcome; fields: Partial<Booking> }[] = [
  {
    outcome: { outcome: 'confirmed', confirmation_code: 'OWN-1' },
    fields: { status: 'confirmed', confirmation_code: 'OWN-1' },
  },
  {
    outcome: { outcome: 'failed', error_code: 'provider_failed', error_message: 'The kitchen burns.' },
    fields: { status: 'failed', error_code: 'provider_failed', error_message: 'The kitchen burns.' },
  },
  {
    outcome: {
      outcome: 'requires_action',
      next_action: { type: 'enter_code', channel: 'sms', destination: '+3***00' },
    },
    fields: {
      status: 'requires_action',
      expires_at: '2026-11-21T09:50:00.000Z',
      next_action: {
        type: 'enter_code',
        channel: 'sms',
        destination: '+3***00',
        expires_at: '2026-11-21T09:50:00.000Z',
      },
    },
  },
];

describe.each(engines)('a create, on %s', (engine) => {
  it.each(outcomes)(
    'BKG-12: the response to the create is $outcome.outcome, and its event follows booking.created',
    async ({ outcome, fields }) => {
      await using world = await openWorldOn(engine, { providers: [respondingAtOnce(async () => outcome)] });
      const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
      expect(status).toBe(201);
      expect(body).toMatchObject(fields);
      expect(await waitingEvents(world)).toEqual([
        { type: 'booking.created', status: expect.any(String) },
        { type: `booking.${fields.status}`, status: fields.status },
      ]);
    },
  );

  it('BKG-12: a provider with the outcome pending leaves the response processing, and confirms later', async () => {
    const provider = respondingAtOnce(async ({ attempt }) =>
      attempt === 1
        ? { outcome: 'pending', retry_after_seconds: 2 }
        : { outcome: 'confirmed', confirmation_code: 'OWN-1' },
    );
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
    expect(body.status).toBe('processing');
    await world.clock.advance(2_000);
    expect(await world.call('GET', `/v1/bookings/${body.id}`)).toMatchObject({ body: { status: 'confirmed' } });
  });

  it('BKG-12 STA-12: a provider that fails during the create does not fail the request', async () => {
    const provider = respondingAtOnce(async () => {
      throw new Error('The line is dead.');
    });
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: request });
    expect([status, body.status]).toEqual([201, 'processing']);
  });
});

describe.each(engines)('the runs, on %s', (engine) => {
  it('STA-1: a create returns the confirmed booking, also if a tick of the worker claimed its run first', async () => {
    await using database = await makeDatabase(engine);
    await using opened = await database.open();
    const [called, claimed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const provider = ownProvider('harbour_table', {
      checkRequest: async () => ({ at_once: true }),
      async book() {
        called.resolve();
        await claimed.promise;
        return confirmed;
      },
    });
    const ticks: Promise<void>[] = [];
    const store = interceptStore(opened, (name, target) => {
      if (name !== 'claimRun') return undefined;
      return async (...args: Parameters<typeof target.claimRun>) => {
        ticks.push(world.clock.advance(2_000));
        await called.promise;
        return target.claimRun(...args).finally(() => claimed.resolve());
      };
    });
    await using world: World = await openWorld({ store, providers: [provider] });
    const { status, body } = await world.call<Booking>('POST', '/v1/bookings', { body: newBooking() });
    expect([status, body.status]).toEqual([201, 'confirmed']);
    await Promise.all(ticks);
  });
});
