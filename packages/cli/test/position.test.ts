import type { ListedEvent } from '@booking-service/client';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { expect, it } from 'vitest';
import { limits } from '@booking-service/contract';
import { createPosition } from '../src/listen/position.ts';
import { interval_ms, polledPage } from '../src/poll-until-stopped.ts';

const at = (second: number): ListedEvent => createTestEvent('booking.created', { created: new Date(second * 1000) });

it('lists everything at first, and then from a minute before the newest event', () => {
  const position = createPosition();
  expect(position.from()).toBeUndefined();
  position.add(at(300));
  expect(position.from()).toEqual(new Date(240_000));
  // An event that becomes visible later than a newer one does not move the position back.
  position.add(at(270));
  expect(position.from()).toEqual(new Date(240_000));
});

it('has every event of that minute, and drops those before it', () => {
  const position = createPosition();
  const [first, late, newest] = [at(300), at(299), at(301)];
  for (const event of [first, newest, late]) position.add(event);
  expect([first, late, newest].every((event) => position.has(event))).toBe(true);
  position.add(at(360));
  expect([first, late, newest].map((event) => position.has(event))).toEqual([true, false, true]);
});

it('is the same after it was stored', () => {
  const position = createPosition();
  const event = at(300);
  position.add(event);
  const restored = createPosition(JSON.parse(JSON.stringify(position)));
  expect([restored.from(), restored.has(event)]).toEqual([position.from(), true]);
});

it('LIM-8: polls every second with a tenth of the units of reads', () => {
  const { default_limit, window_seconds, reads } = limits;
  const polls = (window_seconds * 1000) / interval_ms;
  const cost = 1 + Math.floor(polledPage / reads.rows_per_unit);
  expect(polls * cost).toBe((default_limit * reads.units_per_request) / 10);
});
