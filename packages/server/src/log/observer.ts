import type { KeyMode } from '@booking-service/contract';
import type { DeliveryReports } from '@booking-service/kernel';
import type { Responded } from '@booking-service/kernel/http';
import { completeObserver, type ObserverOf, type StoreCalled } from '@booking-service/kernel/log';
import type { Logger } from 'pino';

export type { DeliveryAlert } from '@booking-service/kernel';

/** The reports of the server, by name. */
export interface Reports extends Omit<DeliveryReports, 'fenced'> {
  /** A response was sent. */
  readonly responded: Responded;
  /** Requests were left out of the log of requests: too many waited for the store, or the store failed (REQ-1). */
  readonly requestsDropped: { readonly reason: 'queue_full' | 'not_stored'; readonly count: number };
  /** A create returned the earlier booking of its idempotency key (IDM-1). */
  readonly replayed: { readonly booking_id: string };
  /** A completion came after its lease and changed nothing. */
  readonly fenced: { readonly work: 'delivery' | 'run' };
  /** A run ended or was postponed, with the outcome of its provider or an error. */
  readonly ran: {
    readonly outcome:
      | 'confirmed'
      | 'failed'
      | 'requires_action'
      | 'pending'
      | 'held'
      | 'approved'
      | 'modified'
      | 'refused'
      | 'unsupported'
      | 'overtaken'
      | 'released'
      | 'error'
      | 'given_back';
  };
  /**
   * A run was given up because its provider failed for too long (STA-14). A `payment` is not given up: the card service failed for too
   * long, and each further failure is reported (CRD-8).
   */
  readonly gaveUp: { readonly work: 'booking' | 'modification' | 'release' | 'payment' };
  /** A provider call continued after its booking was settled, and a new run follows it up. */
  readonly late: { readonly work: 'modification' | 'release' };
  /**
   * A call to a provider ended. `paused`: a circuit was open. `busy`: too many calls of the organization's requests were in progress.
   * In both cases the provider was not called.
   */
  readonly providerCalled: {
    readonly provider: string;
    readonly mode: KeyMode;
    readonly call:
      | 'searchVenues'
      | 'searchAvailability'
      | 'checkRequest'
      | 'book'
      | 'modify'
      | 'checkHold'
      | 'readBooking'
      | 'release';
    readonly outcome: 'succeeded' | 'refused' | 'failed' | 'timeout' | 'paused' | 'busy';
    readonly duration_ms: number;
  };
  /**
   * A circuit of a provider changed: whether calls of one mode and kind are made. Comes once for each of them at the start, too, with
   * the state `closed` for everybody.
   */
  readonly circuitChanged: {
    readonly provider: string;
    readonly mode: KeyMode;
    readonly call: Reports['providerCalled']['call'];
    /** The organization that the provider is paused for. Undefined if the circuit is the one for everybody. */
    readonly organization_id: string | undefined;
    readonly state: 'closed' | 'open' | 'half_open';
    /** The state before. Undefined at the start. */
    readonly before: 'closed' | 'open' | 'half_open' | undefined;
    /** The number of organizations whose calls of this kind are paused, each by its own failures. */
    readonly paused_organizations: number;
  };
  /** A call of the server to the store ended. */
  readonly storeCalled: StoreCalled;
  /** A booking was stored as expired (STA-8). */
  readonly expired: { readonly booking_id: string };
}

/** Receives the reports of the server, to count and to measure. Must not block. Errors that it throws are logged. */
export type Observer = ObserverOf<Reports>;

const names = {
  responded: true,
  requestsDropped: true,
  replayed: true,
  attempted: true,
  abandoned: true,
  alerted: true,
  lapsed: true,
  fenced: true,
  ran: true,
  gaveUp: true,
  late: true,
  providerCalled: true,
  circuitChanged: true,
  expired: true,
  storeCalled: true,
} as const;

/** Ignores every report. */
export const noObserver: Observer = toObserver({}, { error: () => undefined });

/** Completes the observer of the host. A missing method is ignored, and an error that it throws is logged. */
export function toObserver(observer: Partial<Observer>, log: Pick<Logger, 'error'>): Observer {
  return completeObserver<Reports>(observer, { names, log });
}
