import type { EventType } from './contract.ts';

/** An event and its deliveries. The transaction of the change stores them. */
export interface NewEvent {
  readonly id: string;
  readonly type: EventType;
  readonly created: string;
  /** The exact JSON text that every attempt sends and signs. */
  readonly payload: string;
  readonly deliveries: readonly NewDelivery[];
}

export interface NewDelivery {
  readonly id: string;
  readonly due_at: string;
  /** The attempt after which the delivery is abandoned. */
  readonly attempts_allowed: number;
}

/**
 * The request that caused a run or an event, and the trace that it belongs to. The store keeps both with the run and with the event, so that
 * the log lines and spans of later work join those of the request. Null for work without a request, such as an expiry.
 */
export interface Origin {
  readonly request_id: string | null;
  /** The traceparent of W3C Trace Context. */
  readonly traceparent: string | null;
}

/** The origin of work that no request caused. */
export const noOrigin: Origin = { request_id: null, traceparent: null };
