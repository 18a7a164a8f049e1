/** Type tests of the contract. `npm run typecheck` checks them: every test passes if this file compiles. */
import { describe, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type {
  AnyErrorCode,
  Booking,
  BookingErrorCode,
  BookingEvent,
  BookingOnlyCode,
  bookingStates,
  BookingStatus,
  CallErrorCode,
  CancelBooking,
  CatalogueEntry,
  CreateBooking,
  errorCatalogue,
  EventMap,
  EventType,
  eventTypes,
  JsonText,
  KeyMode,
  ModifyBooking,
  OperationId,
  OperationRequest,
  OperationResponse,
  OperationRow,
  Operations,
  operations,
  operationTable,
  OperationTextResponse,
  RefusalOf,
  Scope,
  SlotList,
  Transition,
  Trigger,
  VenueList,
  webhooks,
} from '../src/index.ts';
import type { BookingSchema, CreateBookingSchema } from '../src/zod.ts';

declare const booking: Booking;
declare const operation: Operations;

describe('OperationRequest', () => {
  it('has the request body of the operation', () => {
    expectTypeOf<OperationRequest<'createBooking'>['body']>().toEqualTypeOf<CreateBooking>();
    expectTypeOf<OperationRequest<'cancelBooking'>['body']>().toEqualTypeOf<CancelBooking | undefined>();
    expectTypeOf<OperationRequest<'getBooking'>['body']>().toEqualTypeOf<undefined>();
  });

  it('has the path parameters and no others', () => {
    expectTypeOf<OperationRequest<'getBooking'>['path']>().toEqualTypeOf<{ readonly id: string }>();
    expectTypeOf<OperationRequest<'createBooking'>['path']>().toEqualTypeOf<Readonly<Record<string, never>>>();
  });

  it('has the headers that the operation reads', () => {
    expectTypeOf<OperationRequest<'createBooking'>['header']['Idempotency-Key']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof OperationRequest<'getBooking'>['header']>().toEqualTypeOf<'Request-Id'>();
  });

  it('is read-only', () => {
    expectTypeOf<OperationRequest<'modifyBooking'>['body']>().toEqualTypeOf<Readonly<ModifyBooking>>();
    expectTypeOf<OperationRequest<'createBooking'>>().toEqualTypeOf<Readonly<OperationRequest<'createBooking'>>>();
  });
});

describe('OperationResponse', () => {
  it('has a documented status, with the body and the headers of that status', () => {
    expectTypeOf<OperationResponse<'createBooking'>['status']>().toEqualTypeOf<200 | 201>();
    expectTypeOf<Extract<OperationResponse<'createBooking'>, { status: 201 }>['headers']>().toEqualTypeOf<{
      readonly Location: string;
    }>();
    expectTypeOf<keyof Extract<OperationResponse<'createBooking'>, { status: 200 }>['headers']>().toEqualTypeOf<
      'Location' | 'Idempotent-Replayed'
    >();
    expectTypeOf<OperationResponse<'createBooking'>['body']>().toEqualTypeOf<Booking>();
    expectTypeOf<OperationResponse<'searchVenues'>['body']>().toEqualTypeOf<VenueList>();
    expectTypeOf<OperationResponse<'searchAvailability'>['body']>().toEqualTypeOf<SlotList>();
    expectTypeOf<OperationResponse<'createSession'>['status']>().toEqualTypeOf<201>();
  });

  it('leaves out the headers that the server sets on every response', () => {
    expectTypeOf<OperationResponse<'getBooking'>['headers']>().toEqualTypeOf<undefined>();
    const response = { status: 200, body: booking } as const;
    expectTypeOf(response).toExtend<OperationResponse<'getBooking'>>();
  });

  it('does not accept an undocumented status or a missing header', () => {
    // @ts-expect-error getBooking documents 200 only
    const accepted: OperationResponse<'getBooking'> = { status: 202, body: booking };
    // @ts-expect-error an operation throws refusals
    const refused: OperationResponse<'getBooking'> = { status: 404, body: booking };
    // @ts-expect-error a 201 requires Location
    const withoutLocation: OperationResponse<'createBooking'> = { status: 201, body: booking };
    // @ts-expect-error a replay requires Idempotent-Replayed
    const replayed: OperationResponse<'createBooking'> = { status: 200, headers: { Location: '/' }, body: booking };
    // @ts-expect-error the status does not exist
    const unknownStatus: OperationResponse<'getBooking'> = { status: 200, body: { ...booking, status: 'cooked' } };
    expectTypeOf([accepted, refused, withoutLocation, replayed, unknownStatus]).toBeArray();
  });
});

describe('Operations', () => {
  it('has every operation, from its OperationRequest to its OperationResponse', () => {
    expectTypeOf<keyof Operations>().toEqualTypeOf<OperationId>();
    expectTypeOf<Operations['getBooking']>().parameters.toEqualTypeOf<[request: OperationRequest<'getBooking'>]>();
    expectTypeOf<Operations['getBooking']>().returns.resolves.toEqualTypeOf<
      OperationResponse<'getBooking'> | OperationTextResponse<'getBooking'>
    >();
    expectTypeOf<OperationTextResponse<'getBooking'>['bodyText']>().toEqualTypeOf<JsonText<Booking>>();
    // @ts-expect-error the text of another body
    expectTypeOf<OperationTextResponse<'getBooking'>['bodyText']>().toExtend<JsonText<VenueList>>();
  });

  it('passes its context on to each operation', () => {
    type InContext = Operations<[caller: string, now: Date]>;
    expectTypeOf<InContext['getCard']>().parameters.toEqualTypeOf<
      [request: OperationRequest<'getCard'>, caller: string, now: Date]
    >();
  });

  it('requires every operation', () => {
    const { getCard: _removed, ...others } = operation;
    // @ts-expect-error getCard is missing
    others satisfies Operations;
    expectTypeOf(others).not.toExtend<Operations>();
  });
});

describe('operationTable', () => {
  it('has a row for every operation, with the statuses of the wire types', () => {
    type Wire<K extends OperationId> = `${keyof operations[K]['responses'] & number}`;
    type Table<K extends OperationId> =
      | `${(typeof operationTable)[K]['successes'][number]}`
      | keyof (typeof operationTable)[K]['errors'];
    type Differing = { [K in OperationId]: Same<Wire<K>, Table<K>> extends true ? never : K }[OperationId];

    expectTypeOf<keyof typeof operationTable>().toEqualTypeOf<OperationId>();
    expectTypeOf<Differing>().toBeNever();
  });

  it('uses existing scopes and codes of the catalogue', () => {
    expectTypeOf<OperationRow['scope']>().toEqualTypeOf<Scope>();
    type Codes = { [K in OperationId]: RefusalOf<K> }[OperationId];
    type Listed = { [K in OperationId]: ListedCodes<(typeof operationTable)[K]['errors']> }[OperationId];
    expectTypeOf<Codes>().toEqualTypeOf<Listed>();
  });
});

describe('RefusalOf', () => {
  it('has the documented codes of the operation and no others', () => {
    expectTypeOf<Extract<RefusalOf<'createBooking'>, `s${string}`>>().toEqualTypeOf<
      'service_unavailable' | 'slot_not_offered'
    >();
    expectTypeOf<RefusalOf<'getBooking'>>().toEqualTypeOf<
      | 'insufficient_scope'
      | 'internal_error'
      | 'invalid_request'
      | 'not_found'
      | 'org_suspended'
      | 'rate_limited'
      | 'service_unavailable'
      | 'unauthorized'
      | 'wrong_key_environment'
    >();
  });

  it('does not accept a code of another operation', () => {
    // @ts-expect-error only modifyBooking documents this code
    const code: RefusalOf<'createBooking'> = 'modification_refused';
    expectTypeOf(code).toBeString();
  });
});

describe('errorCatalogue', () => {
  it('has a row for every code on the wire and no others', () => {
    expectTypeOf<keyof typeof errorCatalogue>().toEqualTypeOf<CallErrorCode | BookingErrorCode>();
    expectTypeOf<AnyErrorCode>().toEqualTypeOf<CallErrorCode | BookingErrorCode>();
    expectTypeOf<typeof errorCatalogue>().toExtend<Readonly<Record<AnyErrorCode, CatalogueEntry>>>();
  });

  it('has a status for every code of an error response', () => {
    expectTypeOf<(typeof errorCatalogue)[CallErrorCode]['status']>().toBeNumber();
    type WithStatus = {
      [C in AnyErrorCode]: (typeof errorCatalogue)[C] extends { status: number } ? C : never;
    }[AnyErrorCode];
    expectTypeOf<Exclude<AnyErrorCode, WithStatus>>().toEqualTypeOf<BookingOnlyCode>();
  });
});

describe('BookingEvent', () => {
  it('has the seven types', () => {
    expectTypeOf<BookingEvent['type']>().toEqualTypeOf<EventType>();
    expectTypeOf<keyof EventMap>().toEqualTypeOf<(typeof eventTypes)[number]>();
    expectTypeOf<keyof webhooks>().toEqualTypeOf<EventType>();
  });

  it('is narrowed by its type', () => {
    type Differing = {
      [T in EventType]: Same<Extract<BookingEvent, { type: T }>, EventMap[T]> extends true ? never : T;
    }[EventType];
    expectTypeOf<Differing>().toBeNever();
    const findFailure = (event: BookingEvent) => (event.type === 'booking.failed' ? event : undefined);
    expectTypeOf(findFailure).returns.toEqualTypeOf<EventMap['booking.failed'] | undefined>();
  });

  it('has no other type', () => {
    // @ts-expect-error misspelled
    const typo = (event: BookingEvent) => event.type === 'booking.confirmd';
    expectTypeOf(typo).returns.toBeBoolean();
  });
});

describe('Transition', () => {
  it('connects existing states and emits existing events', () => {
    expectTypeOf<Transition['to']>().toExtend<BookingStatus>();
    expectTypeOf<NonNullable<Transition['from']>>().toExtend<BookingStatus>();
    expectTypeOf<Transition['events'][number]>().toExtend<EventType>();
    expectTypeOf<keyof (typeof bookingStates)['states']>().toEqualTypeOf<BookingStatus>();
  });

  it('is narrowed by its trigger', () => {
    expectTypeOf<Trigger>().toEqualTypeOf<'create' | 'provider' | 'continue' | 'cancel' | 'modify' | 'time'>();
    expectTypeOf<Extract<Transition, { trigger: 'time' }>['to']>().toEqualTypeOf<'expired'>();
    expectTypeOf<Extract<Transition, { trigger: 'modify' }>['from']>().toEqualTypeOf<'confirmed'>();
  });

  it('never starts at a final state', () => {
    expectTypeOf<Extract<Transition['from'], 'failed' | 'cancelled' | 'expired'>>().toBeNever();
  });
});

it('has two key modes', () => {
  expectTypeOf<KeyMode>().toEqualTypeOf<'test' | 'live'>();
});

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type ListedCodes<Errors> = { [S in keyof Errors]: Errors[S] extends readonly (infer C)[] ? C : never }[keyof Errors];

it('has the types of the contract, open in responses', () => {
  expectTypeOf<z.infer<typeof CreateBookingSchema>>().toEqualTypeOf<CreateBooking>();
  expectTypeOf<Booking>().toExtend<z.infer<typeof BookingSchema>>();
  expectTypeOf<z.infer<typeof BookingSchema>['status']>().not.toEqualTypeOf<Booking['status']>();
});
