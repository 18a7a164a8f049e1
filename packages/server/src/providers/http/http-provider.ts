/**
 * A provider behind HTTP, as openapi/provider.yaml defines it. Each method of the port is one signed POST. Reading is tolerant:
 * unknown fields are ignored, and instants may have any offset. Everything that the service uses is checked against the contract.
 */
import {
  type Booking,
  type CancellationPolicy,
  limits,
  type Party,
  type Slot,
  type SlotList,
  type Venue,
  type VenueList,
  type VenueSearch,
} from '@booking-service/contract';
import {
  type ProviderBooking,
  type ProviderOperationId,
  type ProviderRequest,
  type ProviderResult,
  providerRoutes,
  type ProviderSlot,
  type ProviderVenue,
} from '@booking-service/contract/provider';
import { type Clock, readInstant } from '@booking-service/kernel/time';
import { type EveryField, requireAllTaken, requireNever } from '@booking-service/kernel/contract';
import { Refusal } from '../../domain/contract.ts';
import type { CallContext, Provider } from '../provider.ts';
import { type CalledSide, type ContractCalls, createContractCalls, type RefusedCall } from './contract-calls.ts';
import { createEventReader } from './event-reader.ts';
import type { SizedBooking, SizedSearch } from '../../domain/booking.ts';

// The calls of a provider behind HTTP, as openapi/provider.yaml defines them.

type ProviderCalls = ContractCalls<{
  readonly [K in ProviderOperationId]: { readonly request: ProviderRequest<K>; readonly result: ProviderResult<K> };
}>;

/** Creates the calls. Throws if the secret is blank. */
function createProviderCalls({ name, ...side }: CalledSide & { readonly name: string }): ProviderCalls {
  const contract = { document: 'provider', routes: providerRoutes, errorSchema: 'ProviderError', toRefusal };
  return createContractCalls(contract, { callee: `provider ${name}`, ...side });
}

function toRefusal(
  operation: string,
  { status, error: { error, error_code }, body }: RefusedCall,
): Refusal | undefined {
  const isSearch = operation === 'searchVenues' || operation === 'searchAvailability';
  if (status === 400 && error_code === 'invalid_request' && isSearch && 'cursor' in body) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    return new Refusal('invalid_request', { details });
  }
  const cause = new Error(`The provider refused: ${error}`);
  if (operation === 'searchAvailability' && status === 404 && error_code === 'not_found') {
    return new Refusal('not_found', { message: 'The provider has no such venue.', cause });
  }
  if (operation !== 'checkRequest') return undefined;
  if (status === 409 && error_code === 'slot_not_offered') return new Refusal('slot_not_offered', { cause });
  if (status === 422 && error_code === 'missing_last_name') return new Refusal('missing_last_name', { cause });
  return undefined;
}

export interface HttpProviderOptions {
  /** The `provider` of its venues and bookings. */
  readonly name: string;
  /** Its address. The paths of the contract follow it. */
  readonly url: string;
  /** Signs each request. Its UTF-8 bytes are the key. */
  readonly secret: string;
  /** Every venue id of this provider begins with it. Default: ven_ and the name and an underscore. */
  readonly venue_prefix?: string | undefined;
  /** The timeout of each response. Default: the contract's provider_timeout_seconds. */
  readonly timeout_seconds?: number | undefined;
  /** Sends parties, and accepts them in readings. Default: false, and the provider gets the party_size only. */
  readonly takes_parties?: boolean | undefined;
  /** Accepts events of the provider, signed with the secret. Default: false, and they get 401. */
  readonly sends_events?: boolean | undefined;
  /** The seconds after which a confirmed booking is read, again and again. Default: only events of the provider cause a read. */
  readonly read_after_seconds?: number | undefined;
  /** The time of the signatures. */
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the provider. It connects at its first call. Throws if the secret is blank. */
export function createHttpProvider({
  name,
  url,
  secret,
  venue_prefix = `ven_${name}_`,
  timeout_seconds = limits.provider_timeout_seconds,
  takes_parties = false,
  sends_events = false,
  read_after_seconds,
  clock,
}: HttpProviderOptions): Provider {
  const calls = createProviderCalls({ name, url, secret, timeout_seconds, clock });
  return {
    ...providerOf(calls, { name, venue_prefix, takes_parties }),
    read_after_seconds,
    ...(sends_events && {
      readEvent: createEventReader({ document: 'provider', webhook: 'bookingChanged', secret, clock }),
    }),
  };
}

/** Returns the provider behind these calls. */
export function providerOf(
  calls: ProviderCalls,
  { name, venue_prefix, takes_parties }: { name: string; venue_prefix: string; takes_parties: boolean },
): Provider {
  function toVenue({ id, name: title, city, country }: ProviderVenue): Venue {
    if (!id.startsWith(venue_prefix)) {
      throw new Error(`The provider ${name} returned a venue whose id does not begin with ${venue_prefix}.`);
    }
    return { id, object: 'venue', name: title, provider: name, city, country } satisfies EveryField<Venue>;
  }

  function partyIn({ party }: { readonly party?: Party | undefined }): { party?: Party } {
    return takes_parties && party ? { party } : {};
  }

  function bookingIn(booking: Booking, context: CallContext): CallContext & { readonly booking: ProviderBooking } {
    return { ...modeOf(context), booking: { ...toProviderBooking(booking), ...partyIn(booking) } };
  }

  return {
    name,
    handlesVenue: (venue_id) => venue_id.startsWith(venue_prefix),
    async searchVenues(search: VenueSearch, context): Promise<VenueList> {
      const { query, city, country, limit = limits.page.default, cursor, ...rest } = search;
      requireAllTaken(rest);
      const criteria = { ...present({ query, city, country, cursor }), limit };
      const page = await calls.call('searchVenues', { operation: 'searchVenues', ...modeOf(context), ...criteria });
      return toList(page, { limit, name, convert: toVenue });
    },
    async searchAvailability(search: SizedSearch, context): Promise<SlotList> {
      const { venue_id, date, party_size, party, limit = limits.page.default, cursor, ...rest } = search;
      requireAllTaken(rest);
      const criteria = { venue_id, date, party_size, limit, ...present({ ...partyIn({ party }), cursor }) };
      const request = { operation: 'searchAvailability', ...modeOf(context), ...criteria } as const;
      const page = await calls.call('searchAvailability', request);
      return toList(page, { limit, name, convert: (slot) => toSlot(slot, venue_id) });
    },
    async checkRequest({ venue_id, slot_id, party_size, party, guest }, context) {
      const request = { ...modeOf(context), venue_id, slot_id, party_size, ...partyIn({ party }), guest };
      const { at_once, ...stated } = await calls.call('checkRequest', { operation: 'checkRequest', ...request });
      const { starts_at, price, cancellation } = stated;
      return { at_once, ...present({ starts_at: toUtc(starts_at), price, cancellation: inUtc(cancellation) }) };
    },
    book({ booking, reference, step, attempt, answer }, context) {
      const given = { reference, step, attempt, ...present({ answer }), ...bookingIn(booking, context) };
      return calls.call('book', { operation: 'book', ...given });
    },
    async modify({ booking, changes, reference }, context) {
      const { slot_id, party_size, party, ...rest } = changes;
      requireAllTaken(rest);
      const sent = present({ slot_id, party_size, ...partyIn({ party }) });
      const request = { reference, changes: sent, ...bookingIn(booking, context) };
      const outcome = await calls.call('modify', { operation: 'modify', ...request });
      if (outcome.outcome !== 'modified') return outcome;
      const { starts_at, cancellation, ...modified } = outcome;
      return { ...modified, ...present({ starts_at: toUtc(starts_at), cancellation: inUtc(cancellation) }) };
    },
    checkHold(booking, context) {
      return calls.call('checkHold', { operation: 'checkHold', ...bookingIn(booking, context) });
    },
    async readBooking(booking, context) {
      const reading = await calls.call('readBooking', { operation: 'readBooking', ...bookingIn(booking, context) });
      if (reading.state !== 'confirmed') return reading;
      const { starts_at, ...others } = reading;
      return { ...others, ...present({ starts_at: toUtc(starts_at) }) };
    },
    async release(booking, context) {
      const released = await calls.call('release', { operation: 'release', ...bookingIn(booking, context) });
      return present({ refund: released?.refund });
    },
  };
}

/** The fields of every request that state its mode. The signature of the body covers them. */
function modeOf({ livemode, organization_id }: CallContext): CallContext {
  return { livemode, organization_id };
}

interface Page<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Converts the items of a page. check-page.ts checks whether has_more and next_cursor agree. */
function toList<From, To>(
  { object, data, has_more, next_cursor }: Page<From>,
  { limit, name, convert }: { limit: number; name: string; convert: (item: From) => To },
): Page<To> & { data: To[] } {
  if (data.length > limit)
    throw new Error(`The provider ${name} returned ${data.length} items, over the limit ${limit}.`);
  return { object, data: data.map(convert), has_more, next_cursor };
}

function toSlot(
  { id, starts_at, duration_minutes, min_party_size, max_party_size, ...stated }: ProviderSlot,
  venue_id: string,
): Slot {
  const slot = {
    id,
    object: 'slot' as const,
    venue_id,
    starts_at: inUtcTime(starts_at),
    duration_minutes,
    min_party_size,
    max_party_size,
  } satisfies EveryField<Omit<Slot, 'price' | 'units' | 'cancellation' | 'metadata'>>;
  const { price, units, cancellation, metadata } = stated;
  return { ...slot, ...present({ price, units, cancellation: inUtc(cancellation), metadata }) };
}

/** A provider may write an instant with any offset. */
function toUtc(instant: string | undefined): string | undefined {
  return instant === undefined ? undefined : inUtcTime(instant);
}

/** A text that is no instant stays, and the check of the result refuses it. */
function inUtcTime(instant: string): string {
  return readInstant(instant)?.toISOString() ?? instant;
}

function inUtc(policy: CancellationPolicy | undefined): CancellationPolicy | undefined {
  return policy && { ...policy, free_until: inUtcTime(policy.free_until) };
}

/** The fields of a booking that no provider gets: those of the caller, of the payment, and what the provider stated itself. */
type NotForProviders =
  | ('object' | 'provider' | 'metadata' | 'webhook_url' | 'confirm_later' | 'expires_at' | 'next_action')
  | ('payment_collection' | 'payment' | 'price' | 'cancellation')
  | ('starts_at' | 'documents' | 'last_modification' | 'error_code' | 'error_message');

// A field that the contract adds to a booking stands in the contract of providers, or in the list above.
requireNever<Exclude<keyof Booking | keyof SizedBooking, keyof ProviderBooking | NotForProviders>>();

function toProviderBooking(booking: Booking): ProviderBooking {
  const { id, livemode, status, created, updated, venue_id, slot_id, party_size, guest, confirmation_code } = booking;
  const fields = { id, livemode, status, created, updated, venue_id, slot_id, party_size, guest };
  requireNever<Exclude<keyof ProviderBooking, keyof typeof fields | 'confirmation_code' | 'party'>>();
  return { ...fields, ...present({ confirmation_code }) };
}

/** Removes the fields that are undefined. */
function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Only fields without a value were removed.
  return Object.fromEntries(entries) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
