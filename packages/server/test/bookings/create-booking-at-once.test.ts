import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, type Outcome, type Provider } from '../../src/index.ts';
import { createManualClock, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

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

describe.each(engines)('%s', (engine) => {
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
