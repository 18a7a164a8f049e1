import { bookingStates, type Booking, type BookingStatus } from '@booking-service/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bookingAt,
  canMove,
  findTransition,
  moveBooking,
  openBooking,
  toSummary,
  type RequestedAction,
  type Move,
} from '../../src/domain/booking.ts';
import { newBooking } from '../support/new-booking.ts';

const start = new Date('2026-11-21T09:30:00.000Z');
const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';
const request = newBooking();
const next_action: RequestedAction = { type: 'enter_code', channel: 'email', destination: 'a***@diner.test' };
const opening = { id, provider: 'sandbox', livemode: false, request };

const statuses = Object.keys(bookingStates.states) as BookingStatus[];
const final = statuses.filter((status) => bookingStates.states[status].final);

const moves: fc.Arbitrary<Move> = fc.oneof(
  fc.constant<Move>({ trigger: 'continue', to: 'processing' }),
  fc.constant<Move>({ trigger: 'cancel', to: 'cancelled' }),
  fc.constant<Move>({ trigger: 'time', to: 'expired' }),
  fc.constant<Move>({ trigger: 'provider', to: 'requires_action', next_action }),
  fc.string({ minLength: 1 }).map((code): Move => ({ trigger: 'provider', to: 'confirmed', confirmation_code: code })),
  fc.string({ minLength: 1 }).map((error_message): Move => ({
    trigger: 'provider',
    to: 'failed',
    error_code: 'provider_failed',
    error_message,
  })),
);

/** Tries these moves on a booking, one second apart. `each` receives every try. */
function play(
  asks: boolean,
  tried: readonly Move[],
  each: (before: Booking, move: Move, after: Booking | undefined) => void,
) {
  let { booking } = openBooking(asks ? { ...opening, next_action } : opening, start);
  for (const [index, move] of tried.entries()) {
    const moved = moveBooking(booking, move, new Date(start.getTime() + (index + 1) * 1000));
    each(booking, move, moved?.booking);
    booking = moved?.booking ?? booking;
  }
}

describe('moveBooking', () => {
  it('STA-10: makes the moves of the table and returns undefined for every other', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(moves, { maxLength: 12 }), (asks, tried) => {
        play(asks, tried, (before, move, after) => {
          const allowed = bookingStates.transitions.some(
            ({ trigger, from, to }) => trigger === move.trigger && from === before.status && to === move.to,
          );
          expect(after?.status).toBe(allowed ? move.to : undefined);
        });
      }),
    );
  });

  it('STA-10: a final status never moves', () => {
    fc.assert(
      fc.property(fc.constantFrom(...final), moves, (status, move) => {
        const { booking } = openBooking(opening, start);
        expect(moveBooking({ ...booking, status }, move, start)).toBeUndefined();
      }),
    );
    expect(final.toSorted()).toEqual(['cancelled', 'expired', 'failed']);
  });

  it('BKG-6: keeps the identity and the request, and changes nothing in place', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(moves, { maxLength: 12 }), (asks, tried) => {
        play(asks, tried, (before, move, after) => {
          const copy = structuredClone(before);
          moveBooking(before, move, start);
          expect(before).toStrictEqual(copy);
          if (!after) return;
          const kept = ['id', 'object', 'provider', 'livemode', 'created', ...Object.keys(request)] as const;
          for (const field of kept as readonly (keyof Booking)[]) expect(after[field]).toStrictEqual(before[field]);
          expect(after.updated > before.updated).toBe(true);
        });
      }),
    );
  });

  it('BKG-6 STA-9: gives each status its own fields only', () => {
    const fields = ['confirmation_code', 'error_code', 'error_message', 'expires_at', 'next_action'];
    const own: Readonly<Record<BookingStatus, readonly string[]>> = {
      processing: [],
      requires_action: ['expires_at', 'next_action'],
      confirmed: ['confirmation_code'],
      failed: ['error_code', 'error_message'],
      cancelled: [],
      expired: [],
    };
    fc.assert(
      fc.property(fc.boolean(), fc.array(moves, { maxLength: 12 }), (asks, tried) => {
        play(asks, tried, (before, move, after) => {
          if (!after) return;
          const cancelled = after.status === 'cancelled' && before.confirmation_code !== undefined;
          const expected = cancelled ? ['confirmation_code'] : own[after.status];
          expect(fields.filter((field) => field in after)).toEqual(expected);
        });
      }),
    );
  });

  it('STA-9: starts new 20 minutes at each return to requires_action', () => {
    const { booking } = openBooking(opening, start);
    const later = new Date('2026-11-21T10:00:00.000Z');
    const moved = moveBooking(booking, { trigger: 'provider', to: 'requires_action', next_action }, later);
    const expires_at = '2026-11-21T10:20:00.000Z';
    expect(moved?.booking).toMatchObject({
      expires_at,
      next_action: { ...next_action, expires_at },
      updated: later.toISOString(),
    });
    expect(moved?.events).toEqual(['booking.requires_action']);
  });
});

describe('openBooking', () => {
  it('STA-1 BKG-6: opens in processing, with empty metadata by default', () => {
    const { booking, events } = openBooking(opening, start);
    expect(booking).toStrictEqual({
      ...request,
      id,
      object: 'booking',
      status: 'processing',
      provider: 'sandbox',
      livemode: false,
      created: start.toISOString(),
      updated: start.toISOString(),
      metadata: {},
    });
    expect(events).toEqual(['booking.created']);
  });

  it('STA-2 BKG-12: opens in requires_action if it has a next action, with both events', () => {
    const { booking, events } = openBooking({ ...opening, next_action }, start);
    const expires_at = '2026-11-21T09:50:00.000Z';
    expect(booking).toMatchObject({
      status: 'requires_action',
      expires_at,
      next_action: { ...next_action, expires_at },
    });
    expect(events).toEqual(['booking.created', 'booking.requires_action']);
  });
});

describe('bookingAt', () => {
  const { booking } = openBooking({ ...opening, next_action }, start);
  const at = (ms: number) => bookingAt(booking, new Date(start.getTime() + ms));

  it('STA-8 STA-9: returns the booking unchanged for 20 minutes, and expired a millisecond later', () => {
    expect(at(0)).toBe(booking);
    expect(at(1_200_000)).toBe(booking);
    const { next_action: _asked, expires_at: _expires, ...rest } = booking;
    const expired = { ...rest, status: 'expired', updated: '2026-11-21T09:50:00.000Z' };
    expect(at(1_200_001)).toStrictEqual(expired);
    expect(at(1e12)).toStrictEqual(expired);
  });

  it('STA-8: never changes another status', () => {
    const { booking: processing } = openBooking(opening, start);
    expect(bookingAt(processing, new Date('2100-01-01T00:00:00.000Z'))).toBe(processing);
  });
});

describe('findTransition and canMove', () => {
  it('STA-10 STA-11: allows modify only for a confirmed booking, which stays confirmed', () => {
    expect(statuses.filter((status) => canMove('modify', status))).toEqual(['confirmed']);
    expect(findTransition('modify', 'confirmed')).toMatchObject({ to: 'confirmed', events: ['booking.modified'] });
  });

  it('STA-10: allows continue and cancel for the statuses of the table', () => {
    expect(statuses.filter((status) => canMove('continue', status))).toEqual(['requires_action']);
    expect(statuses.filter((status) => canMove('cancel', status))).toEqual([
      'processing',
      'requires_action',
      'confirmed',
    ]);
    expect(findTransition('cancel', 'expired')).toBeUndefined();
    expect(findTransition('create', null, 'expired')).toBeUndefined();
  });
});

describe('toSummary', () => {
  const { booking } = openBooking({ ...opening, request: { ...request, metadata: { order: '1041' } } }, start);

  it('BKG-1: keeps four fields, whatever else the booking has', () => {
    expect(toSummary({ ...booking, confirmation_code: 'OWN-1' })).toStrictEqual({
      id,
      object: 'booking',
      status: 'processing',
      provider: 'sandbox',
    });
  });

  it('BKG-1 BKG-8: adds the error, the action and the last modification if present', () => {
    const asked = { ...next_action, expires_at: '2026-11-21T09:50:00.000Z' } as const;
    const more = {
      error_code: 'card_declined',
      error_message: 'The card was declined.',
      next_action: asked,
      last_modification: { modified_at: '2026-11-21T09:40:00.000Z', changes: { party_size: 3 } },
    } as const;
    expect(toSummary({ ...booking, ...more })).toStrictEqual({
      id,
      object: 'booking',
      status: 'processing',
      provider: 'sandbox',
      ...more,
    });
  });
});
