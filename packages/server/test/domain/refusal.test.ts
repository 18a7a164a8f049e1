import { bookingStates, type BookingStatus } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { invalidState, Refusal } from '../../src/domain/refusal.ts';

it.each(Object.keys(bookingStates.states) as BookingStatus[])('STA-10: invalid_state names the status %s', (status) => {
  const refusal = invalidState('cancelled', status);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal.code).toBe('invalid_state');
  expect(refusal.message).toBe(`A booking that is ${status} cannot be cancelled.`);
});

it("ERR-6: has the catalogue's message by default, and keeps its cause", () => {
  const cause = new Error('The line is dead.');
  expect(new Refusal('slot_not_offered').message).toBe('The provider does not offer this slot, or no longer does.');
  expect(new Refusal('not_found', { message: 'There is no venue ven_x.', cause })).toMatchObject({
    code: 'not_found',
    message: 'There is no venue ven_x.',
    cause,
    headers: {},
  });
});
