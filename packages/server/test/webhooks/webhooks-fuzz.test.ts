/**
 * Random bookings with a receiver that responds at random. Every stored event is attempted on the schedule of the contract until it
 * is received or has no attempt left. Each attempt sends the same bytes with a signature for its own time.
 *
 * @module-tag slow
 */
import { bookingStates, delivery, type BookingEvent, type EventType, type KeyMode } from '@booking-service/contract';
import { createVerifier } from '@booking-service/webhooks';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ReceivedWebhook } from '../../src/testing.ts';
import { openWorldOn } from '../support/engines.ts';
import { fuzzRuns, isDefaultRun } from '../support/expectations.ts';
import { newBooking } from '../support/new-booking.ts';

/** Venues whose webhooks are sent once and on time. */
const places = ['harbour_table', 'express_counter', 'closed_kitchen', 'broken_bell', 'code_house', 'lost_answer'];
const tick_ms = delivery.cadence_seconds * 1000;
const start = new Date('2026-11-21T09:30:00.000Z');

type GivenResponse = number | 'drop';
const response: fc.Arbitrary<GivenResponse> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom<GivenResponse[]>(200, 204, 299) },
  { weight: 3, arbitrary: fc.constantFrom<GivenResponse[]>(300, 302, 400, 404, 410, 429, 500, 503, 'drop') },
);
const call = fc.oneof(
  fc.record({
    do: fc.constant('create' as const),
    place: fc.constantFrom(...places),
    mode: fc.constantFrom<KeyMode>('test', 'live'),
  }),
  fc.record({ do: fc.constantFrom('cancel' as const, 'modify' as const, 'continue' as const), booking: fc.nat() }),
  fc.record({
    do: fc.constant('wait' as const),
    ms: fc.constantFrom(1, 2_000, 29_999, 30_000, 30_001, 120_000, 600_000),
  }),
);
const story = fc.record({
  responses: fc.array(response, { minLength: 10, maxLength: 60 }),
  calls: fc.array(call, { minLength: 1, maxLength: 12 }),
});

const bodies = {
  cancel: undefined,
  modify: { party_size: 3 },
  continue: { type: 'enter_code', code: '424242' },
};

interface Attempt {
  readonly webhook: ReceivedWebhook;
  readonly at: number;
  readonly succeeded: boolean;
}

it('EVT-1..3 SIG-1 SIG-2 SIG-4 DLV-1 DLV-3..6 DLV-8: attempts each event on schedule until it is received, with unchanged content', async () => {
  await using world = await openWorldOn('sqlite', { start });
  const { clock, call: send, endpoint } = world;
  const outcomes = new Map<string, number>();
  let seenCount = 0;

  await fc.assert(
    fc.asyncProperty(story, async ({ responses, calls }) => {
      const organization = await world.addOrganization({
        webhook_url: endpoint.url,
        rate_limit: 1_000_000,
        test_allowance: 1_000_000,
      });
      endpoint.responses.splice(0, Infinity, ...responses);
      const bookings: { id: string; key: string }[] = [];
      for (const each of calls) {
        if (each.do === 'wait') await clock.advance(each.ms);
        else if (each.do === 'create') {
          const key = organization.keys[each.mode];
          const { body } = await send('POST', '/v1/bookings', { key, body: request(each.place, clock.now()) });
          bookings.push({ id: String(body['id']), key });
        } else {
          const booking = bookings[each.booking % Math.max(1, bookings.length)];
          const body = bodies[each.do];
          if (booking) await send('POST', `/v1/bookings/${booking.id}/${each.do}`, { key: booking.key, body });
        }
      }
      // Past the last retry of the last event, in whole ticks, so that the next story starts on a tick too.
      await clock.advance(tick_ms - (clock.now().getTime() % tick_ms));
      await clock.advance(25 * 60_000 + 3 * tick_ms);

      const attempts = endpoint.received.slice(seenCount).map((webhook, index): Attempt => {
        const given = responses[index] ?? 204;
        return { webhook, at: timeOf(webhook), succeeded: given !== 'drop' && given < 300 };
      });
      seenCount = endpoint.received.length;
      const stored = await world.query(
        `SELECT payload FROM events WHERE organization_id = '${organization.organization_id}' ORDER BY id`,
      );
      const byPayload = Map.groupBy(attempts, ({ webhook }) => webhook.text);
      const payloads = stored.map(({ payload }) => String(payload));
      expect([...byPayload.keys()].toSorted()).toEqual(payloads.toSorted());
      expect(new Set(payloads.map((payload) => idOf(payload))).size).toBe(payloads.length);
      for (const payload of payloads) {
        const sent = byPayload.get(payload) ?? [];
        checkAttempts(sent, payload);
        for (const { webhook, at } of sent) checkSignature(webhook, { at, secret: organization.signing_secret });
        const outcome = sent.at(-1)?.succeeded ? `received at attempt ${sent.length}` : 'abandoned';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }),
    fuzzRuns(60),
  );

  const seen = [...outcomes].toSorted(([one], [other]) => one.localeCompare(other));
  // oxlint-disable-next-line no-console -- Shows people what the run has covered.
  console.log(seen.map(([outcome, times]) => `${times} ${outcome}`).join(', '));
  const numbers = Array.from({ length: delivery.max_attempts }, (_, index) => `received at attempt ${index + 1}`);
  const met = seen.map(([outcome]) => outcome);
  expect(met).toEqual(isDefaultRun ? ['abandoned', ...numbers] : met);
}, 240_000);

/** Expects the first attempt at the tick after the event, and each other one at the tick after its delay. */
function checkAttempts(attempts: readonly Attempt[], payload: string): void {
  const { created, type } = JSON.parse(payload) as BookingEvent;
  expect(bookingStates.transitions.flatMap(({ events }): readonly EventType[] => events)).toContain(type);
  const happened = Date.parse(created);
  const first = tickFrom(happened);
  // An event on a tick is sent by this tick or the next one.
  expect(attempts[0]?.at).toBeOneOf(happened === first ? [first, first + tick_ms] : [first]);
  for (const [index, { at, succeeded }] of attempts.entries()) {
    const next = attempts[index + 1];
    const delay = succeeded ? undefined : delivery.retry_delays_seconds[index];
    expect(next?.at).toBe(delay === undefined ? undefined : tickFrom(at + delay * 1000));
  }
}

function checkSignature({ text, headers }: ReceivedWebhook, { at, secret }: { at: number; secret: string }): void {
  const verifier = createVerifier({ secrets: [secret], tolerance: 0, clock: { now: () => new Date(at) } });
  expect(verifier.check(text, headers.get('service-signature'))).toMatchObject({ ok: true });
}

function tickFrom(ms: number): number {
  return Math.ceil(ms / tick_ms) * tick_ms;
}

/** Returns the time at which it was sent. Ticks are on whole seconds. */
function timeOf({ headers }: ReceivedWebhook): number {
  return Number(/^t=(\d+),/.exec(headers.get('service-signature') ?? '')?.[1]) * 1000;
}

function idOf(payload: string): string {
  return (JSON.parse(payload) as BookingEvent).id;
}

function request(place: string, now: Date): object {
  const date = new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
  return newBooking({ venue: place, date });
}
