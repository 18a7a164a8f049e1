/**
 * Payments of tests: bookings with an external payment, and a card service with a ledger, which keeps the state of each payment,
 * as the port asks, and counts every effect. A test decides what the person does, and when the card service fails before or after
 * an effect.
 */
import type { Booking, CreateBooking } from '@booking-service/contract';
import { expect } from 'vitest';
import {
  type PaymentCall,
  PaymentMismatch,
  type PaymentReading,
  type PaymentService,
  type Provider,
} from '../../src/index.ts';
import type { TestResponse, World } from '../../src/testing.ts';
import type { EngineWorld } from './engines.ts';
import { newBooking } from './new-booking.ts';
import { ownProvider } from './providers.ts';

type Method = Exclude<keyof PaymentService, 'readEvent'>;

export interface LedgerPayment {
  amount: number;
  /** What was taken. */
  captured: number;
  state: 'open' | 'held' | 'taken' | 'void';
  /** Each refund, in the minor unit. */
  readonly refunds: number[];
  /** The number of captures that took money, also by hand. */
  captures: number;
}

export interface CardLedger {
  readonly payments: PaymentService;
  /** By the id of the booking. */
  readonly found: Map<string, LedgerPayment>;
  /** The name of every call, in order. */
  readonly calls: readonly Method[];
  /** The person approves the payment at its page. Does nothing once the payment has left it. */
  approve(booking_id: string): void;
  /** The hold ends at the card service by itself, after days. */
  drop(booking_id: string): void;
  /** A person captures this sum of the held amount at the card service. Does nothing if nothing is held. */
  captureByHand(booking_id: string, amount: number): void;
  /** A person returns this sum of what was taken. Does nothing if less is left. */
  refundByHand(booking_id: string, amount: number): void;
  /** The bank of the person returns the latest refund. Does nothing without one. */
  loseRefund(booking_id: string): void;
  /** Fails the next calls of the method `times` times: before their effect, or after it. */
  fail(method: Method, when: 'before' | 'after', times?: number): void;
  /** The next capture is refused by the card. */
  declineCapture(): void;
}

export function createCardLedger({ approved = false }: { readonly approved?: boolean } = {}): CardLedger {
  const found = new Map<string, LedgerPayment>();
  const calls: Method[] = [];
  const faults = new Map<string, number>();
  let declines = false;

  const get = ({ booking: { id, payment } }: PaymentCall): LedgerPayment => {
    const kept = found.get(id);
    if (!kept || payment.reference !== referenceOf(id))
      throw new PaymentMismatch('unknown_reference', `The ledger does not have the payment of ${id}.`);
    if (payment.amount !== kept.amount)
      throw new PaymentMismatch('amount_differs', `The ledger has ${kept.amount} for ${id}.`);
    return kept;
  };
  const readingOf = (id: string, { state, captured, refunds }: LedgerPayment): PaymentReading => {
    if (state === 'open') return { status: 'requires_approval', url: pageOf(id) };
    if (state === 'held') return { status: 'authorized' };
    return state === 'taken'
      ? { status: 'captured', amount: captured, amount_refunded: sumOf(refunds) }
      : { status: 'voided', error_code: 'payment_approval_expired' };
  };
  /** Takes effect between the two faults of the method. */
  async function call<Result>(method: Method, effect: () => Result): Promise<Result> {
    calls.push(method);
    throwIfDue(`before ${method}`);
    const result = effect();
    throwIfDue(`after ${method}`);
    return result;
  }
  function throwIfDue(fault: string): void {
    const left = faults.get(fault) ?? 0;
    if (left === 0) return;
    faults.set(fault, left - 1);
    throw new Error(`The card service failed ${fault}.`);
  }

  return {
    found,
    calls,
    approve(id) {
      const kept = found.get(id);
      if (kept?.state === 'open') kept.state = 'held';
    },
    drop(id) {
      const kept = found.get(id);
      if (kept?.state === 'held') kept.state = 'void';
    },
    captureByHand(id, amount) {
      const kept = found.get(id);
      if (kept?.state === 'held') Object.assign(kept, { state: 'taken', captured: amount, captures: 1 });
    },
    refundByHand(id, amount) {
      const kept = found.get(id);
      if (kept && amount > 0 && keptOf(kept) >= amount) kept.refunds.push(amount);
    },
    loseRefund: (id) => void found.get(id)?.refunds.pop(),
    fail: (method, when, times = 1) => void faults.set(`${when} ${method}`, times),
    declineCapture: () => void (declines = true),
    payments: {
      open: ({ booking_id, price }) =>
        call('open', () => {
          if (!found.has(booking_id)) {
            found.set(booking_id, {
              amount: price.amount,
              captured: 0,
              state: approved ? 'held' : 'open',
              refunds: [],
              captures: 0,
            });
          }
          return { url: pageOf(booking_id), reference: referenceOf(booking_id) };
        }),
      read: (payment) => call('read', () => readingOf(payment.booking.id, get(payment))),
      capture: (payment) =>
        call('capture', () => {
          const kept = get(payment);
          if (kept.state === 'held' && declines) {
            declines = false;
            kept.state = 'void';
            return { status: 'voided', error_code: 'card_declined' };
          }
          if (kept.state === 'held') {
            Object.assign(kept, { state: 'taken', captured: kept.amount });
            kept.captures += 1;
          }
          if (kept.state === 'void') return { status: 'voided', error_code: 'payment_replay_failed' };
          return readingOf(payment.booking.id, kept);
        }),
      void: (payment) =>
        call('void', () => {
          const kept = get(payment);
          if (kept.state !== 'taken') kept.state = 'void';
          return readingOf(payment.booking.id, kept);
        }),
      refund: (payment) =>
        call('refund', () => {
          const kept = get(payment);
          const missing = payment.amount_refunded - sumOf(kept.refunds);
          if (missing > keptOf(kept)) throw new Error('The card service did not take so much.');
          if (kept.state === 'taken' && missing > 0) kept.refunds.push(missing);
          return readingOf(payment.booking.id, kept);
        }),
    },
  };
}

/** The money that the card service keeps of a payment. */
export function keptOf({ state, captured, refunds }: LedgerPayment): number {
  return state === 'taken' ? captured - sumOf(refunds) : 0;
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, each) => sum + each, 0);
}

function referenceOf(booking_id: string): string {
  return `ledger_${booking_id}`;
}

function pageOf(booking_id: string): string {
  return `https://cards.test/${booking_id}`;
}

const external: Pick<CreateBooking, 'payment_collection'> = { payment_collection: 'cardservice_external' };

export async function create(world: World, venue = 'harbour_table'): Promise<Booking> {
  const { status, body } = await world.call<Booking>('POST', '/v1/bookings', {
    body: { ...newBooking({ venue }), ...external },
  });
  expect(status).toBe(201);
  return body;
}

export function approve(world: World, { id }: Booking): Promise<TestResponse<Booking>> {
  return world.call<Booking>('POST', `/v1/bookings/${id}/continue`, { body: { type: 'authorize_payment' } });
}

export async function read(world: World, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

/** Creates a booking, approves it, and gives the provider its time. */
export async function pay(world: World, venue?: string): Promise<Booking> {
  const booking = await create(world, venue);
  await approve(world, booking);
  await world.clock.advance(4_000);
  return read(world, booking);
}

export async function cancel(world: World, { id }: Booking): Promise<void> {
  expect(await world.call('POST', `/v1/bookings/${id}/cancel`)).toMatchObject({ status: 200 });
}

/** Lets every failing run have failed for longer than any run is repeated. */
export async function ageFailures({ query }: EngineWorld): Promise<void> {
  const aged = await query(`UPDATE runs SET failing_since = '2026-11-01T00:00:00.000Z' WHERE failures > 0 RETURNING 1`);
  expect(aged).toHaveLength(1);
}

/** A provider of the venue ven_own whose bookings cost 5000. */
export function pricedProvider(methods: Partial<Provider> = {}): Provider {
  const price = { amount: 5000, currency: 'EUR' };
  return ownProvider('own', { checkRequest: async () => ({ at_once: false, price }), ...methods });
}
