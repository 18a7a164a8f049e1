/**
 * Receives a webhook: verifies it, claims its event, calls the handler and commits the claim. If the handler throws, it
 * releases the claim, and the service delivers the event again.
 */
import {
  type EventMap,
  type EventType,
  isEventType,
  isKnownEvent,
  type UnknownEvent,
  type WebhookEvent,
} from '../events.ts';
import { type Clock, type RawBody, systemClock } from '../input.ts';
import type { HeaderSource, Refusal } from '../verifying/signature.ts';
import type { SignatureMatch, Verifier } from '../verifying/verify.ts';

/** The secret that signed a delivery, and the time of the signature. */
export type Arrival = SignatureMatch;

/** Handles an event. The event is handled when it returns, and not handled if it throws. */
export type EventHandler<E> = (event: E, arrival: Arrival) => void | Promise<void>;

/** Options of {@link createReceiver}. */
export interface ReceiverOptions {
  /** Verifies the webhooks. */
  readonly verifier: Verifier;
  /** Remembers handled events. Default: none. Then a handler can run twice for one event (DLV-6). */
  readonly dedupe?: DedupeStore;
  /** Receives each refusal, for your logs. Default: none. */
  readonly onRefused?: (refusal: Refusal) => void;
}

/** The outcome of a webhook, and the response to send. A 2xx ends the delivery, any other status repeats it (DLV-4, DLV-5). */
export type Receipt = {
  readonly status: number;
  /** The body of the response, plain text. The delivery history keeps it. */
  readonly message: string;
} & (
  | {
      /** `ignored`: its type has no handler. `busy`: another delivery of the event is in progress. */
      readonly outcome: 'handled' | 'ignored' | 'duplicate' | 'busy';
      readonly event: WebhookEvent;
    }
  | ({ readonly outcome: 'refused' } & Omit<Refusal, 'ok'>)
);

/** Receives webhooks from an adapter, and calls the handler for the type of each event. */
export interface Receiver {
  /** The maximum size of a body in bytes, from the verifier. */
  readonly maxBodyBytes: number;
  /** Handles the events of one type. Throws TypeError if this version does not define the type, or it already has a handler. */
  on<T extends EventType>(type: T, handler: EventHandler<EventMap[T]>): Receiver;
  /** Handles the events of types that this version does not define (EVT-4). Without it they are acknowledged. */
  onUnknown(handler: EventHandler<UnknownEvent>): Receiver;
  /** Receives one webhook: its raw body and its headers. Rejects with the error of the handler or of the dedupe store: respond with 500. */
  receive(body: RawBody, headers: HeaderSource): Promise<Receipt>;
  /** Returns the receipt for a webhook that the adapter refuses. */
  refuse(refusal: Refusal): Receipt;
}

/** The key of the handler for all unknown types. */
const anyUnknown = 'any unknown type';

/** Creates a receiver. Pass it to `/express`, `/fetch`, `/node` or `/lambda`, or call it directly. */
export function createReceiver({ verifier, dedupe, onRefused }: ReceiverOptions): Receiver {
  const handlers = new Map<string, EventHandler<never>>();

  function add(type: string, handler: EventHandler<never>): Receiver {
    if (handlers.has(type)) throw new TypeError(`${type} already has a handler.`);
    handlers.set(type, handler);
    return receiver;
  }

  async function receive(body: RawBody, headers: HeaderSource): Promise<Receipt> {
    const verification = await verifier.checkAsync(body, headers);
    if (!verification.ok) return receiver.refuse(verification);

    const { event, secretIndex, timestamp } = verification;
    const handler = handlers.get(isKnownEvent(event) ? event.type : anyUnknown);
    if (!handler) return { outcome: 'ignored', status: 204, message: '', event };

    const claim = await dedupe?.claim(event.id);
    if (claim === 'done') return { outcome: 'duplicate', status: 204, message: '', event };
    if (claim === 'busy') return { outcome: 'busy', status: 409, message: 'This event is being handled.', event };
    try {
      // The map gives each handler the type it was added for.
      await handler(event as never, { secretIndex, timestamp });
    } catch (error) {
      await release(claim, error);
      throw error;
    }
    await claim?.commit();
    return { outcome: 'handled', status: 204, message: '', event };
  }

  const receiver: Receiver = {
    maxBodyBytes: verifier.maxBodyBytes,
    on(type, handler) {
      if (!isEventType(type))
        throw new TypeError(`${String(type)} is not an event type. Handle other types with onUnknown.`);
      return add(type, handler);
    },
    onUnknown: (handler) => add(anyUnknown, handler),
    receive,
    refuse(refusal) {
      onRefused?.(refusal);
      const { ok: _ok, ...why } = refusal;
      const status = why.reason === 'body_too_large' ? 413 : 400;
      return { outcome: 'refused', status, message: `${why.reason}: ${why.hint}`, ...why };
    },
  };
  return receiver;
}

/** Releases a claim. If that fails, throws both errors. An unreleased claim lapses. */
async function release(claim: Claim | undefined, error: unknown): Promise<void> {
  try {
    await claim?.release();
  } catch (releaseError) {
    throw new AggregateError([error, releaseError], 'The handler failed, and its claim could not be released.', {
      cause: releaseError,
    });
  }
}

/**
 * Remembers which events were handled, because the service delivers each at least once (DLV-6). {@link createMemoryDedupe}
 * is for one process. With several processes, use a store that they share, such as the database that the handler writes to.
 */
export interface DedupeStore {
  /**
   * Claims an event for one handler. Of concurrent claims of one event, exactly one may succeed.
   *
   * - a {@link Claim}: the event is new. The handler runs.
   * - `done`: the event was handled. It is acknowledged and not handled again.
   * - `busy`: another handler has it. The response is 409, and the event is delivered again.
   *
   * A claim that is neither committed nor released, because its process died, must lapse after some time.
   */
  claim(event_id: string): Claim | 'done' | 'busy' | Promise<Claim | 'done' | 'busy'>;
}

/** The right to handle one event. */
export interface Claim {
  /** Marks the event as handled: from now on it is `done`. */
  commit(): void | Promise<void>;
  /** Gives up the claim after a failure: the next delivery of the event may claim it. */
  release(): void | Promise<void>;
}

/** Options of {@link createMemoryDedupe}. */
export interface MemoryDedupeOptions {
  /** The time for which a handled event is remembered, in seconds. Default 86400. The retries of the service end after 13 minutes. */
  readonly keepSeconds?: number;
  /** The time after which the next delivery may claim an event whose handler still runs, in seconds. Default 60. */
  readonly leaseSeconds?: number;
  /** The maximum number of handled events to remember; the oldest are dropped. Default 10000. */
  readonly maxEvents?: number;
  /** The current time. Default: that of the computer. */
  readonly clock?: Clock;
}

/** Creates a dedupe store in the memory of this process. */
export function createMemoryDedupe({
  keepSeconds = 86_400,
  leaseSeconds = 60,
  maxEvents = 10_000,
  clock = systemClock,
}: MemoryDedupeOptions = {}): DedupeStore {
  const now = () => clock.now().getTime();
  /** The time at which each event was handled, oldest first. */
  const done = new Map<string, number>();
  /** The claim of each event, and the time at which it lapses. */
  const busy = new Map<string, { readonly claim: Claim; readonly lapses: number }>();

  function claim(event_id: string): Claim | 'done' | 'busy' {
    forget();
    if (done.has(event_id)) return 'done';
    const held = busy.get(event_id);
    if (held && held.lapses > now()) return 'busy';

    const current: Claim = {
      commit() {
        if (busy.get(event_id)?.claim === current) busy.delete(event_id);
        // Deleted first, so that the map stays in the order of time.
        done.delete(event_id);
        done.set(event_id, now());
        forget();
      },
      release() {
        // Another handler may have claimed the event after this claim lapsed.
        if (busy.get(event_id)?.claim === current) busy.delete(event_id);
      },
    };
    busy.set(event_id, { claim: current, lapses: now() + leaseSeconds * 1000 });
    return current;
  }

  function forget(): void {
    for (const [event_id, handled] of done) {
      if (done.size <= maxEvents && handled > now() - keepSeconds * 1000) return;
      done.delete(event_id);
    }
  }

  return { claim };
}
