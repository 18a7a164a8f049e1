/**
 * `POST /provider-events/{supplier}`: a provider reports that it has changed a booking by itself (PRV-4).
 * `POST /payment-events`: a card service reports that a payment has changed (CRD-10).
 *  1. authenticate  by the side of the sender whose secret signed the bytes of the body; nothing is parsed before
 *  2. limit         the events of each sender, so that one takes nothing from another
 *  3. store         that the booking, or its payment, is to be read, before the response. The worker then reads it
 * An unknown supplier and a wrong signature get the same response. So do an event about a booking of someone else, about none and about
 * one that has ended: a supplier learns nothing about other bookings. No event is remembered by its id: each one only asks for a read,
 * so a repeated one changes nothing.
 */
import { delivery, limits, runs } from '@booking-service/contract';
import { type HttpResponse, type OwnOperation, type PublicExchange, receiveBody } from '@booking-service/kernel/http';
import { noteSubject } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../domain/booking.ts';
import { awaitsApproval, hasPayment, isFinalStatus, paymentLane } from '../domain/payment.ts';
import { createMinuteBudget, type MinuteBudget, runWorkOf } from '../domain/run-schedule.ts';
import { Refusal } from '../domain/contract.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { EventRequest, ProviderEvent } from '../providers/provider.ts';
import type { ReadSide } from '../store/reads/booking-reads.ts';
import type { RunPlace, Store } from '../store/store.ts';

export interface ReceivedEventOptions {
  readonly portsOf: PortsOf;
  readonly store: Pick<Store, 'changeBooking' | 'findBooking' | 'requestRead'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly work: {
    /** Claims the due runs of this place immediately. */
    wake(place: RunPlace): void;
    /** Claims the due reads of this side immediately. */
    wakeReads(side: ReadSide & { readonly organization_id: string }): void;
  };
}

/** RFC 9110 requires a challenge with each 401. The scheme has the name of the header of the signature. */
const challenge = { 'WWW-Authenticate': delivery.signature.header };

/** The modes, in the order in which the secrets of a supplier are tried. */
const modes = ['live', 'test'] as const;

/** The number of times that a request for a read is stored again because its booking changed meanwhile. */
const maxRaces = 20;

/** Creates both operations. */
export function createReceivedEvents({ portsOf, store, clock, work }: ReceivedEventOptions): {
  readonly bookingChanged: OwnOperation;
  readonly paymentChanged: OwnOperation;
} {
  const isWithinLimit = createEventLimit(clock);
  return {
    bookingChanged: {
      method: 'post',
      path: '/provider-events/{supplier}',
      handle(exchange) {
        const { supplier = '' } = exchange.params;
        return receiveEvent(exchange, {
          sender: supplier,
          read: (request, livemode) =>
            portsOf({ livemode })
              .providers.find(({ name }) => name === supplier)
              ?.readEvent?.(request),
          store: (event) => readBooking(supplier, event),
        });
      },
    },
    paymentChanged: {
      method: 'post',
      path: '/payment-events',
      handle(exchange) {
        return receiveEvent(exchange, {
          sender: paymentLane,
          read: (request, livemode) => portsOf({ livemode }).payments?.readEvent?.(request),
          store: readPayment,
        });
      },
    },
  };

  async function receiveEvent(exchange: PublicExchange, { sender, read, store: keep }: Sender): Promise<HttpResponse> {
    const { mode, event } = await authenticate(read, await toRequest(exchange));
    if (!isWithinLimit(sender)) {
      throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: '60' } });
    }
    if (event === 'unrelated') return { status: 204 };
    if (event.livemode !== (mode === 'live')) {
      throw new Refusal('invalid_request', { message: `The event is signed with the secret of the ${mode} side.` });
    }
    await keep(event);
    return { status: 204 };
  }

  async function readBooking(
    supplier: string,
    { organization_id, booking_id, livemode }: ProviderEvent,
  ): Promise<void> {
    const stored = await store.findBooking({ organization_id, id: booking_id });
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.provider !== supplier || booking.livemode !== livemode || runWorkOf(booking.status) !== 'booking')
      return;
    noteSubject({ booking_id });
    const side = { provider: supplier, mode: livemode ? 'live' : 'test' } as const;
    await store.requestRead({ organization_id, booking_id, ...side, cause: 'event', due_at: clock.now() });
    work.wakeReads({ organization_id, ...side });
  }

  /** A booking in processing reads its payment by itself. One that waits for the approval does so in its run, any other one in a run of the payment. */
  async function readPayment({ organization_id, booking_id, livemode }: ProviderEvent): Promise<void> {
    for (let race = 0; race < maxRaces; race += 1) {
      const before = await store.findBooking({ organization_id, id: booking_id });
      if (!before || !hasPayment(before.booking) || before.booking.livemode !== livemode) return;
      noteSubject({ booking_id });
      const { booking, step } = before;
      const { status, provider } = bookingAt(booking, clock.now());
      const waits = awaitsApproval(booking) && status === 'requires_action';
      if (!waits && status !== 'confirmed' && !isFinalStatus(status)) return;
      const due_at = clock.now().toISOString();
      const request = waits ? { run: { step, due_at } } : { read_payment_at: due_at };
      if (!(await store.changeBooking({ before, booking, events: [], ...request }))) continue;
      return work.wake({ organization_id, provider: waits ? provider : paymentLane });
    }
    throw new Refusal('service_unavailable');
  }

  /** Returns the event, and the side whose secret signed it: its own if both sides have one secret. Throws unauthorized. */
  async function authenticate(read: Sender['read'], request: EventRequest): Promise<SignedEvent> {
    const signed: SignedEvent[] = [];
    for (const mode of modes) {
      const event = await read(request, mode === 'live');
      if (event) signed.push({ mode, event });
    }
    const isOwn = ({ mode, event }: SignedEvent) => event !== 'unrelated' && event.livemode === (mode === 'live');
    const found = signed.find(isOwn) ?? signed[0];
    if (!found) throw new Refusal('unauthorized', { headers: challenge });
    return found;
  }
}

interface Sender {
  /** The name under which its events are counted. */
  readonly sender: string;
  /** Authenticates the request by the secret of a side. Undefined if it is not authentic, or if the side takes no events. */
  readonly read: (
    request: EventRequest,
    livemode: boolean,
  ) => Promise<ProviderEvent | 'unrelated' | undefined> | undefined;
  /** Stores that the booking, or its payment, is to be read. */
  readonly store: (event: ProviderEvent) => Promise<void>;
}

interface SignedEvent {
  readonly mode: ReadSide['mode'];
  readonly event: ProviderEvent | 'unrelated';
}

async function toRequest({ req }: PublicExchange): Promise<EventRequest> {
  const received = await receiveBody(req, runs.reads.max_event_bytes);
  if ('bytes' in received) return { headers: req.headers, body: received.bytes };
  throw new Error(
    'The body of an event was parsed before it reached the service, so its signature cannot be verified. Mount the service before the parser.',
  );
}

/** Counts the authentic events of each sender in a minute. Only names of the configuration reach it, so it is bounded. */
function createEventLimit(clock: Pick<Clock, 'now'>): (sender: string) => boolean {
  const budgets = new Map<string, MinuteBudget>();
  return (sender) => {
    const budget = budgets.get(sender) ?? createMinuteBudget(runs.reads.events_per_minute, clock);
    budgets.set(sender, budget);
    const isWithin = budget.left() > 0;
    if (isWithin) budget.spend(1);
    return isWithin;
  };
}
