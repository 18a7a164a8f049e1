/**
 * Plays steps against a real service and holds each answer to the model. After every step each booking is read: what
 * happened to it must be explained by the calls that were answered, the provider's script and the time.
 */
import { randomUUID } from 'node:crypto';
import { idempotency, sandbox, type Booking, type Transition } from '@booking-service/contract';
import { expect } from 'vitest';
import type { World } from '../../src/testing.ts';
import { explain, type Answered, type BookingCall } from './explain.ts';
import { judgeCreate, judgeReplay, type Known } from './judge-create.ts';
import { expiryMs } from './model-booking.ts';
import type { Clock, Step } from './steps.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

export interface Played {
  readonly id: string;
  /** The transitions it took; more than one way where only its events decide which it was. */
  readonly ways: readonly (readonly Transition[])[];
}

const codes = { 'right code': sandbox.code, 'wrong code': '000000' };

/** Throws where an answer is not the model's. Returns each booking with the transitions that explain it. */
export async function play(steps: readonly Step[], world: World): Promise<Played[]> {
  const { clock, call } = world;
  const bookings: Known[] = [];
  const keys = new Map<string, Known>();
  const play_id = randomUUID();

  for (const step of steps) {
    if (step.do === 'create') await create(step);
    else {
      const known = bookings.at(step.booking % Math.max(1, bookings.length));
      if (known) await happen(known, step.do === 'call' ? step.calls : [], msOf(step.clock, known));
    }
  }
  // Twice, for the provider's last answer and then for the tick that delivers its event.
  for (const ms of [30_000, 30_000]) await happen(undefined, [], ms);
  return bookings.map(({ doc, models }) => ({ id: doc.id, ways: models.map(({ taken }) => taken) }));

  async function create({ venue_id, payment, key, times }: Extract<Step, { do: 'create' }>): Promise<void> {
    const party_size = 2;
    const body = {
      ...newBooking({ venue: venue_id.replace('ven_', ''), date: '2026-12-21', party_size }),
      guest: newGuest({ last_name: 'Byron' }),
      ...(payment && { payment_collection: 'cardservice_external' }),
    };
    const name = key === undefined ? undefined : `${play_id} ${key}`;
    const headers = name === undefined ? {} : { [idempotency.header]: name };
    const send = () => call<Booking>('POST', '/v1/bookings', { body, headers });
    // Without a key each create makes a booking of its own.
    const sent = await Promise.all(Array.from({ length: name === undefined ? 1 : times }, send));
    const earlier = name === undefined ? undefined : keys.get(name);
    if (earlier) {
      for (const replay of sent) judgeReplay(replay, earlier.doc);
      return;
    }
    const made = judgeCreate(sent, { venue_id, payment, party_size }, clock.now());
    if (!made) return;
    expect(await read(made.doc.id)).toEqual(made.doc);
    bookings.push(made);
    if (name !== undefined) keys.set(name, made);
  }

  /** Makes the calls to one booking and moves the clock, all at the same time, then explains every booking. */
  async function happen(
    target: Known | undefined,
    calls: readonly BookingCall[],
    ms: number | undefined,
  ): Promise<void> {
    const from = clock.now().getTime();
    const [answered] = await Promise.all([
      Promise.all(target ? calls.map((asked) => make(target.doc.id, asked)) : []),
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
