/**
 * Plays steps against a real service and compares each response with the model. After every step it reads each booking: the
 * requests, the provider's script and the time must explain its state.
 */
import { randomUUID } from 'node:crypto';
import { idempotency, sandbox, type Booking, type Transition } from '@booking-service/contract';
import { expect } from 'vitest';
import type { World } from '../../src/testing.ts';
import { explain, type Exchange, type BookingCall } from './explain.ts';
import { expiryMs, judgeCreate, judgeReplay, type TrackedBooking } from './model-booking.ts';
import type { Clock, Step } from './steps.ts';
import { newBooking, newGuest } from '../support/new-booking.ts';

export interface Played {
  readonly id: string;
  /** The transitions of the booking. More than one way if only its events can decide between them. */
  readonly ways: readonly (readonly Transition[])[];
}

const codes = { 'right code': sandbox.code, 'wrong code': '000000' };

/** Throws if a response differs from the model. Returns each booking with the transitions that explain it. */
export async function play(steps: readonly Step[], world: World): Promise<Played[]> {
  const { clock, call } = world;
  const bookings: TrackedBooking[] = [];
  const keys = new Map<string, TrackedBooking>();
  const play_id = randomUUID();

  for (const step of steps) {
    if (step.do === 'create') await create(step);
    else {
      const tracked = bookings.at(step.booking % Math.max(1, bookings.length));
      if (tracked) await act(tracked, step.do === 'call' ? step.calls : [], msOf(step.clock, tracked));
    }
  }
  // Twice: for the provider's last response, and for the tick that delivers its event.
  for (const ms of [30_000, 30_000]) await act(undefined, [], ms);
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
    // Without a key each create makes another booking.
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

  /** Sends the requests for one booking and advances the clock concurrently, then explains every booking. */
  async function act(
    target: TrackedBooking | undefined,
    calls: readonly BookingCall[],
    ms: number | undefined,
  ): Promise<void> {
    const from = clock.now().getTime();
    const [exchanges] = await Promise.all([
      Promise.all(target ? calls.map((request) => make(target.doc.id, request)) : []),
      ms === undefined ? undefined : clock.advance(ms),
    ]);
    const until = clock.now().getTime();
    for (const tracked of bookings) {
      const after = await read(tracked.doc.id);
      const observation = { exchanges: tracked === target ? exchanges : [], before: tracked.doc, after, from, until };
      const models = tracked.models.flatMap((model) => explain(model, observation));
      if (models.length === 0) throw new Error(unexplained({ ...observation, models: tracked.models }));
      tracked.doc = after;
      tracked.models = models;
    }
  }

  async function make(id: string, request: BookingCall): Promise<Exchange> {
    const path = `/v1/bookings/${id}`;
    const { status, body } =
      request.call === 'read'
        ? await call<Exchange['body']>('GET', path)
        : await call<Exchange['body']>('POST', `${path}/${request.call}`, { body: bodyOf(request) });
    return { request, status, body };
  }

  async function read(id: string): Promise<Booking> {
    const { status, body } = await call<Booking>('GET', `/v1/bookings/${id}`);
    expect(status).toBe(200);
    return body;
  }

  /** The milliseconds to advance. Without an expiry of the booking, the time of a new expiry counts. */
  function msOf(target: Clock | undefined, { doc }: TrackedBooking): number | undefined {
    if (target === undefined || typeof target === 'number') return target;
    const remaining = doc.expires_at === undefined ? expiryMs : Date.parse(doc.expires_at) - clock.now().getTime();
    return target === 'its expiry' ? remaining + 1 : remaining;
  }
}

function bodyOf(request: Exclude<BookingCall, { call: 'read' }>): object | undefined {
  if (request.call === 'cancel') return undefined;
  if (request.call === 'modify') return { party_size: request.party_size };
  return request.input === 'approval'
    ? { type: 'authorize_payment' }
    : { type: 'enter_code', code: codes[request.input] };
}

function unexplained(observation: object): string {
  return `No order of these requests explains the booking:\n${JSON.stringify(observation, undefined, 2)}`;
}
