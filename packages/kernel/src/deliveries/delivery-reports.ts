import { completeObserver, type ObserverOf } from '../log/observer.ts';
import type { AttemptCause } from '../send/attempt.ts';
import type { PostError } from '../send/safe-post.ts';
import type { ProxyError } from '../send/open-tunnel.ts';

/** An organization whose webhooks do not arrive. Contains no URL, no payload and no secret. */
export interface DeliveryAlert {
  readonly organization_id: string;
  /** `failing`: every attempt of the last 5 minutes failed. `abandoned`: a delivery was abandoned. */
  readonly reason: 'failing' | 'abandoned';
  /** The first failure since the last success, and how many there were. Null if the process has not seen one. */
  readonly failing_since: string | null;
  readonly failures: number;
}

/** The reports of the deliveries, by name. */
export interface DeliveryReports {
  /** An attempt of a delivery ended with a 2xx, another status, or no response (DLV-4). */
  readonly attempted: {
    readonly organization_id: string;
    readonly outcome: 'succeeded' | 'status' | PostError;
    /** Why there was no response. */
    readonly cause?: AttemptCause | undefined;
    /**
     * Why the webhook proxy opened no tunnel, if it is the reason. `receiver_unreachable`: it responded with 502, 503 or 504, so the
     * receiver may be down and not the proxy.
     */
    readonly proxy_error?: ProxyError | undefined;
    readonly duration_ms: number;
    /**
     * The time from the event to this success. Undefined after a failure and for a resend. A resend of a delivery with three attempts is
     * like a fourth attempt, and has a time.
     */
    readonly arrived_after_ms?: number | undefined;
  };
  /** A delivery was abandoned: its last attempt failed, or a crash prevented its outcome from being recorded. */
  readonly abandoned: { readonly organization_id: string; readonly after: 'failure' | 'crash' };
  /** An organization's deliveries fail. Comes at most once per hour for each organization. */
  readonly alerted: DeliveryAlert;
  /** Claimed work was not begun, because its lease was about to end: the process was paused, or the claim took too long. */
  readonly lapsed: { readonly work: 'delivery' };
  /** A completion came after its lease and changed nothing. */
  readonly fenced: { readonly work: 'delivery' };
}

export type DeliveryObserver = ObserverOf<DeliveryReports>;

/** Ignores every report. */
export const noDeliveryObserver: DeliveryObserver = completeObserver<DeliveryReports>(
  {},
  {
    names: { attempted: true, abandoned: true, alerted: true, lapsed: true, fenced: true },
    log: { error: () => undefined },
  },
);
