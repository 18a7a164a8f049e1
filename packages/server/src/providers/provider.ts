/**
 * The port to a provider: whoever really takes the bookings.
 *
 * Every call may be repeated with the same reference and must then have the same effect once: a run that was cut off
 * is run again (STA-12). A call that cannot be answered rejects; one that is refused throws a Refusal.
 */
import type {
  AvailabilitySearch,
  Booking,
  BookingErrorCode,
  ContinueBooking,
  CreateBooking,
  ModifyBooking,
  SlotList,
  VenueList,
  VenueSearch,
} from '@booking-service/contract';
import type { AskedAction } from '../domain/booking.ts';

export interface Provider {
  /** The booking's `provider`. */
  readonly name: string;
  /** Whether this provider handles the venue. */
  handlesVenue(venue_id: string): boolean;
  searchVenues(search: VenueSearch): Promise<VenueList>;
  searchAvailability(search: AvailabilitySearch): Promise<SlotList>;
  /**
   * Looks whether the booking can be accepted, without making anything.
   * Throws the Refusal slot_not_offered or missing_last_name (BKG-11).
   */
  checkRequest(request: CreateBooking): Promise<Acceptance>;
  /** Takes the booking one step further. */
  book(step: BookingStep): Promise<Outcome>;
  /** Changes a confirmed booking. Left out where this provider cannot: modify_unsupported. */
  modify?(modification: Modification): Promise<ModificationOutcome>;
  /**
   * Asked about a booking that waits for its caller, where `requires_action` told when: whether the provider still holds
   * it. Left out, or never told when, a booking waits until it expires.
   */
  checkHold?(booking: Booking): Promise<Hold>;
  /** Undoes whatever was made for this booking; does nothing where nothing was (STA-13). */
  release(booking: Booking): Promise<void>;
}

export interface Acceptance {
  /** Whether the provider answers within the create call itself (BKG-12). */
  readonly at_once: boolean;
}

export interface BookingStep {
  readonly booking: Booking;
  /** The provider's idempotency reference: the booking's id and the step. */
  readonly reference: string;
  /** 1 for the create, or for the approval of a payment that was asked for first; one more for each later continue. */
  readonly step: number;
  /** How often this step has been tried, beginning with 1. */
  readonly attempt: number;
  /** What the caller answered with continue; undefined in the first step. */
  readonly answer: ContinueBooking | undefined;
}

export type Outcome =
  | { readonly outcome: 'confirmed'; readonly confirmation_code: string }
  | { readonly outcome: 'failed'; readonly error_code: BookingErrorCode; readonly error_message?: string }
  | {
      readonly outcome: 'requires_action';
      readonly next_action: AskedAction;
      /** When to ask checkHold; left out: never. */
      readonly check_hold_after_seconds?: number;
    }
  /** Nothing to tell yet: ask again after so many seconds, at least one. */
  | { readonly outcome: 'pending'; readonly retry_after_seconds: number };

export interface Modification {
  /** The booking as it is; it changes only once the provider said modified. */
  readonly booking: Booking;
  readonly changes: ModifyBooking;
  /** The provider's idempotency reference, as in BookingStep. */
  readonly reference: string;
}

export type ModificationOutcome =
  | { readonly outcome: 'modified' }
  /** The booking stays as it is: modification_refused. */
  | { readonly outcome: 'refused'; readonly message?: string }
  /** This booking cannot be modified at all: modify_unsupported. */
  | { readonly outcome: 'unsupported' };

export type Hold =
  | { readonly held: true; readonly check_hold_after_seconds: number }
  | { readonly held: false; readonly error_code: BookingErrorCode; readonly error_message?: string };
