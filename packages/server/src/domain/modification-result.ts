import type { Booking, BookingStatus } from '@booking-service/contract';

/** The result of a modification. */
export type ModificationResult =
  | { readonly outcome: 'modified'; readonly booking: Booking }
  | { readonly outcome: 'refused'; readonly message?: string }
  | { readonly outcome: 'unsupported' }
  /** The booking changed its status meanwhile, and the modification was undone. */
  | { readonly outcome: 'overtaken'; readonly status: BookingStatus };
