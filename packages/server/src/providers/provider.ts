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
  | { readonly outcome: 'requires_action'; readonly next_action: AskedAction }
  /** Nothing to tell yet: ask again after so many seconds, at least one. */
  | { readonly outcome: 'pending'; readonly retry_after_seconds: number };
