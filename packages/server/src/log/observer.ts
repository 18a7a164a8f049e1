import type { delivery, KeyMode } from '@booking-service/contract';
import type { Responded } from '@booking-service/kernel/http/public-listener';
import type { Logger } from 'pino';
import { errorLine } from '@booking-service/kernel/log/error-line';

/** An organization whose webhooks do not arrive. Contains no URL, no payload and no secret. */
export interface DeliveryAlert {
  readonly organization_id: string;
  /** `failing`: every attempt of the last 5 minutes failed. `abandoned`: a delivery was abandoned. */
  readonly reason: 'failing' | 'abandoned';
  /** The first failure since the last success, and how many there were. Null if the process has not seen one. */
  readonly failing_since: string | null;
  readonly failures: number;
}

/** The reports of the server, by name. */
export interface Reports {
  /** A response was sent. */
  readonly responded: Responded;
  /** A create returned the earlier booking of its idempotency key (IDM-1). */
  readonly replayed: { readonly booking_id: string };
  /** An attempt of a delivery ended with a 2xx, another status, or no response (DLV-4). */
  readonly attempted: {
    readonly organization_id: string;
    readonly outcome: 'succeeded' | 'status' | 'timeout' | 'connection' | 'address_refused' | 'response_flood';
    /** Why there was no response. */
    readonly cause?: keyof typeof delivery.attempt_causes | undefined;
    /**
     * Why the webhook proxy opened no tunnel, if it is the reason. `receiver_unreachable`: it responded with 502, 503 or 504, so the
     * receiver may be down and not the proxy.
     */
    readonly proxy_error?:
      | 'unreachable'
      | 'refused'
      | 'closed'
      | 'invalid_response'
      | 'timeout'
      | 'receiver_unreachable'
      | undefined;
    readonly duration_ms: number;
  };
  /** A delivery was abandoned: its last attempt failed, or a crash prevented its outcome from being recorded. */
  readonly abandoned: { readonly organization_id: string; readonly after: 'failure' | 'crash' };
  /** An organization's deliveries fail. Comes at most once per hour for each organization. */
  readonly alerted: DeliveryAlert;
  /** Claimed work was not begun, because its lease was about to end: the process was paused, or the claim took too long. */
  readonly lapsed: { readonly work: 'delivery' };
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
      | 'modified'
      | 'refused'
      | 'unsupported'
      | 'overtaken'
      | 'released'
      | 'error'
      | 'given_back';
  };
  /** A run was given up because its provider failed for too long (STA-14). */
  readonly gaveUp: { readonly work: 'booking' | 'modification' | 'release' };
  /** A provider call continued after its booking was settled, and a new run follows it up. */
  readonly late: { readonly work: 'modification' | 'release' };
  /**
   * A call to a provider ended. `paused`: a circuit was open. `busy`: too many calls of the organization's requests were in progress.
   * In both cases the provider was not called.
   */
  readonly providerCalled: {
    readonly provider: string;
    readonly mode: KeyMode;
    readonly call: 'searchVenues' | 'searchAvailability' | 'checkRequest' | 'book' | 'modify' | 'checkHold' | 'release';
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
  readonly storeCalled: {
    /** The name of the method. */
    readonly method: string;
    readonly outcome: 'succeeded' | 'failed';
    readonly duration_ms: number;
  };
  /** A booking was stored as expired (STA-8). */
  readonly expired: { readonly booking_id: string };
}

/** Receives the reports of the server, to count and to measure. Must not block. Errors that it throws are logged. */
export type Observer = { readonly [Name in keyof Reports]: (report: Reports[Name]) => void };

/** Ignores every report. */
export const noObserver: Observer = toObserver({}, { error: () => undefined });

/** Completes the observer of the host. A missing method is ignored, and an error that it throws is logged. */
export function toObserver(observer: Partial<Observer>, log: Pick<Logger, 'error'>): Observer {
  const guard =
    <Name extends keyof Reports>(name: Name) =>
    (report: Reports[Name]): void => {
      try {
        observer[name]?.(report);
      } catch (error) {
        log.error({ err: errorLine(error) }, `the observer failed at ${name}`);
      }
    };
  return {
    responded: guard('responded'),
    replayed: guard('replayed'),
    attempted: guard('attempted'),
    abandoned: guard('abandoned'),
    alerted: guard('alerted'),
    lapsed: guard('lapsed'),
    fenced: guard('fenced'),
    ran: guard('ran'),
    gaveUp: guard('gaveUp'),
    late: guard('late'),
    providerCalled: guard('providerCalled'),
    circuitChanged: guard('circuitChanged'),
    expired: guard('expired'),
    storeCalled: guard('storeCalled'),
  };
}
