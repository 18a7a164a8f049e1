/* oxlint-disable typescript/no-unsafe-enum-comparison, typescript/switch-exhaustiveness-check -- the compiler judges these tests: they compare with a value that it must refuse, and switch over unions that stay open */
import type * as contract from '@booking-service/contract';
import { expectTypeOf, it } from 'vitest';
import { createReceiver, createVerifier, isKnownEvent } from '@booking-service/webhooks';
import type {
  BookingEvent,
  EventMap,
  EventType,
  UnknownEvent,
  UnknownValue,
  WebhookEvent,
} from '@booking-service/webhooks';
import { createTestEvent } from '@booking-service/webhooks/testing';

declare const event: WebhookEvent;

it('EVT-1: has the events of the contract', () => {
  expectTypeOf<contract.BookingEvent>().toExtend<BookingEvent>();
  expectTypeOf<BookingEvent['type']>().toEqualTypeOf<contract.BookingEvent['type']>();
  expectTypeOf<EventType>().toEqualTypeOf<contract.EventType>();
});

it('EVT-1: narrows an event by a known type', () => {
  if (event.type === 'booking.failed') {
    expectTypeOf(event).toEqualTypeOf<EventMap['booking.failed']>();
    expectTypeOf(event.data.object.error_message).toEqualTypeOf<string | undefined>();
  }
  if (isKnownEvent(event)) expectTypeOf(event).toEqualTypeOf<BookingEvent>();
  else expectTypeOf(event).toEqualTypeOf<UnknownEvent>();
});

it('EVT-4: opens codes and actions of known events for unknown values', () => {
  if (!isKnownEvent(event)) return;
  const { error_code, next_action } = event.data.object;
  expectTypeOf(error_code).toEqualTypeOf<contract.BookingErrorCode | UnknownValue | undefined>();
  // @ts-expect-error not every path returns: the case for unknown types is missing
  function leavesOut(action: NonNullable<typeof next_action>): string {
    switch (action.type) {
      case 'enter_code':
        return action.destination;
      case 'authorize_payment':
        return action.url;
    }
  }
  expectTypeOf(leavesOut).returns.toEqualTypeOf<string>();
});

it('EVT-4: requires a case for unknown events', () => {
  expectTypeOf(event.data.object.status).toEqualTypeOf<unknown>();

  // @ts-expect-error not every path returns: the case for unknown types is missing
  function leavesOut(one: WebhookEvent): string {
    switch (one.type) {
      case 'booking.created':
      case 'booking.requires_action':
      case 'booking.processing':
      case 'booking.confirmed':
      case 'booking.failed':
      case 'booking.cancelled':
      case 'booking.modified':
        return one.data.object.status;
    }
  }
  function handlesAll(one: WebhookEvent): string {
    switch (one.type) {
      case 'booking.created':
      case 'booking.requires_action':
      case 'booking.processing':
      case 'booking.confirmed':
      case 'booking.failed':
      case 'booking.cancelled':
      case 'booking.modified':
        return one.data.object.status;
      default:
        return `unknown: ${(one satisfies UnknownEvent).type}`;
    }
  }
  expectTypeOf(leavesOut).toEqualTypeOf(handlesAll);
});

it('EVT-1: refuses a typo at compile time', () => {
  // @ts-expect-error confirmd
  if (event.type === 'booking.confirmd') return;
  switch (event.type) {
    // @ts-expect-error cancelled has two l
    case 'booking.canceled':
      break;
  }
  const receiver = createReceiver({ verifier: createVerifier({ secrets: ['a'] }) });
  // @ts-expect-error confirmd
  receiver.on('booking.confirmd', () => undefined);
  // @ts-expect-error confirmd
  createTestEvent('booking.confirmd');
  // @ts-expect-error the summary does not have this field
  createTestEvent('booking.confirmed', { object: { colour: 'red' } });
  receiver.on('booking.failed', (failed) => {
    expectTypeOf(failed.type).toEqualTypeOf<'booking.failed'>();
  });
});
