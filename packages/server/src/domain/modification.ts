import type { Booking, BookingStatus } from '@booking-service/contract';

/** What a modification came to. */
export type ModificationResult =
  | { readonly outcome: 'modified'; readonly booking: Booking }
  | { readonly outcome: 'refused'; readonly message?: string }
  | { readonly outcome: 'unsupported' }
  /** The booking was moved meanwhile, and the modification undone. */
  | { readonly outcome: 'overtaken'; readonly status: BookingStatus };
