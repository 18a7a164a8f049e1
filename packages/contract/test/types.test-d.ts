/** What the compiler must know of the contract. Checked by `npm run typecheck`; each test holds where this file compiles. */
import { describe, expectTypeOf, it } from 'vitest';
import type {
  AnyErrorCode,
  Booking,
  BookingErrorCode,
  BookingEvent,
  BookingOnlyCode,
  BookingStatus,
  OperationRequest,
  CallErrorCode,
  CancelBooking,
  CatalogueEntry,
  CreateBooking,
  EventMap,
  EventType,
  JsonText,
  KeyMode,
  OperationId,
  OperationRow,
  Operations,
  RefusalOf,
  OperationResponse,
  OperationTextResponse,
  Scope,
  SlotList,
  Transition,
  Trigger,
  VenueList,
  bookingStates,
  errorCatalogue,
  eventTypes,
  operationTable,
  operations,
  webhooks,
} from '../src/index.ts';

declare const booking: Booking;
declare const operation: Operations;

describe('Call', () => {
  it('has the body that the operation is called with', () => {
    expectTypeOf<OperationRequest<'createBooking'>['body']>().toEqualTypeOf<CreateBooking>();
    expectTypeOf<OperationRequest<'cancelBooking'>['body']>().toEqualTypeOf<CancelBooking | undefined>();
    expectTypeOf<OperationRequest<'getBooking'>['body']>().toEqualTypeOf<undefined>();
  });

  it('has the parameters of the path, and no other', () => {
    expectTypeOf<OperationRequest<'getBooking'>['path']>().toEqualTypeOf<{ readonly id: string }>();
    expectTypeOf<OperationRequest<'createBooking'>['path']>().toEqualTypeOf<Readonly<Record<string, never>>>();
  });

  it('has the headers that the operation reads', () => {
    expectTypeOf<OperationRequest<'createBooking'>['header']['Idempotency-Key']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof OperationRequest<'getBooking'>['header']>().toEqualTypeOf<'Request-Id'>();
  });

  it('cannot be changed', () => {
    expectTypeOf<OperationRequest<'createBooking'>['body']>().toEqualTypeOf<Readonly<CreateBooking>>();
    expectTypeOf<OperationRequest<'createBooking'>>().toEqualTypeOf<Readonly<OperationRequest<'createBooking'>>>();
  });
});

describe('Reply', () => {
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

  it('leaves the headers that every answer has to the server', () => {
    expectTypeOf<OperationResponse<'getBooking'>['headers']>().toEqualTypeOf<undefined>();
    const answer = { status: 200, body: booking } as const;
    expectTypeOf(answer).toExtend<OperationResponse<'getBooking'>>();
  });

  it('is not of an undocumented status, nor without a documented header', () => {
    // @ts-expect-error a read answers 200
    const accepted: OperationResponse<'getBooking'> = { status: 202, body: booking };
    // @ts-expect-error a refusal is thrown
    const refused: OperationResponse<'getBooking'> = { status: 404, body: booking };
    // @ts-expect-error a booking that was made has a Location
    const unplaced: OperationResponse<'createBooking'> = { status: 201, body: booking };
    // @ts-expect-error a replay says so
    const replayed: OperationResponse<'createBooking'> = { status: 200, headers: { Location: '/' }, body: booking };
    // @ts-expect-error there is no such state
    const cooked: OperationResponse<'getBooking'> = { status: 200, body: { ...booking, status: 'cooked' } };
    expectTypeOf([accepted, refused, unplaced, replayed, cooked]).toBeArray();
  });
});

describe('Operations', () => {
  it('has every operation, called with its OperationRequest and answering its Reply', () => {
    expectTypeOf<keyof Operations>().toEqualTypeOf<OperationId>();
    expectTypeOf<Operations['getBooking']>().parameters.toEqualTypeOf<[call: OperationRequest<'getBooking'>]>();
    expectTypeOf<Operations['getBooking']>().returns.resolves.toEqualTypeOf<
      OperationResponse<'getBooking'> | OperationTextResponse<'getBooking'>
    >();
    expectTypeOf<OperationTextResponse<'getBooking'>['bodyText']>().toEqualTypeOf<JsonText<Booking>>();
    // @ts-expect-error the text of another body
    expectTypeOf<OperationTextResponse<'getBooking'>['bodyText']>().toExtend<JsonText<VenueList>>();
  });

  it('hands on the context it is given', () => {
    type InContext = Operations<[caller: string, now: Date]>;
    expectTypeOf<InContext['getCard']>().parameters.toEqualTypeOf<
      [call: OperationRequest<'getCard'>, caller: string, now: Date]
    >();
  });

  it('leaves none out', () => {
    const { getCard: _left, ...others } = operation;
    // @ts-expect-error getCard is left out
    others satisfies Operations;
    expectTypeOf(others).not.toExtend<Operations>();
  });
});

describe('operationTable', () => {
  it('has a row for every operation, whose statuses are those of the wire types', () => {
    type Wire<K extends OperationId> = `${keyof operations[K]['responses'] & number}`;
    type Table<K extends OperationId> =
      | `${(typeof operationTable)[K]['successes'][number]}`
      | keyof (typeof operationTable)[K]['errors'];
    type Differing = { [K in OperationId]: Same<Wire<K>, Table<K>> extends true ? never : K }[OperationId];

    expectTypeOf<keyof typeof operationTable>().toEqualTypeOf<OperationId>();
    expectTypeOf<Differing>().toBeNever();
  });

  it('names scopes that there are, and codes of the catalogue', () => {
    expectTypeOf<OperationRow['scope']>().toEqualTypeOf<Scope>();
    type Codes = { [K in OperationId]: RefusalOf<K> }[OperationId];
    type Listed = { [K in OperationId]: ListedCodes<(typeof operationTable)[K]['errors']> }[OperationId];
    expectTypeOf<Codes>().toEqualTypeOf<Listed>();
  });
});

describe('RefusalOf', () => {
  it('has the codes that the operation may refuse with, and no other', () => {
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

  it('is not a code of another operation', () => {
    // @ts-expect-error only a change is refused so
    const code: RefusalOf<'createBooking'> = 'modification_refused';
    expectTypeOf(code).toBeString();
  });
});

describe('errorCatalogue', () => {
  it('has a row for every code on the wire, and for no other', () => {
    expectTypeOf<keyof typeof errorCatalogue>().toEqualTypeOf<CallErrorCode | BookingErrorCode>();
    expectTypeOf<AnyErrorCode>().toEqualTypeOf<CallErrorCode | BookingErrorCode>();
    expectTypeOf<typeof errorCatalogue>().toExtend<Readonly<Record<AnyErrorCode, CatalogueEntry>>>();
  });

  it('has a status wherever the code stands on a call', () => {
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
    const tell = (event: BookingEvent) => (event.type === 'booking.failed' ? event : undefined);
    expectTypeOf(tell).returns.toEqualTypeOf<EventMap['booking.failed'] | undefined>();
  });

  it('has no other type', () => {
    // @ts-expect-error it is booking.confirmed
    const typo = (event: BookingEvent) => event.type === 'booking.confirmd';
    expectTypeOf(typo).returns.toBeBoolean();
  });
});

describe('Transition', () => {
  it('goes between states that there are, with events that there are', () => {
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

  it('leaves no final state', () => {
    expectTypeOf<Extract<Transition['from'], 'failed' | 'cancelled' | 'expired'>>().toBeNever();
  });
});

it('has two key modes', () => {
  expectTypeOf<KeyMode>().toEqualTypeOf<'test' | 'live'>();
});

type Same<A, B> = [A, B] extends [B, A] ? true : false;
type ListedCodes<Errors> = { [S in keyof Errors]: Errors[S] extends readonly (infer C)[] ? C : never }[keyof Errors];
