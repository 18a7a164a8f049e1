/**
 * How a webhook is received: verify it, claim its event, hand it to its handler, commit the claim. Where the handler throws,
 * the claim is released, and the service delivers the event again.
 */
import type { Claim, DedupeStore } from './dedupe-store.ts';
import { isKnownEvent } from '../events.ts';
import type { EventMap, EventType, UnknownEvent, WebhookEvent } from '../events.ts';
import type { RawBody } from '../raw-body.ts';
import type { Refusal } from '../verifying/signature-error.ts';
import type { HeaderSource } from '../verifying/find-header.ts';
import type { SignatureMatch, Verifier } from '../verifying/verify.ts';

/** What is known of the delivery that brought an event: which secret signed it, and when. */
export type Arrival = SignatureMatch;

/** Does what an event asks for. It has handled the event when it returns, and has failed when it throws. */
export type EventHandler<E> = (event: E, arrival: Arrival) => void | Promise<void>;

/** Options of {@link createReceiver}. */
export interface ReceiverOptions {
  /** Says which webhooks are genuine. */
  readonly verifier: Verifier;
  /** Remembers which events were handled. Default: none; then a handler must bear to be run twice (DLV-6). */
  readonly dedupe?: DedupeStore;
  /** Told of each webhook that is refused, for your logs. Default: nobody. */
  readonly onRefused?: (refusal: Refusal) => void;
}

/** What became of a webhook, and what to answer: any 2xx ends the delivery, everything else brings it again (DLV-4, DLV-5). */
export type Receipt = {
  readonly status: number;
  /** The body of the answer, plain text. It is kept in the delivery history. */
  readonly message: string;
} & (
  | {
      /** `ignored`: no handler is there for its type. `busy`: another delivery of it is being handled. */
      readonly outcome: 'handled' | 'ignored' | 'duplicate' | 'busy';
      readonly event: WebhookEvent;
    }
  | ({ readonly outcome: 'refused' } & Omit<Refusal, 'ok'>)
);

/** Receives webhooks: an adapter hands them over, a handler for each type gets the events. */
export interface Receiver {
  /** The longest body worth reading, in bytes: the verifier's. */
  readonly maxBodyBytes: number;
  /** Handles the events of one type. Throws TypeError if that type has a handler already. */
  on<T extends EventType>(type: T, handler: EventHandler<EventMap[T]>): Receiver;
  /** Handles the events of types that this version does not know (EVT-4). Without it they are acknowledged. */
  onUnknown(handler: EventHandler<UnknownEvent>): Receiver;
  /** Receives one webhook: its raw body and its headers. Rejects with what the handler or the dedupe store threw: answer 500. */
  receive(body: RawBody, headers: HeaderSource): Promise<Receipt>;
  /** The receipt for a webhook that an adapter refuses by itself. */
  refuse(refusal: Refusal): Receipt;
}

/** Stands among the handlers for every type that this version does not know. */
const anyUnknown = 'any unknown type';

/** Creates a receiver, to be handed to `/express`, `/fetch`, `/node` or `/lambda`, or called straight. */
export function createReceiver({ verifier, dedupe, onRefused }: ReceiverOptions): Receiver {
  const handlers = new Map<string, EventHandler<never>>();

  function add(type: string, handler: EventHandler<never>): Receiver {
    if (handlers.has(type)) throw new TypeError(`${type} has a handler already: give one for each type.`);
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
    on: add,
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

/** A claim that cannot be released lapses; both errors are told. */
async function release(claim: Claim | undefined, error: unknown): Promise<void> {
  try {
    await claim?.release();
  } catch (releaseError) {
    throw new AggregateError([error, releaseError], 'The handler failed, and its claim could not be released.', {
      cause: releaseError,
    });
  }
}
