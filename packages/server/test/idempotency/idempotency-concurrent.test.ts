import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { createSandboxProvider, sandboxPayments, type PaymentService, type Provider } from '../../src/index.ts';
import { createManualClock, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';

const request = newBooking();
const sandbox = createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) });
const headers = { 'Idempotency-Key': 'order-1' };

function create(world: World) {
  return world.call<Booking>('POST', '/v1/bookings', { body: request, headers });
}

describe.each(engines)('%s', (engine) => {
  it('IDM-1 IDM-5: 200 concurrent creates with one key make one booking, one event and one provider call', async () => {
    const references: string[] = [];
    const provider: Provider = {
      ...sandbox,
      book: async ({ reference }) => {
        references.push(reference);
        return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider], organization: { rate_limit: 1000 } });
    const responses = await Promise.all(Array.from({ length: 200 }, () => create(world)));

    const id = responses[0]?.body.id;
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(199);
    expect(responses.filter(({ headers: given }) => given.get('idempotent-replayed') === 'true')).toHaveLength(199);
    expect(new Set(responses.map(({ body }) => body.id))).toEqual(new Set([id]));

    await world.clock.advance(60_000);
    expect(references).toEqual([`${id}/1`]);
    expect(world.endpoint.received.map(({ event }) => event.type).toSorted()).toEqual([
      'booking.confirmed',
      'booking.created',
    ]);
    const organization = await world.store.findOrganization(world.organization.organization_id);
    expect(organization?.test_confirmed).toBe(1);
  });

  it('IDM-5: creates that all searched for the key before one stored it make one booking', async () => {
    const count = 20;
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    const provider: Provider = {
      ...sandbox,
      // No create continues before all of them have searched for the key.
      checkRequest: async () => {
        waiting += 1;
        if (waiting === count) all.resolve();
        await all.promise;
        return { at_once: false };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const responses = await Promise.all(Array.from({ length: count }, () => create(world)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: count - 1 }, () => 200),
      201,
    ]);
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    await world.clock.advance(30_000);
    expect(world.endpoint.received.filter(({ event }) => event.type === 'booking.created')).toHaveLength(1);
  });

  it('IDM-5 BKG-12: a replay returns processing while the first create waits for the provider', async () => {
    const providerCalled = Promise.withResolvers<void>();
    const providerOutcome = Promise.withResolvers<void>();
    const provider: Provider = {
      ...sandbox,
      checkRequest: async () => ({ at_once: true }),
      book: async () => {
        providerCalled.resolve();
        await providerOutcome.promise;
        return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const first = create(world);
    await providerCalled.promise;
    const replay = await create(world);
    expect(replay).toMatchObject({ status: 200, body: { status: 'processing' } });
    providerOutcome.resolve();
    expect(await first).toMatchObject({ status: 201, body: { id: replay.body.id, status: 'confirmed' } });
    expect(await create(world)).toMatchObject({ status: 200, body: { id: replay.body.id, status: 'confirmed' } });
  });

  it('IDM-6: an accepted create uses its key even if the caller disconnected', async () => {
    const providerCalled = Promise.withResolvers<string>();
    const providerOutcome = Promise.withResolvers<void>();
    const provider: Provider = {
      ...sandbox,
      checkRequest: async () => ({ at_once: true }),
      book: async ({ booking }) => {
        providerCalled.resolve(booking.id);
        await providerOutcome.promise;
        return { outcome: 'confirmed', confirmation_code: 'OWN-1' };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider] });
    const hangUp = new AbortController();
    const call = fetch(`${world.url}/v1/bookings`, {
      method: 'POST',
      signal: hangUp.signal,
      body: JSON.stringify(request),
      headers: {
        ...headers,
        Authorization: `Bearer ${world.organization.keys.test}`,
        'Content-Type': 'application/json',
      },
    });
    const id = await providerCalled.promise;
    hangUp.abort();
    await expect(call).rejects.toThrow('aborted');
    expect(await create(world)).toMatchObject({ status: 200, body: { id } });
    providerOutcome.resolve();
    await world.clock.advance(30_000);
    expect(await create(world)).toMatchObject({ status: 200, body: { id, status: 'confirmed' } });
  });

  it('IDM-6 STA-12: a create with an internal error stores nothing, and its key stays unused', async () => {
    const ids: Record<string, number> = {};
    let repeat = true;
    // The second event gets the id of the first one, so that the whole create cannot be stored.
    const newId = (prefix: string) => {
      ids[prefix] = (ids[prefix] ?? 0) + 1;
      const number = prefix === 'evt' && repeat ? 1 : ids[prefix];
      return `${prefix}_${number.toString(16).padStart(32, '0')}`;
    };
    await using world = await openWorldOn(engine, { newId });
    await world.call<Booking>('POST', '/v1/bookings', { body: request });
    const failed = await create(world);
    expect(failed).toMatchObject({ status: 500, body: { error_code: 'internal_error' } });

    repeat = false;
    const next = await create(world);
    expect(next.status).toBe(201);
    await world.clock.advance(30_000);
    const bookingIds = world.endpoint.received.map(({ event }) => event.data.object.id);
    expect(new Set(bookingIds).size).toBe(2);
    expect(bookingIds.filter((id) => id === next.body.id)).toHaveLength(2);
  });

  it('IDM-1 IDM-5: concurrent creates with one key set up a payment for one booking only', async () => {
    const count = 5;
    const all = Promise.withResolvers<void>();
    let waiting = 0;
    const provider: Provider = {
      ...sandbox,
      checkRequest: async () => {
        waiting += 1;
        if (waiting === count) all.resolve();
        await all.promise;
        return { at_once: false, price: { amount: 5000, currency: 'EUR' } };
      },
    };
    const opened: string[] = [];
    const payments: PaymentService = {
      ...sandboxPayments,
      open: async ({ booking_id }) => {
        opened.push(booking_id);
        return { url: `https://pay.test/${booking_id}`, reference: booking_id };
      },
    };
    await using world = await openWorldOn(engine, { providers: [provider], payments });
    const body = { ...request, payment_collection: 'cardservice_external' };
    const responses = await Promise.all(
      Array.from({ length: count }, () => world.call<Booking>('POST', '/v1/bookings', { body, headers })),
    );
    const ids = new Set(responses.map((each) => each.body.id));
    expect(ids.size).toBe(1);
    expect(new Set(opened)).toEqual(ids);
  });
});
