import { sandbox, type Booking } from '@booking-service/contract';
import { openPayment } from '../../../../src/domain/payment.ts';
import {
  createSandboxProvider,
  sandboxDeliveryDelays,
  sandboxPayments,
  type BookingStep,
} from '../../../../src/index.ts';
import { findSandboxVenue, sandboxSlots } from '../../../../src/providers/sandbox/sandbox-provider.ts';
import { createManualClock, openWorld, testContext } from '../../../../src/testing.ts';
import { bookingAt, boundary, secondsUntil, type Seen } from './seen.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

export async function sandboxNumbers(): Promise<Seen> {
  return { ...slotNumbers(), ...(await providerNumbers()), ...(await codeNumbers()) };
}

function slotNumbers(): Seen {
  // At the start of a day, every slot of the last day is more than that many times 24 hours away.
  const now = new Date('2026-11-21T00:00:00.000Z');
  const slotsAt = (place: string, days = 1) => {
    const venue = findSandboxVenue(`ven_${place}`);
    if (!venue) throw new Error('The sandbox has no such venue.');
    const date = new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    return sandboxSlots(venue, { date, party_size: 2, now });
  };
  const slotsIn = (days: number) => slotsAt('harbour_table', days);
  const hours = slotsIn(1).map(({ starts_at }) => new Date(starts_at).getUTCHours());
  const days = sandbox.days_ahead;
  return {
    ...Object.fromEntries(hours.map((hour, index) => [`sandbox.opening_hours_utc.${index}`, hour])),
    'sandbox.price.amount': slotsIn(1)[0]?.price?.amount ?? NaN,
    'sandbox.venues.ven_whole_room.price.amount': slotsAt('whole_room')[0]?.price?.amount ?? NaN,
    'sandbox.slot_minutes': slotsIn(1)[0]?.duration_minutes ?? NaN,
    'sandbox.days_ahead': boundary(days, { at: slotsIn(days).length > 0, beyond: slotsIn(days + 1).length > 0 }),
  };
}

async function providerNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('harbour_table') });
  const { id } = created.body;
  const taken = await secondsUntil(world.clock, async () => {
    return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body.status === 'confirmed';
  });
  return {
    'sandbox.provider_seconds': taken,
    'sandbox.webhook_late_seconds': sandboxDeliveryDelays('booking.created', at('late_letter', created.body))[0] ?? NaN,
    'sandbox.faulty_attempts': await countFaults(created.body),
    'sandbox.venues.ven_slow_service.provider_seconds': await secondsAsked(at('slow_service', created.body)),
    'sandbox.venues.ven_short_patience.holds_seconds': await secondsHeld(at('short_patience', created.body)),
    'sandbox.venues.ven_half_back.refund_percent': await percentReturned(at('half_back', created.body)),
    ...(await policyOf(at('late_fee', created.body))),
    ...(await unitsOf(at('family_park', created.body))),
    'sandbox.venues.ven_slow_wallet.approval_seconds': await secondsUntilApproved(at('slow_wallet', created.body)),
  };
}

/** The numbers of the policy of a slot. */
async function policyOf({ venue_id }: Booking): Promise<Seen> {
  const provider = createSandboxProvider({ clock: createManualClock(start) });
  const date = start.toISOString().slice(0, 10);
  const [slot] = (await provider.searchAvailability({ venue_id, date, party_size: 2 }, testContext)).data;
  const { free_until = '', late_refund_percent = NaN } = slot?.cancellation ?? {};
  const free_hours = (Date.parse(slot?.starts_at ?? '') - Date.parse(free_until)) / 3_600_000;
  return {
    'sandbox.venues.ven_late_fee.cancellation.free_hours': free_hours,
    'sandbox.venues.ven_late_fee.cancellation.late_refund_percent': late_refund_percent,
  };
}

async function unitsOf({ venue_id }: Booking): Promise<Seen> {
  const provider = createSandboxProvider({ clock: createManualClock(start) });
  const date = start.toISOString().slice(0, 10);
  const [slot] = (await provider.searchAvailability({ venue_id, date, party_size: 2 }, testContext)).data;
  const numbers = (slot?.units ?? []).flatMap(({ min_age, max_age, price }, index) => {
    const all = { min_age, max_age, 'price.amount': price?.amount };
    return Object.entries(all).map(([name, number]) => [`sandbox.venues.${venue_id}.units.${index}.${name}`, number]);
  });
  return Object.fromEntries(numbers.filter(([, number]) => number !== undefined)) as Seen;
}

function at(place: string, booking: Booking): Booking {
  return { ...booking, venue_id: `ven_${place}` };
}

function toStep(booking: Booking, attempt: number): BookingStep {
  return { booking, reference: `${booking.id}/1`, step: 1, attempt, answer: undefined };
}

async function countFaults(booking: Booking): Promise<number> {
  const provider = createSandboxProvider({ clock: createManualClock(start) });
  for (let attempt = 1; attempt < 100; attempt += 1) {
    const failed = await provider.book(toStep(at('long_ring', booking), attempt), testContext).then(
      () => false,
      () => true,
    );
    if (!failed) return attempt - 1;
  }
  return NaN;
}

async function secondsAsked(booking: Booking): Promise<number> {
  const outcome = await createSandboxProvider({ clock: createManualClock(start) }).book(
    toStep(booking, 1),
    testContext,
  );
  return outcome.outcome === 'pending' ? outcome.retry_after_seconds : NaN;
}

async function secondsHeld(booking: Booking): Promise<number> {
  const clock = createManualClock(new Date(booking.updated));
  const provider = createSandboxProvider({ clock });
  const outcome = await provider.book(toStep(booking, 2), testContext);
  const seconds = outcome.outcome === 'requires_action' ? (outcome.check_hold_after_seconds ?? NaN) : NaN;
  await clock.advance(seconds * 1000 - 1);
  const before = await provider.checkHold?.(booking, testContext);
  await clock.advance(1);
  const after = await provider.checkHold?.(booking, testContext);
  return boundary(seconds, { at: before?.held === true, beyond: after?.held === true });
}

async function codeNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const { body } = await world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('code_house') });
  for (let wrong_codes = 0; wrong_codes < 100; wrong_codes += 1) {
    await world.clock.advance(60_000);
    const { status } = (await world.call<Booking>('GET', `/v1/bookings/${body.id}`)).body;
    if (status === 'failed') return { 'sandbox.max_wrong_codes': wrong_codes };
    const answer = { type: 'enter_code', code: '000000' };
    await world.call('POST', `/v1/bookings/${body.id}/continue`, { body: answer });
  }
  return {};
}

/** The part of a price of 100 that a cancellation returns. */
async function percentReturned(booking: Booking): Promise<number> {
  const provider = createSandboxProvider({ clock: createManualClock(start) });
  const released = await provider.release({ ...booking, price: { amount: 100, currency: 'EUR' } }, testContext);
  const { refund } = released ?? {};
  return typeof refund === 'object' ? refund.amount : NaN;
}

/** The seconds after its create at which a continue finds the payment of a booking approved. */
async function secondsUntilApproved(booking: Booking): Promise<number> {
  const payment = openPayment({ amount: 100, currency: 'EUR' }, 'pay_1');
  for (let seconds = 0; seconds < 1000; seconds += 1) {
    const updated = new Date(Date.parse(booking.created) + seconds * 1000).toISOString();
    const continued = { ...booking, status: 'processing', updated, payment } as const;
    if ((await sandboxPayments.read({ booking: continued }, testContext)).status === 'authorized') return seconds;
  }
  return NaN;
}
