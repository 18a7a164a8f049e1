/** The part of the port that reads and changes one booking. Requests, the worker and administration share it. */
import type { Booking, ContinueBooking, ModifyBooking } from '@booking-service/contract';
import type { NewEvent } from '../../domain/booking.ts';
import type { Origin } from '../../domain/origin.ts';
import type { Owned } from '../lists/owned.ts';
import type { Failing } from '../runs/stuck-runs.ts';

export interface StoredBooking {
  readonly organization_id: string;
  readonly version: number;
  readonly step: number;
  /** Whether the booking has a run. */
  readonly working: boolean;
  readonly booking: Booking;
}

/** Work at the provider that begins at `due_at`. */
export interface NewRun {
  readonly step: number;
  readonly answer?: ContinueBooking | undefined;
  /** The changes to make. Omitted if the run books or releases. */
  readonly changes?: ModifyBooking | undefined;
  readonly due_at: string;
  /** Set if the caller works on the run immediately: the run is stored as claimed. */
  readonly lease?: Lease | undefined;
}

/** The right to work on a run, a delivery or a turn until `lease_until`. */
export interface Lease {
  readonly lease_until: Date;
  readonly lease_token: string;
}

/** A change of a booking. It is made only if the booking still has the version of `before`. */
export interface BookingChange {
  readonly before: StoredBooking;
  readonly booking: Booking;
  readonly events: readonly NewEvent[];
  /** What caused the change. Its events have it, and its run, unless the booking already has a run of this step. Default: no request. */
  readonly origin?: Origin | undefined;
  /** The next work at the provider. If the booking already has a run of this step, that run only becomes due earlier. */
  readonly run?: NewRun | undefined;
  /** The run that this change completes. If its lease is lost, the change is not made. */
  readonly finished?: ClaimedRun | undefined;
}

/** The booking of a run. */
export interface RunOf {
  readonly organization_id: string;
  readonly booking_id: string;
}

export interface ClaimedRun extends RunOf, Origin {
  readonly provider: string;
  readonly step: number;
  readonly answer: ContinueBooking | undefined;
  readonly changes: ModifyBooking | undefined;
  readonly attempt: number;
  /** The time at which the first run of this step was due. */
  readonly began: string;
  readonly failing: Failing | undefined;
  readonly lease_token: string;
}

export interface BookingChanges {
  findBooking(booking: Owned): Promise<StoredBooking | undefined>;
  /** Makes the change and returns the new booking; undefined if another change or worker was first. */
  changeBooking(change: BookingChange): Promise<StoredBooking | undefined>;
}
