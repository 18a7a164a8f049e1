/** The messages of the booking server API v3 that this package writes, as ProtoJSON: a 64-bit integer is a string. */

export interface Slot {
  readonly merchant_id: string;
  readonly service_id: string;
  /** Absent if the organization has moved the booking: its new slot is not the one that was searched for Google. */
  readonly start_sec?: string;
  readonly duration_sec?: string;
  readonly availability_tag: string;
  readonly resources: { readonly party_size: number };
}

export interface UserInformation {
  readonly user_id: string;
  readonly given_name: string;
  readonly family_name: string;
  readonly telephone: string;
  readonly email: string;
}

export type GoogleStatus =
  | 'CONFIRMED'
  | 'PENDING_MERCHANT_CONFIRMATION'
  | 'CANCELED'
  | 'FAILED'
  | 'DECLINED_BY_MERCHANT';

export interface GoogleBooking {
  readonly booking_id: string;
  readonly slot: Slot;
  readonly user_information: UserInformation;
  readonly status: GoogleStatus;
}

/** The causes of BookingFailure that this package sends. */
export type FailureCause =
  | 'SLOT_UNAVAILABLE'
  | 'LEASE_EXPIRED'
  | 'PAYMENT_OPTION_NOT_VALID'
  | 'PAYMENT_ERROR'
  | 'BOOKING_ALREADY_CANCELLED'
  | 'BOOKING_NOT_CANCELLABLE'
  | 'OFFER_UNAVAILABLE';
