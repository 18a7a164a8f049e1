/**
 * Random callers send creates with a few idempotency keys: repeatedly, concurrently, with different bodies of which some are
 * refused, and with both of their API keys, while the clock advances. A model of the accepted bodies predicts each response. A
 * day later every key still returns its booking.
 *
 * @module-tag slow
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Booking, KeyMode } from '@booking-service/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSandboxProvider, type CallContext } from '../../src/index.ts';
import { createManualClock, openWorld, type TestResponse, type CallOptions } from '../../src/testing.ts';
import { fuzzRuns, isDefaultRun } from '../support/expectations.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';
import type { SizedBooking } from '../../src/domain/booking.ts';

/** Venues that accept creates, and venues that refuse them with a status. */
const accepting = ['harbour_table', 'express_counter', 'code_house', 'closed_kitchen', 'echo'] as const;
const refusing = { fully_booked: 409, family_name: 422, cut_line: 503, vault_down: 503, payment_setup: 502 } as const;

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' });
const body = fc.record({
  place: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...accepting) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(refusing) as (keyof typeof refusing)[])) },
  ),
  party_size: fc.integer({ min: 1, max: 8 }),
  first_name: text,
  metadata: fc.dictionary(text, text, { maxKeys: 3 }),
});
type CreateInput = typeof body extends fc.Arbitrary<infer T> ? T : never;

/** The keys that IDM-4 allows, without outer spaces, because HTTP trims header values. */
const key = fc
  .string({
    minLength: 1,
    maxLength: 255,
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCodePoint(code)),
  })
  .filter((name) => name === name.trim());

const step = fc.record({
  key: fc.nat({ max: 2 }),
  mode: fc.constantFrom<KeyMode>('test', 'test', 'live'),
  bodies: fc.array(body, { minLength: 1, maxLength: 4 }),
  after_ms: fc.constantFrom(0, 0, 1, 2_000, 30_000, 20 * 60_000 + 1),
});
const story = fc.record({
  keys: fc.uniqueArray(key, { minLength: 3, maxLength: 3 }),
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
});

const start = new Date('2026-11-21T09:30:00.000Z');

function toRequest({ place, party_size, first_name, metadata }: CreateInput): SizedBooking {
  return {
    ...newBooking({ venue: place, date: '2026-12-20', party_size, guest: newGuest({ first_name }), metadata }),
    ...(refusing[place as keyof typeof refusing] > 500 && { payment_collection: 'cardservice_external' }),
  };
}

function refusalOf({ place }: CreateInput): number | undefined {
  return refusing[place as keyof typeof refusing];
}

it('IDM-1..6: all creates with a key, in any order, make one booking and return it forever', async () => {
  const clock = createManualClock(start);
  const sandbox = createSandboxProvider({ clock });
  const provider = {
    ...sandbox,
    // Lets other requests run between the two searches for the key.
    async checkRequest(request: SizedBooking, context: CallContext) {
      for (let turn = 0; turn < 4; turn += 1) await nextTurn();
      return sandbox.checkRequest(request, context);
    },
  };
  await using world = await openWorld({ start, providers: [provider], tick_seconds: 300 });
  /** For each accepted create: a function that repeats it, and the booking that it must return. */
  const kept: { send: () => Promise<TestResponse<Booking>>; id: string; first: Booking }[] = [];
  let [replays, refusals] = [0, 0];

  await fc.assert(
    fc.asyncProperty(story, async ({ keys, steps }) => {
      const organization = await world.addOrganization({ rate_limit: 1_000_000, test_allowance: 1_000_000 });
      const made = new Map<string, Booking>();
      for (const { key: number, mode, bodies, after_ms } of steps) {
        const name = keys[number] ?? '';
        const options: CallOptions = { key: organization.keys[mode], headers: { 'Idempotency-Key': name } };
        const send = (input: CreateInput) =>
          world.call<Booking>('POST', '/v1/bookings', { ...options, body: toRequest(input) });
        const responses = await Promise.all(bodies.map(send));
        const accepted = responses.filter(({ status }) => status < 300);
        const earlier = made.get(`${mode} ${name}`);
        const possible = bodies.filter((each) => refusalOf(each) === undefined);

        for (const [index, { status, headers, body: response }] of responses.entries()) {
          const refused = bodies[index] && refusalOf(bodies[index]);
          // After the key has a booking, no create is refused. Before and during that create, invalid bodies are refused.
          const byItself = refused === undefined ? [200, 201] : [refused, ...(possible[0] ? [200] : [])];
          expect(status).toBeOneOf(earlier ? [200] : byItself);
          expect(headers.get('idempotent-replayed')).toBe(status === 200 ? 'true' : null);
          expect(headers.get('location')).toBe(status < 300 ? `/v1/bookings/${response.id}` : null);
        }
        expect(responses.filter(({ status }) => status === 201)).toHaveLength(earlier || !possible[0] ? 0 : 1);
        const first = earlier ?? responses.find(({ status }) => status === 201)?.body;
        for (const { body: found } of accepted) expect(identity(found)).toEqual(first && identity(first));
        // The booking matches one of the bodies.
        expect(
          earlier || !possible[0] ? [first && requestOf(first)] : possible.map((each) => toRequest(each)),
        ).toContainEqual(first && requestOf(first));
        if (first && !earlier) {
          made.set(`${mode} ${name}`, first);
          // Even a body that would be refused alone returns it.
          const other = { place: 'fully_booked', party_size: 1, first_name: 'Other', metadata: {} } as const;
          kept.push({ send: () => send(other), id: first.id, first });
        }
        replays += accepted.filter(({ status }) => status === 200).length;
        refusals += responses.length - accepted.length;
        await world.clock.advance(after_ms);
      }
      // The environments do not share keys (IDM-4).
      const ids = [...made.values()].map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }),
    fuzzRuns(60),
  );

  await world.clock.advance(25 * 3_600_000);
  for (const { send, id, first } of kept) {
    const found = await send();
    expect([found.status, found.body.id]).toEqual([200, id]);
    expect(identity(found.body)).toEqual(identity(first));
  }
  // oxlint-disable-next-line no-console -- reports the coverage of the run to people.
  console.log(`${kept.length} bookings, ${replays} replays, ${refusals} refusals; after a day ${kept.length} found`);
  expect(isDefaultRun ? Math.min(kept.length, replays, refusals) : 1).toBeGreaterThan(0);
}, 240_000);

/** The parts of a booking that never change. */
function identity({ id, created, livemode, ...booking }: Booking) {
  return { id, created, livemode, ...requestOf({ id, created, livemode, ...booking }) };
}

/** The request body of the booking. */
function requestOf({ venue_id, slot_id, party_size, guest, metadata, payment_collection }: Booking): SizedBooking {
  return { venue_id, slot_id, party_size, guest, metadata, ...(payment_collection && { payment_collection }) };
}
