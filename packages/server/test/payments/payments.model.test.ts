/**
 * Random callers, people, operators, providers and failures of the card service and of releases. However they meet, when everything has come
 * to rest no money is kept without a booking, no booking stands without money, no table is kept without a booking, and nothing was taken,
 * returned or released twice (CRD-8, CRD-9, STA-13). The status of every payment moves along x-states.payment only. A failing sequence is shrunk and printed with its seed; MODEL_SEED and MODEL_SEQUENCES are
 * those of the model of bookings.
 * @module-tag slow
 */
import { paymentStates, runs, type Booking, type PaymentTransition } from '@booking-service/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Returned } from '../../src/domain/payment.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Outcome, systemClock } from '../../src/index.ts';
import type { World } from '../../src/testing.ts';
import { createCardLedger, keptOf } from '../support/card-ledger.ts';
import { engines } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { openAdminWorld } from '../support/worlds/admin-world.ts';
import { sendPaymentEvent, withEvents } from './test-card-service.ts';

const step = fc.oneof(
  fc.constantFrom('approves', 'continue', 'continue', 'cancel', 'expires', 'drops', 'declines', 'provider fails'),
  // The provider decides tomorrow, refuses modifications, or a person works at the card service by hand.
  fc.constantFrom('provider waits', 'provider refuses', 'takes all', 'takes a part', 'gives back'),
  // The card service sends events in any order, or none, and banks return refunds.
  fc.constantFrom('event', 'event', 'loses a refund'),
  fc.record({ modify: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ refund: fc.constantFrom(1000, 2500, 4000) }),
  fc.record({ advance: fc.constantFrom(0, 2_000, 10_000, 60_000) }),
  fc.record({
    fail: fc.constantFrom('read', 'capture', 'void', 'refund'),
    when: fc.constantFrom('before', 'after'),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    together: fc.subarray(['continue', 'cancel', 'approves', 'event', 'refund', 'modify'] as const, { minLength: 2 }),
  }),
);
/** Half of the sequences begin with a payment that the person approves, many of them in a situation of the provider or the card service. */
const situation = fc.constantFrom<Step[][]>([], ['provider refuses'], ['provider waits'], ['takes all', 'gives back']);
const meeting = fc.constantFrom<Step[][]>(
  [],
  [{ advance: 2_000 }],
  [{ advance: 2_000 }, { together: ['modify', 'cancel'] }],
);
const approval = fc
  .tuple(situation, meeting)
  .map(([found, then]): readonly Step[] => ['approves', ...found, 'continue', ...then]);
const steps = fc
  .tuple(fc.boolean(), approval, fc.array(step, { maxLength: 12, size: 'max' }))
  .map(([isPaid, first, more]) => [...(isPaid ? first : []), ...more]);
/** The part of the price that the provider returns for a cancelled booking. */
const returned = fc.constantFrom<Returned[]>('full', 'none', { amount: 1200, currency: 'EUR' });

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const { MODEL_SEED: seed = 20_261_125, MODEL_SEQUENCES: sequences = 100 } = process.env;
const runsOn = { sqlite: Number(sequences), postgres: Math.ceil(Number(sequences) * 0.3), cells: 10 };
const rules: ReadonlySet<string> = new Set(
  paymentStates.transitions.map((each: PaymentTransition) => `${each.from} -> ${each.to}`),
);

it.each(engines)(
  'CRD-8 CRD-9: money and bookings agree after any sequence (%s)',
  async (engine) => {
    const ledger = createCardLedger();
    let fails = false;
    let waits = false;
    let refuses = false;
    /** The provider's releases fail until the end. */
    let isAway = false;
    const tables = new Set<string>();
    const releases = new Map<string, number>();
    let part: Returned = 'full';
    const price = (party_size: number) => ({ amount: 2500 * party_size, currency: 'EUR' });
    const provider = ownProvider('own', {
      checkRequest: async ({ party_size }) => ({ at_once: false, price: price(party_size) }),
      async book({ booking }): Promise<Outcome> {
        await aFewTurns();
        if (fails) return { outcome: 'failed', error_code: 'provider_failed' };
        tables.add(booking.id);
        return waits ? { outcome: 'pending', retry_after_seconds: 86_400 } : confirmed;
      },
      async modify({ booking, changes }) {
        await aFewTurns();
        if (refuses) return { outcome: 'refused' };
        return { outcome: 'modified', price: price(changes.party_size ?? booking.party_size) };
      },
      async release({ id }) {
        if (isAway) throw new Error('The provider is away.');
        tables.delete(id);
        releases.set(id, (releases.get(id) ?? 0) + 1);
        return { refund: part };
      },
    });
    const organization = { rate_limit: 1_000_000, test_allowance: 1_000_000 };
    const opened: { world?: World } = {};
    const payments = withEvents(ledger, () => opened.world?.clock ?? systemClock);
    await using administered = await openAdminWorld(engine, { providers: [provider], payments, organization });
    const { service: world, organization_id } = administered;
    opened.world = world;
    const seen = new Set<string>();
    let refunds = 0;

    async function play(sequence: readonly Step[], stated: Returned, away: boolean): Promise<void> {
      [fails, waits, refuses, isAway] = [false, false, false, away];
      part = stated;
      const body = { ...newBooking({ venue: 'own' }), payment_collection: 'cardservice_external' };
      const { id } = (await world.call<Booking>('POST', '/v1/bookings', { body })).body;
      const path = `/v1/bookings/${id}`;
      let before = 'null';
      const look = async (): Promise<Booking> => {
        const booking = (await world.call<Booking>('GET', path)).body;
        const status = booking.payment?.status ?? 'none';
        if (status !== before) seen.add(`${before} -> ${status}`);
        before = status;
        return booking;
      };
      const act = async (name: string): Promise<unknown> => {
        if (name === 'approves') return ledger.approve(id);
        if (name === 'drops') return ledger.drop(id);
        if (name === 'declines') return ledger.declineCapture();
        if (name === 'provider fails') return (fails = true);
        if (name === 'provider waits') return (waits = true);
        if (name === 'provider refuses') return (refuses = true);
        if (name === 'takes all') return ledger.captureByHand(id, 5000);
        if (name === 'takes a part') return ledger.captureByHand(id, 3000);
        // Money that is given back for a confirmed booking is the operator's business.
        if (name === 'gives back') return (await look()).confirmation_code ?? ledger.refundByHand(id, 2000);
        if (name === 'modify') return world.call('POST', `${path}/modify`, { body: { party_size: 3 } });
        if (name === 'expires') return world.clock.advance(20 * 60_000 + 1);
        if (name === 'refund') return requestRefund(2500);
        if (name === 'event') return sendPaymentEvent(world, { id });
        if (name === 'loses a refund') return ledger.loseRefund(id);
        return world.call(
          'POST',
          `${path}/${name}`,
          name === 'continue' ? { body: { type: 'authorize_payment' } } : {},
        );
      };
      /** The operator requests this sum of refunds. */
      const requestRefund = async (amount_refunded: number): Promise<void> => {
        const request = { path: { organization_id, booking_id: id }, body: { amount_refunded } };
        if ((await administered.call('refundPayment', request)).status === 200) refunds += 1;
      };
      await look();
      for (const each of sequence) {
        if (typeof each === 'string') await act(each);
        else if ('modify' in each) await world.call('POST', `${path}/modify`, { body: { party_size: each.modify } });
        else if ('refund' in each) await requestRefund(each.refund);
        else if ('advance' in each) await world.clock.advance(each.advance);
        else if ('together' in each) {
          await Promise.all([...each.together.map(act), world.clock.advance(2_000)]);
        } else ledger.fail(each.fail, each.when, each.times);
        await look();
      }
      for (const method of ['read', 'capture', 'void', 'refund'] as const) {
        ledger.fail(method, 'before', 0);
        ledger.fail(method, 'after', 0);
      }
      await act('event');
      // Longer than the delay before the next attempt of a run that failed.
      await world.clock.advance(70_000);
      if ((await look()).status === 'processing') await act('cancel');
      if ((await look()).status === 'requires_action') await world.clock.advance(21 * 60_000);
      await world.clock.advance(2_000);
      const ended = await look();
      const isOwedPart = ended.status === 'cancelled' && ended.confirmation_code !== undefined;
      if (isAway && isOwedPart) await world.clock.advance(runs.release.refund_waits_for_at_most_seconds * 1000);
      const { status, payment, price: now, confirmation_code, party_size } = await look();
      const kept = ledger.found.get(id);
      if (!kept || !payment) throw new Error('The booking has no payment.');
      expect(kept.captures).toBeLessThanOrEqual(1);
      const taken = kept.captured;
      const excess = taken - (now?.amount ?? 0);
      const isPolicy = isOwedPart && !isAway && stated !== 'full';
      const owed =
        status === 'confirmed' ? excess : isPolicy ? excess + (stated === 'none' ? 0 : stated.amount) : taken;
      const due = Math.min(taken, Math.max(owed, payment.refund_requested ?? 0));
      expect(keptOf(kept)).toBe(kept.captures === 0 ? 0 : taken - due);
      expect(status === 'confirmed' && kept.captures === 0).toBe(false);
      expect(payment.amount_refunded).toBe(kept.refunds.reduce((sum, each) => sum + each, 0));
      const ends = keptOf(kept) > 0 ? ['captured'] : ['voided', 'refunded'];
      expect(ends).toContain(payment.status);
      const isPriced =
        status !== 'confirmed' || (confirmation_code !== undefined && now?.amount === price(party_size).amount);
      expect(isPriced).toBe(true);
      if (isAway) {
        isAway = false;
        await world.clock.advance(runs.release.longest_delay_seconds * 1000);
      }
      expect(tables.has(id)).toBe(status === 'confirmed');
      expect(releases.get(id) ?? 0).toBeLessThanOrEqual(1);
    }

    await fc.assert(fc.asyncProperty(steps, returned, fc.boolean(), play), {
      seed: Number(seed),
      numRuns: runsOn[engine],
    });
    const unknown = [...seen].filter((each) => !rules.has(each));
    expect(unknown).toEqual([]);
    const usual = ['null -> requires_approval', 'requires_approval -> voided', 'captured -> refunded'];
    // The run on the other engines is shorter.
    expect(engine === 'sqlite' ? usual.filter((each) => !seen.has(each)) : []).toEqual([]);
    expect(engine !== 'sqlite' || refunds > 0).toBe(true);
  },
  300_000,
);

/** Other requests run meanwhile. */
async function aFewTurns(): Promise<void> {
  for (let turn = 0; turn < 40; turn += 1) await nextTurn();
}
