/**
 * The port to a provider: the external system that takes bookings.
 *
 * Every call may be repeated with the same reference and must then have its effect only once: a run that was interrupted is
 * run again (STA-12). If the provider fails, the call rejects. If it refuses, the call throws a Refusal.
 *
 * The service checks every result against the contract (PRV-3). It repairs texts for people, and takes any other mismatch for a
 * failure of the provider.
 */
import type {
  Booking,
  BookingDocument,
  BookingErrorCode,
  BookingPrice,
  CancellationPolicy,
  ModifyBooking,
  Party,
  SlotList,
  VenueList,
  VenueSearch,
} from '@booking-service/contract';
import type { ProviderAnswer, RequestedAction, SizedBooking, SizedSearch } from '../domain/booking.ts';
import type { Returned } from '../domain/payment.ts';

export interface Provider {
  /** The booking's `provider`. */
  readonly name: string;
  /**
   * True if each venue simulates failures of its own, as in a sandbox. Then the service calls the provider however often it fails.
   * Default: false, and a provider that keeps failing is not called for a while.
   */
  readonly simulated?: boolean | undefined;
  /**
   * The seconds after which a confirmed booking is read, and after each such read: the sweep, for a provider that sends no events. Needs
   * readBooking. Default: no sweep.
   */
  readonly read_after_seconds?: number | undefined;
  /** Returns whether this provider handles the venue. */
  handlesVenue(venue_id: string): boolean;
  searchVenues(search: VenueSearch, context: CallContext): Promise<VenueList>;
  /** `party_size` is always there. It is the sum of the party, if the caller sent one (BKG-16). So it is in a request to book or modify. */
  searchAvailability(search: SizedSearch, context: CallContext): Promise<SlotList>;
  /**
   * Checks whether the booking can be accepted. Creates nothing.
   * Throws the Refusal slot_not_offered or missing_last_name (BKG-11).
   */
  checkRequest(request: SizedBooking, context: CallContext): Promise<Acceptance>;
  /** Takes the booking one step further. */
  book(step: BookingStep, context: CallContext): Promise<Outcome>;
  /** Modifies a confirmed booking. Default: every modification is refused with modify_unsupported. */
  modify?(modification: Modification, context: CallContext): Promise<ModificationOutcome>;
  /**
   * Returns whether the provider still holds a booking that waits for its caller. Called after the
   * `check_hold_after_seconds` of a `requires_action` outcome. Default: the booking waits until it expires.
   */
  checkHold?(booking: Booking, context: CallContext): Promise<Hold>;
  /**
   * Reads a booking that the provider confirmed, because an event named it or the sweep is due. Changes nothing. Rejects if the provider
   * cannot state it now, also if it cannot find the booking: only `cancelled` cancels. Default: the provider's own changes are not seen.
   */
  readBooking?(booking: Booking, context: CallContext): Promise<BookingReading>;
  /**
   * Authenticates a request to /provider-events, and returns what it names. Makes no call. Returns undefined if it is not authentic, and
   * throws the Refusal invalid_request if an authentic one cannot be read. Default: the provider sends no events.
   */
  readEvent?(request: EventRequest): Promise<ProviderEvent | undefined>;
  /**
   * Releases everything that was made for this booking. Does nothing if nothing was made (STA-13). A repeated call returns the same
   * result.
   */
  release(booking: Booking, context: CallContext): Promise<Release | void>;
}

/** A method that calls the external system. */
export type ProviderCall = Exclude<
  keyof Provider,
  'name' | 'simulated' | 'read_after_seconds' | 'handlesVenue' | 'readEvent'
>;

/** The method of one call. */
export type ProviderMethod<K extends ProviderCall> = NonNullable<Provider[K]>;

interface CallRow<K extends ProviderCall> {
  /** `request`: a caller waits for it, so it needs a place (health/provider-health.ts). `run`: only the worker makes it. */
  readonly waits: 'request' | 'run';
  /** The id of the booking that the call is about. Default: none, and the call counts for itself in its circuit. */
  readonly bookingOf?: (input: Parameters<ProviderMethod<K>>[0]) => string;
}

/** Every call of the port. A method without a row does not compile. */
export const providerCalls: { readonly [K in ProviderCall]: CallRow<K> } = {
  searchVenues: { waits: 'request' },
  searchAvailability: { waits: 'request' },
  checkRequest: { waits: 'request' },
  book: { waits: 'run', bookingOf: ({ booking }) => booking.id },
  modify: { waits: 'request', bookingOf: ({ booking }) => booking.id },
  checkHold: { waits: 'run', bookingOf: ({ id }) => id },
  readBooking: { waits: 'run', bookingOf: ({ id }) => id },
  release: { waits: 'run', bookingOf: ({ id }) => id },
};

// The keys of the table are exactly the calls.
export const callNames: readonly ProviderCall[] = Object.keys(providerCalls) as ProviderCall[];

export interface Acceptance {
  /** True if the provider settles the booking within the create request itself (BKG-12). */
  readonly at_once: boolean;
  /** The start of the slot, in UTC. It becomes that of the booking. Default: the booking states none. */
  readonly starts_at?: string | undefined;
  /** The total of this request. It becomes the price of the booking (CRD-5). Default: the booking has no price. */
  readonly price?: BookingPrice | undefined;
  /** The part of the price that a cancel of this request returns (CRD-11). It becomes the policy of the booking. Default: a cancel returns everything. */
  readonly cancellation?: CancellationPolicy | undefined;
}

export interface BookingStep {
  readonly booking: Booking;
  /** The provider's idempotency reference: the booking's id and the step. */
  readonly reference: string;
  /** 1 for the create, or for the approval of a payment that came first. One more for each later continue. */
  readonly step: number;
  /** The number of the attempt at this step, from 1. */
  readonly attempt: number;
  /** The input of the caller's continue. Undefined in the first step. */
  readonly answer: ProviderAnswer | undefined;
}

/** The documents that a confirmed booking brings its guest. */
export interface Documented {
  /** The tickets and vouchers, in place of those that the booking has (BKG-15). Default: it keeps those. */
  readonly documents?: readonly BookingDocument[] | undefined;
}

export type Outcome =
  | ({ readonly outcome: 'confirmed'; readonly confirmation_code: string } & Documented)
  | { readonly outcome: 'failed'; readonly error_code: BookingErrorCode; readonly error_message?: string }
  | {
      readonly outcome: 'requires_action';
      readonly next_action: RequestedAction;
      /** The time at which to call checkHold. Default: never. */
      readonly check_hold_after_seconds?: number;
    }
  /** Not done yet: call `book` again after this many seconds, at least one. */
  | { readonly outcome: 'pending'; readonly retry_after_seconds: number };

export interface Modification {
  /** The booking before the modification. It changes only after the outcome `modified`. */
  readonly booking: Booking;
  readonly changes: ModifyBooking;
  /** The provider's idempotency reference, as in BookingStep. */
  readonly reference: string;
}

export type ModificationOutcome =
  /** `price` is the new total (CRD-5), and `cancellation` the new policy (CRD-11). Default: each stays the same. */
  | ({
      readonly outcome: 'modified';
      /** The start of the slot, in UTC. Default: that of the booking, and unknown for another slot. */
      readonly starts_at?: string | undefined;
      readonly price?: BookingPrice | undefined;
      readonly cancellation?: CancellationPolicy | undefined;
    } & Documented)
  /** The booking does not change: modification_refused. */
  | { readonly outcome: 'refused'; readonly message?: string }
  /** This booking cannot be modified at all: modify_unsupported. */
  | { readonly outcome: 'unsupported' };

export interface Release {
  /**
   * The part of the price that a cancelled booking gets back, if the card service took it (CRD-9). An amount has the currency of the
   * payment, and is at most what was paid: otherwise the call counts as failed. Default: by the policy of the booking (CRD-11).
   */
  readonly refund?: Returned | undefined;
}

export type Hold =
  | { readonly held: true; readonly check_hold_after_seconds: number }
  | { readonly held: false; readonly error_code: BookingErrorCode; readonly error_message?: string };

/** On whose behalf a port is called. Every call of every port carries it, so that an integration can separate customers and modes. */
export interface CallContext {
  readonly organization_id: string;
  /** True if the call belongs to a live key. A test call must reach no live system (MOD-1). */
  readonly livemode: boolean;
}

/** The present state of a booking that the provider confirmed. */
export type BookingReading =
  /** Values that differ from those of the booking become those of the booking. Default: the same. */
  | ({
      readonly state: 'confirmed';
      readonly slot_id?: string | undefined;
      /** The start of another slot, in UTC. Default: unknown. */
      readonly starts_at?: string | undefined;
      readonly party_size?: number | undefined;
      /** Its sum is the party_size. Default: the same, or none if the party_size differs. */
      readonly party?: Party | undefined;
    } & Documented)
  /** The provider cancelled it. */
  | { readonly state: 'cancelled' }
  /** The visit is over, so nothing changes any more. */
  | { readonly state: 'completed' };

/** A request to /provider-events. */
export interface EventRequest {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The raw bytes. */
  readonly body: Uint8Array;
}

/** The booking that an authentic event names. The event claims nothing else: the booking is read. */
export interface ProviderEvent {
  readonly event_id: string;
  readonly livemode: boolean;
  readonly organization_id: string;
  readonly booking_id: string;
}
