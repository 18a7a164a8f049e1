/** The events of a card service (CRD-10): each asks for a read of its payment, so none can be lost, repeated or forged with an effect. */
import type { Booking, BookingPayment, ListedEvent } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { lastLook } from '../../src/domain/payment.ts';
import { approve, cancel, create, createCardLedger, pay, pricedProvider, read } from '../support/card-ledger.ts';
import { type EngineName, engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { sendPaymentEvent, withEvents } from './test-card-service.ts';

async function openLedger(engine: EngineName, { approved = false } = {}) {
  const ledger = createCardLedger({ approved });
  const opened: { world?: EngineWorld } = {};
  const payments = withEvents(ledger, () => worldOf(opened).clock);
  const provider = pricedProvider({
    modify: async () => ({ outcome: 'modified', price: { amount: 2500, currency: 'EUR' } }),
  });
  const world = await openWorldOn(engine, { providers: [provider], payments });
  opened.world = world;
  return { ledger, world, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

function worldOf({ world }: { readonly world?: EngineWorld }): EngineWorld {
  if (!world) throw new Error('No event comes before the service has started.');
  return world;
}

async function eventsOf({ call }: EngineWorld, { id }: Booking): Promise<string[]> {
  const { body } = await call<{ readonly data: readonly ListedEvent[] }>('GET', `/v1/events?booking_id=${id}`);
  return body.data.map(({ type }) => type).toReversed();
}

describe.each(engines)('events of a card service, on %s', (engine) => {
  it('CRD-10: an approval moves the booking without a continue, which then changes nothing', async () => {
    await using opened = await openLedger(engine);
    const { ledger, world } = opened;
    const booking = await create(world, 'own');
    ledger.approve(booking.id);
    expect(await sendPaymentEvent(world, booking)).toBe(204);
    await world.clock.advance(4_000);
    const confirmed = await read(world, booking);
    expect(confirmed).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
    expect(await eventsOf(world, booking)).toEqual(['booking.created', 'booking.requires_action', 'booking.confirmed']);
    expect(await approve(world, booking)).toMatchObject({ status: 200, body: confirmed });
    expect(await sendPaymentEvent(world, booking)).toBe(204);
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toEqual(confirmed);
    expect(ledger.found.get(booking.id)).toMatchObject({ captures: 1, refunds: [] });
  });

  it('CRD-10: an event before the approval changes nothing, and the continue comes as ever', async () => {
    await using opened = await openLedger(engine);
    const { ledger, world } = opened;
    const booking = await create(world, 'own');
    expect([await sendPaymentEvent(world, booking), await sendPaymentEvent(world, booking)]).toEqual([204, 204]);
    await world.clock.advance(4_000);
    const { next_action, expires_at } = booking;
    expect(await read(world, booking)).toMatchObject({ status: 'requires_action', next_action, expires_at });
    ledger.approve(booking.id);
    await approve(world, booking);
    await world.clock.advance(4_000);
    expect(await read(world, booking)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
  });

  it('CRD-10: an approval whose event is lost is found before the booking expires', async () => {
    await using opened = await openLedger(engine);
    const { ledger, world } = opened;
    const [paid, left] = [await create(world, 'own'), await create(world, 'own')];
    ledger.approve(paid.id);
    await world.clock.advance(Date.parse(lastLook(paid)) - world.clock.now().getTime() + 6_000);
    expect(await read(world, paid)).toMatchObject({ status: 'confirmed', payment: { status: 'captured' } });
    expect(await read(world, left)).toMatchObject({ status: 'requires_action' });
    await world.clock.advance(62_000);
    await read(world, left);
    await world.clock.advance(2_000);
    expect(await read(world, left)).toMatchObject({ status: 'expired', payment: { status: 'voided' } });
    expect(ledger.calls.filter((call) => call === 'read')).toHaveLength(2);
  });

  it('CRD-9: a refund that the bank returns is made again, in full and in part', async () => {
    await using opened = await openLedger(engine, { approved: true });
    const { ledger, world } = opened;
    const [whole, part] = [await pay(world, 'own'), await pay(world, 'own')];
    await cancel(world, whole);
    expect(await world.call('POST', `/v1/bookings/${part.id}/modify`, { body: { party_size: 1 } })).toMatchObject({
      status: 200,
    });
    await world.clock.advance(4_000);
    const before = await paymentsOf(world, [whole, part]);
    expect(before).toMatchObject([{ status: 'refunded' }, { status: 'captured' }]);
    const refunded = before.map(({ amount_refunded }) => amount_refunded);
    for (const { id } of [whole, part]) ledger.loseRefund(id);
    for (const each of [whole, part]) expect(await sendPaymentEvent(world, each)).toBe(204);
    await world.clock.advance(10_000);
    const after = await paymentsOf(world, [whole, part]);
    expect(after.map(({ status, amount_refunded }) => [status, amount_refunded])).toEqual(
      before.map(({ status, amount_refunded }) => [status, amount_refunded]),
    );
    expect([whole, part].map(({ id }) => ledger.found.get(id)?.refunds)).toEqual(refunded.map((amount) => [amount]));
  });

  it('refuses what is not signed or is for the other side, and says nothing about other bookings', async () => {
    await using opened = await openLedger(engine);
    const { world } = opened;
    const booking = await create(world, 'own');
    expect(await sendPaymentEvent(world, booking, { secret: 'another secret' })).toBe(401);
    expect(await sendPaymentEvent(world, booking, { age_seconds: 301 })).toBe(401);
    // Both sides have one secret here, so it is an event about a live booking.
    expect(await sendPaymentEvent(world, booking, { fields: { livemode: true } })).toBe(204);
    expect(await sendPaymentEvent(world, booking, { text: '{}' })).toBe(400);
    expect(await sendPaymentEvent(world, { id: booking.id.replace(/.$/, 'g') })).toBe(400);
    expect(await sendPaymentEvent(world, { id: `bkg_${'5f'.repeat(16)}` })).toBe(204);
    await using silent = await openWorldOn(engine, {
      providers: [pricedProvider()],
      payments: createCardLedger().payments,
    });
    expect(await sendPaymentEvent(silent, await create(silent, 'own'))).toBe(401);
  });
});

async function paymentsOf(world: EngineWorld, bookings: readonly Booking[]): Promise<BookingPayment[]> {
  const found = await Promise.all(bookings.map((each) => read(world, each)));
  return found.flatMap(({ payment }) => payment ?? []);
}
