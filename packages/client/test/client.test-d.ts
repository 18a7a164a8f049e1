/* oxlint-disable typescript/no-unsafe-enum-comparison, typescript/switch-exhaustiveness-check -- the compiler judges these tests: they compare with a value that it must refuse, and switch over unions that stay open */
import type * as contract from '@booking-service/contract';
import { expectTypeOf, it } from 'vitest';
import { BookingClientError, matchError } from '@booking-service/client';
import type {
  DataWithResponse,
  Booking,
  BookingClient,
  CallError,
  ContinueBooking,
  CreateBooking,
  CreateSession,
  DeadlineError,
  EndedError,
  ErrorCases,
  ErrorCode,
  NextAction,
  OperationId,
  Session,
  Slot,
  SomeErrorCases,
  UnknownValue,
  Venue,
  RefusedError,
  WaitDeadlineError,
} from '@booking-service/client';
import type { createRawClient } from '@booking-service/client/raw';
import type { RefusalCodes } from '../src/generated/tables.ts';

declare const client: BookingClient;
declare const raw: ReturnType<typeof createRawClient>;
declare const id: string;
declare const booking: Booking;
declare const caught: unknown;

it('types the codes of the contract and of each operation', () => {
  expectTypeOf<ErrorCode>().toEqualTypeOf<contract.CallErrorCode>();
  expectTypeOf<OperationId>().toEqualTypeOf<contract.OperationId>();
  expectTypeOf<{ [K in OperationId]: RefusalCodes[K] }>().toEqualTypeOf<{
    [K in OperationId]: contract.RefusalOf<K>;
  }>();
});

it('narrows with is() and refuses a typo', () => {
  if (!(caught instanceof BookingClientError)) return;
  expectTypeOf(caught.code).toEqualTypeOf<ErrorCode | UnknownValue | undefined>();
  if (caught.is('slot_not_offered')) {
    expectTypeOf(caught.code).toEqualTypeOf<'slot_not_offered'>();
    expectTypeOf(caught.status).toEqualTypeOf<number>();
    expectTypeOf(caught.details).toExtend<readonly object[] | undefined>();
  }
  if (caught.is('rate_limited', 'service_unavailable')) {
    expectTypeOf(caught.code).toEqualTypeOf<'rate_limited' | 'service_unavailable'>();
  }
  // @ts-expect-error slot_not_offerd
  caught.is('slot_not_offerd');
  // @ts-expect-error card_declined is a code of bookings only
  caught.is('card_declined');
  // @ts-expect-error slot_not_offerd
  if (caught.code === 'slot_not_offerd') return;
});

it('accepts only codes of the operation in is()', () => {
  const failed = caught as CallError<'createBooking'>;
  if (failed.is('slot_not_offered', 'missing_last_name')) {
    expectTypeOf(failed.code).toEqualTypeOf<'slot_not_offered' | 'missing_last_name'>();
  }
  // @ts-expect-error invalid_state is not a code of createBooking
  failed.is('invalid_state');
  // @ts-expect-error one of the two is not a code of createBooking
  failed.is('slot_not_offered', 'invalid_state');
});

it('narrows an error by its name', () => {
  const failed = caught as CallError<'createBooking'>;
  if (failed.name === 'RefusedError') {
    expectTypeOf(failed.code).toEqualTypeOf<RefusalCodes['createBooking'] | UnknownValue>();
    // @ts-expect-error invalid_state is not a code of createBooking
    if (failed.code === 'invalid_state') return;
  } else expectTypeOf(failed).not.toExtend<RefusedError>();
});

it('requires a case for every code of the operation in matchError', async () => {
  const { error } = await client.bookings.get(id).result();
  if (!error) return;
  const cases = {
    invalid_request: () => 1,
    unauthorized: () => 1,
    org_suspended: () => 1,
    wrong_key_environment: () => 1,
    insufficient_scope: () => 1,
    not_found: (refused: RefusedError<'not_found'>) => refused.code,
    rate_limited: () => 1,
    internal_error: () => 1,
    service_unavailable: () => 1,
    otherwise: () => null,
  };
  expectTypeOf(matchError(error, cases)).toEqualTypeOf<number | 'not_found' | null>();
  const { not_found: _, ...withoutNotFound } = cases;
  // @ts-expect-error the case for not_found is missing, as for a code that the contract gains
  matchError(error, withoutNotFound);
  const { otherwise: __, ...withoutOtherwise } = cases;
  // @ts-expect-error otherwise is missing
  matchError(error, withoutOtherwise);
  // @ts-expect-error cancelBooking has codes that getBooking does not have
  matchError({} as CallError<'cancelBooking'>, cases);
});

it('accepts some codes of the operation, and only those, in matchError with rest', async () => {
  const { error } = await client.bookings.get(id).result();
  if (!error) return;
  const value = matchError(error, { not_found: (refused) => refused.code, rest: (other) => other.effect });
  expectTypeOf(value).toEqualTypeOf<'not_found' | 'none' | 'unknown'>();
  expectTypeOf(matchError(error, { rest: () => 1 })).toEqualTypeOf<number>();
  // @ts-expect-error not_fuond
  matchError(error, { not_fuond: () => 1, rest: () => 2 });
  // @ts-expect-error slot_not_offered is not a code of getBooking
  matchError(error, { slot_not_offered: () => 1, rest: () => 2 });
  // @ts-expect-error rest is missing, and so are most codes
  matchError(error, { not_found: () => 1 });
});

it('types a table of some cases', () => {
  const cases = { rest: ({ name }) => name } satisfies SomeErrorCases<BookingClientError>;
  expectTypeOf(matchError(new BookingClientError('', {}), cases)).toEqualTypeOf<string>();
});

it('accepts every code for a caught error in matchError with rest', () => {
  if (!(caught instanceof BookingClientError)) return;
  const value = matchError(caught, { slot_not_offered: ({ code }) => code, rest: () => null });
  expectTypeOf(value).toEqualTypeOf<'slot_not_offered' | null>();
});

it('requires a case for every code of a caught error', () => {
  expectTypeOf<keyof ErrorCases<BookingClientError>>().toEqualTypeOf<ErrorCode | 'otherwise'>();
});

it('narrows a result by ok and by error', async () => {
  const result = await client.bookings.create({} as CreateBooking).result();
  if (result.ok) {
    expectTypeOf(result.data).toEqualTypeOf<Booking>();
    expectTypeOf(result.error).toEqualTypeOf<undefined>();
    expectTypeOf(result).toExtend<DataWithResponse<Booking>>();
  } else expectTypeOf(result.error).toEqualTypeOf<CallError<'createBooking'>>();
  const { error, data } = result;
  if (error) expectTypeOf(data).toEqualTypeOf<undefined>();
  expectTypeOf(await client.bookings.get(id)).toEqualTypeOf<Booking>();
  expectTypeOf(await client.bookings.get(id).withResponse()).toEqualTypeOf<DataWithResponse<Booking>>();
  expectTypeOf(await client.bookings.get(id).then((one) => one.id)).toEqualTypeOf<string>();
});

it('returns the awaited statuses from waitFor', async () => {
  expectTypeOf((await client.bookings.waitFor(id, { until: 'confirmed' })).status).toEqualTypeOf<'confirmed'>();
  const ended = await client.bookings.waitFor(id, { until: ['confirmed', 'failed'] });
  expectTypeOf(ended.status).toEqualTypeOf<'confirmed' | 'failed'>();
  expectTypeOf(ended).toExtend<Booking>();
  // @ts-expect-error confirmd
  void client.bookings.waitFor(id, { until: 'confirmd' });
  const { error } = await client.bookings.waitFor(id, { until: 'confirmed' }).result();
  expectTypeOf(error).toEqualTypeOf<
    Exclude<CallError<'getBooking'>, DeadlineError> | EndedError | WaitDeadlineError | undefined
  >();
});

it('opens responses for unknown values and refuses a typo', () => {
  expectTypeOf(booking.status).toEqualTypeOf<contract.BookingStatus | UnknownValue>();
  expectTypeOf(booking.object).toEqualTypeOf<'booking'>();
  expectTypeOf(booking.metadata).toEqualTypeOf<{ readonly [key: string]: string }>();
  // @ts-expect-error confirmd
  if (booking.status === 'confirmd') return;
  // Every status is a string, so that code can compare an unknown one.
  expectTypeOf(booking.status).toExtend<string>();

  // @ts-expect-error not every path returns: the case for unknown types is missing
  function leavesOut(action: NextAction): string {
    switch (action.type) {
      case 'enter_code':
        return action.destination;
      case 'authorize_payment':
        return action.url;
    }
  }
  expectTypeOf(leavesOut).returns.toEqualTypeOf<string>();
});

it('gives a page with a next page the cursor of that page', async () => {
  const page = await client.venues.search();
  if (page.has_more) void client.venues.search({ cursor: page.next_cursor });
  else expectTypeOf(page.next_cursor).toEqualTypeOf<null>();
});

it('closes requests for unknown values', () => {
  expectTypeOf<CreateBooking>().toExtend<contract.CreateBooking>();
  // The lists of the contract are read-only.
  expectTypeOf<Omit<contract.CreateBooking, 'party'>>().toExtend<Omit<CreateBooking, 'party'>>();
  // @ts-expect-error cardservice_internal
  void client.bookings.create({ ...({} as CreateBooking), payment_collection: 'cardservice_internal' });
  // @ts-expect-error post
  void client.sessions.create({ channel: 'post', destination: 'Lisbon' });
  // @ts-expect-error a booking has no field table_note
  void client.bookings.create({ ...({} as CreateBooking), table_note: 'by the window' });
  // @ts-expect-error the guest is missing
  void client.bookings.create({ venue_id: 'ven_a', slot_id: 'slt_a', party_size: 2 });
});

it('BKG-16: requires either party_size or party', () => {
  type Rest = Omit<CreateBooking, 'party' | 'party_size'>;
  type Counted = Rest & { readonly party_size: number };
  type Listed = Rest & { readonly party: { unit: string; quantity: number }[] };
  expectTypeOf<Counted>().toExtend<CreateBooking>();
  expectTypeOf<Listed>().toExtend<CreateBooking>();
  expectTypeOf<Rest>().not.toExtend<CreateBooking>();
  expectTypeOf<Counted & Listed>().not.toExtend<CreateBooking>();
});

it('types the resources of the contract', () => {
  expectTypeOf<contract.Booking>().toExtend<Booking>();
  expectTypeOf<contract.Venue>().toExtend<Venue>();
  expectTypeOf<contract.Slot>().toExtend<Slot>();
  expectTypeOf<contract.Session>().toExtend<Session>();
  expectTypeOf<keyof Booking>().toEqualTypeOf<keyof contract.Booking>();
});

it('names every action, every input and every destination of the contract', () => {
  expectTypeOf<NextAction['type']>().toEqualTypeOf<contract.NextAction['type'] | UnknownValue>();
  expectTypeOf<contract.NextAction>().toExtend<NextAction>();
  expectTypeOf<ContinueBooking>().toExtend<contract.ContinueBooking>();
  expectTypeOf<contract.ContinueBooking>().toExtend<ContinueBooking>();
  expectTypeOf<CreateSession>().toExtend<contract.CreateSession>();
  expectTypeOf<contract.CreateSession>().toExtend<CreateSession>();
});

it('types the entries of a search', async () => {
  for await (const venue of client.venues.search()) expectTypeOf(venue).toEqualTypeOf<Venue>();
  const page = await client.availability.search({ venue_id: 'ven_a', date: '2026-11-21', party_size: 2 });
  expectTypeOf(page.data).toEqualTypeOf<readonly Slot[]>();
});

it('types a raw client by the contract', async () => {
  const { data, error } = await raw.GET('/v1/bookings/{id}', { params: { path: { id } } });
  expectTypeOf(data).toExtend<contract.Booking | undefined>();
  const { data: page } = await raw.POST('/v1/venues/search', { body: {} });
  expectTypeOf(page?.data.map(({ name }) => name)).toEqualTypeOf<string[] | undefined>();
  // The lists of the contract are read-only.
  type Lists = 'documents' | 'party' | 'last_modification' | 'next_action';
  expectTypeOf<Omit<contract.Booking, Lists>>().toExtend<Omit<NonNullable<typeof data>, Lists>>();
  if (error) expectTypeOf(error.error).toExtend<string>();
  // @ts-expect-error the contract has no such path
  void raw.GET('/v1/booking/{id}', { params: { path: { id } } });
});
