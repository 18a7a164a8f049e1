/**
 * Plays steps against a real service and holds each answer to the model. After every step each booking is read: what
 * happened to it must be explained by the calls that were answered, the provider's script and the time.
 */
import { errorCatalogue, idempotency, sandbox, type Booking, type Transition } from '@booking-service/contract';
import { expect } from 'vitest';
import type { Answered as Answer, World } from '../../src/testing.ts';
import { explain, type Answered, type BookingCall } from './explain.ts';
import { createdBooking, expiryMs, type ModelBooking } from './model-booking.ts';
import type { Clock, Step } from './steps.ts';
import { venueScripts } from './venue-script.ts';

export interface Played {
  readonly id: string;
  /** The transitions it took; more than one way where only its events decide which it was. */
  readonly ways: readonly (readonly Transition[])[];
}

interface Known {
  doc: Booking;
  /** More than one where what has been seen so far does not decide between them. */
  models: readonly ModelBooking[];
}

const codes = { 'right code': sandbox.code, 'wrong code': '000000' };
let plays = 0;

/** Throws where an answer is not the model's. Returns each booking with the transitions that explain it. */
export async function play(steps: readonly Step[], world: World): Promise<Played[]> {
  const { clock, call } = world;
  const bookings: Known[] = [];
  const keys = new Map<string, Known>();
  plays += 1;

  for (const step of steps) {
    if (step.do === 'create') await create(step);
    else {
      const known = bookings.at(step.booking % Math.max(1, bookings.length));
      if (known) await happen(known, step.do === 'call' ? step.calls : [], msOf(step.clock, known));
    }
  }
  // Long enough for the provider's last answer and for the tick that delivers its event.
  for (const ms of [30_000, 30_000]) for (const known of bookings.slice(0, 1)) await happen(known, [], ms);
  return bookings.map(({ doc, models }) => ({ id: doc.id, ways: models.map(({ taken }) => taken) }));

  async function create({ venue_id, payment, key, times }: Extract<Step, { do: 'create' }>): Promise<void> {
    const party_size = 2;
    const body = {
      venue_id,
      slot_id: `${venue_id.replace('ven_', 'slt_')}_20261221T1900`,
      party_size,
      guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
      ...(payment && { payment_collection: 'cardservice_external' }),
    };
    const name = key === undefined ? undefined : `play ${plays} key ${key}`;
    const headers = name === undefined ? {} : { [idempotency.header]: name };
    const send = () => call<Booking>('POST', '/v1/bookings', { body, headers });
    // Without a key each create makes a booking of its own.
    const sent = await Promise.all(Array.from({ length: name === undefined ? 1 : times }, send));
    const earlier = name === undefined ? undefined : keys.get(name);
    const made = earlier ?? (await judgeCreate(sent, { venue_id, payment, party_size }));
    if (!made) return;
    if (!earlier) bookings.push(made);
    if (name !== undefined) keys.set(name, made);
    const replays = earlier ? sent : sent.filter(({ status }) => status !== idempotency.first_status);
    for (const replay of replays) {
      expect(replay.status).toBe(idempotency.replay_status);
      expect(replay.headers.get(idempotency.replay_header)).toBe('true');
      expect(replay.body.id).toBe(made.doc.id);
      // A replay beside its first create may be told of the booking before an at-once provider has answered.
      if (earlier || replay.body.status !== 'processing') expect(replay.body).toEqual(made.doc);
    }
  }

  /** The booking that exactly one of these creates made, or undefined where all were refused as the venue's script says. */
  async function judgeCreate(
    sent: readonly Answer<Booking>[],
    { venue_id, payment, party_size }: { venue_id: string; payment: boolean; party_size: number },
  ): Promise<Known | undefined> {
    const venue = venueScripts.find(({ id }) => id === venue_id);
    if (!venue) throw new Error(`No venue of the model is called ${venue_id}.`);
    const { offers_slots, payment_refusal } = venue;
    const refusal = offers_slots === false ? 'slot_not_offered' : payment ? payment_refusal : undefined;
    if (refusal) {
      for (const answer of sent) {
        expect(answer).toMatchObject({ status: errorCatalogue[refusal].status, body: { error_code: refusal } });
      }
      return undefined;
    }
    const [first, ...others] = sent.filter(({ status }) => status === idempotency.first_status);
    if (!first || others.length > 0)
      throw new Error(`${others.length + (first ? 1 : 0)} of the creates made a booking.`);
    const model = createdBooking(venue, { payment, party_size, at: clock.now().getTime() });
    expect(first.body).toMatchObject({ status: model.status, created: clock.now().toISOString() });
    expect(first.body.error_code).toBe(model.error_code);
    expect(first.body).toEqual(await read(first.body.id));
    return { doc: first.body, models: [model] };
  }

  /** Makes the calls to one booking and moves the clock, all at the same time, then explains every booking. */
  async function happen(target: Known, calls: readonly BookingCall[], ms: number | undefined): Promise<void> {
    const from = clock.now().getTime();
    const [answered] = await Promise.all([
      Promise.all(calls.map((asked) => make(target.doc.id, asked))),
      ms === undefined ? undefined : clock.advance(ms),
    ]);
    const until = clock.now().getTime();
    for (const known of bookings) {
      const after = await read(known.doc.id);
      const happened = { answered: known === target ? answered : [], before: known.doc, after, from, until };
      const models = known.models.flatMap((model) => explain(model, happened));
      if (models.length === 0) throw new Error(unexplained({ ...happened, models: known.models }));
      known.doc = after;
      known.models = models;
    }
  }

  async function make(id: string, asked: BookingCall): Promise<Answered> {
    const path = `/v1/bookings/${id}`;
    const { status, body } =
      asked.call === 'read'
        ? await call<Answered['body']>('GET', path)
        : await call<Answered['body']>('POST', `${path}/${asked.call}`, { body: bodyOf(asked) });
    return { asked, status, body };
  }

  async function read(id: string): Promise<Booking> {
    const { status, body } = await call<Booking>('GET', `/v1/bookings/${id}`);
    expect(status).toBe(200);
    return body;
  }

  /** How far the clock is moved; a booking that does not wait for anybody does not expire. */
  function msOf(wanted: Clock | undefined, { doc }: Known): number | undefined {
    if (wanted === undefined || typeof wanted === 'number') return wanted;
    const left = doc.expires_at === undefined ? expiryMs : Date.parse(doc.expires_at) - clock.now().getTime();
    return wanted === 'its expiry' ? left + 1 : left;
  }
}

function bodyOf(asked: Exclude<BookingCall, { call: 'read' }>): object | undefined {
  if (asked.call === 'cancel') return undefined;
  if (asked.call === 'modify') return { party_size: asked.party_size };
  return asked.answer === 'approval'
    ? { type: 'authorize_payment' }
    : { type: 'enter_code', code: codes[asked.answer] };
}

function unexplained(happened: object): string {
  return `No order of these calls explains the booking:\n${JSON.stringify(happened, undefined, 2)}`;
}
