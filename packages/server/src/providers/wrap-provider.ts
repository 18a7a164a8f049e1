import type { EveryField } from '@booking-service/kernel/contract';
import { type CallContext, callNames, type Provider, type ProviderCall, providerCalls } from './provider.ts';

/** A call that passes through a wrapped provider. */
export interface WrappedCall<T> {
  readonly call: ProviderCall;
  readonly input: unknown;
  readonly context: CallContext;
  /** The booking that the call is about. Undefined if it is about none. */
  readonly booking_id: string | undefined;
  /** Calls the method of the provider. */
  readonly begin: () => Promise<T>;
}

/** Works around each call. It can delay or reject the call, and has no result of its own: the type parameter ensures it. */
export type Around = <T>(wrapped: WrappedCall<T>) => Promise<T>;

type AnyMethod = (input: unknown, context: CallContext) => Promise<unknown>;

/** The members that make no call. They pass on unchanged. A new one does not compile until it stands here or in `providerCalls`. */
const kept: { readonly [K in Exclude<keyof Provider, ProviderCall>]: true } = {
  name: true,
  simulated: true,
  read_after_seconds: true,
  handlesVenue: true,
  readEvent: true,
};

/** Wraps each call of a provider. An optional method that the provider lacks stays absent. */
export function wrapProvider(provider: Provider, around: Around): Provider {
  const members = Object.keys(kept).flatMap((name) => {
    const value: unknown = Reflect.get(provider, name);
    if (value === undefined) return [];
    return [[name, typeof value === 'function' ? value.bind(provider) : value]];
  });
  const calls = callNames.flatMap((call) => {
    // Every call has these arguments, and `around` cannot change its result.
    const method = provider[call]?.bind(provider) as AnyMethod | undefined;
    const bookingOf = providerCalls[call].bookingOf as ((input: unknown) => string) | undefined;
    if (!method) return [];
    const wrapped: AnyMethod = async (input, context) =>
      around({ call, input, context, booking_id: bookingOf?.(input), begin: () => method(input, context) });
    return [[call, wrapped]];
  });
  // Both tables together name every member of the port.
  return Object.fromEntries([...members, ...calls]) as Provider;
}

/**
 * The test side `simulate`: searches go to the live provider, because the operator chose it, and everything else is simulated.
 * Nothing about a booking or its guest is sent. Every booking is confirmed, and its slot stays on offer.
 */
export function simulateBookings(live: Provider): Provider {
  const asLive = (context: CallContext): CallContext => ({ ...context, livemode: true });
  const {
    checkHold: _hold,
    readBooking: _reading,
    readEvent: _event,
    ...provider
  } = {
    name: live.name,
    simulated: live.simulated,
    handlesVenue: (venue_id) => live.handlesVenue(venue_id),
    searchVenues: (search, context) => live.searchVenues(search, asLive(context)),
    searchAvailability: (search, context) => live.searchAvailability(search, asLive(context)),
    checkRequest: async () => ({ at_once: false }),
    book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: codeOf(booking.id) }),
    modify: async () => ({ outcome: 'modified' }),
    release: async () => undefined,
    // The live provider has none of these bookings, so these calls are absent. A new member of the
    // port does not compile until it stands here.
    checkHold: undefined,
    readBooking: undefined,
    read_after_seconds: undefined,
    readEvent: undefined,
  } satisfies EveryField<Provider>;
  return provider;
}

/** A repeated reference gets the same code. */
function codeOf(booking_id: string): string {
  return `TEST-${booking_id.slice(-8).toUpperCase()}`;
}
