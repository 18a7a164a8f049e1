import { expect, it } from 'vitest';
import { delivery } from '@booking-service/contract';
import { nextAttempt } from '../../../kernel/src/deliveries/attempt-delivery.ts';

const ended = new Date('2026-11-21T23:59:30.250Z');

it.each([
  { attempt: 1, due: '2026-11-22T00:00:00.250Z' },
  { attempt: 2, due: '2026-11-22T00:01:30.250Z' },
  { attempt: 3, due: '2026-11-22T00:09:30.250Z' },
])('DLV-5 DLV-8: is due again at $due after attempt $attempt, counted from its end', ({ attempt, due }) => {
  expect(nextAttempt(attempt, { ended, rules: delivery })?.toISOString()).toBe(due);
});

it.each([4, 5, 100])('DLV-5: is abandoned after attempt %i', (attempt) => {
  expect(nextAttempt(attempt, { ended, rules: delivery })).toBeUndefined();
});
