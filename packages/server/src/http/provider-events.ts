/**
 * `POST /provider-events/{supplier}`: a provider reports that it has changed a booking by itself (PRV-4).
 *  1. authenticate  by the side of the supplier whose secret signed the bytes of the body; nothing is parsed before
 *  2. limit         the events of each supplier, so that one takes nothing from another
 *  3. store         that the booking is to be read, before the response. The worker then reads it (worker/read-bookings.ts)
 * An unknown supplier and a wrong signature get the same response. So do an event about a booking of someone else, about none and about
 * one that has ended: a supplier learns nothing about other bookings. No event is remembered by its id: each one only asks for a read,
 * so a repeated one changes nothing.
 */
import { delivery, limits, runs } from '@booking-service/contract';
import { type HttpResponse, type OwnOperation, type PublicExchange, receiveBody } from '@booking-service/kernel/http';
import { noteSubject } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import { bookingAt } from '../domain/booking.ts';
import { createMinuteBudget, type MinuteBudget, runWorkOf } from '../domain/run-schedule.ts';
import { Refusal } from '../domain/contract.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { EventRequest, ProviderEvent } from '../providers/provider.ts';
import type { ReadSide } from '../store/reads/booking-reads.ts';
import type { Store } from '../store/store.ts';

export interface ProviderEventOptions {
  readonly portsOf: PortsOf;
  readonly store: Pick<Store, 'findBooking' | 'requestRead'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly reads: {
    /** Claims the due reads of this side immediately. */
    wakeReads(side: ReadSide & { readonly organization_id: string }): void;
  };
}

/** RFC 9110 requires a challenge with each 401. The scheme has the name of the header of the signature. */
const challenge = { 'WWW-Authenticate': delivery.signature.header };

/** The modes, in the order in which the secrets of a supplier are tried. */
const modes = ['live', 'test'] as const;

/** Creates the operation. */
export function createProviderEvents({ portsOf, store, clock, reads }: ProviderEventOptions): OwnOperation {
  const isWithinLimit = createEventLimit(clock);
  return { method: 'post', path: '/provider-events/{supplier}', handle: receiveEvent };

  async function receiveEvent(exchange: PublicExchange): Promise<HttpResponse> {
    const { supplier = '' } = exchange.params;
    const { mode, event } = await authenticate(supplier, await toRequest(exchange));
    if (!isWithinLimit(supplier)) {
      throw new Refusal('rate_limited', { headers: { [limits.headers.retry_after]: '60' } });
    }
    const { organization_id, booking_id, livemode } = event;
    if (livemode !== (mode === 'live')) {
      throw new Refusal('invalid_request', { message: `The event is signed with the secret of the ${mode} side.` });
    }
    const stored = await store.findBooking({ organization_id, id: booking_id });
    const booking = stored && bookingAt(stored.booking, clock.now());
    if (booking?.provider === supplier && booking.livemode === livemode && runWorkOf(booking.status) === 'booking') {
      noteSubject({ booking_id });
      const side = { provider: supplier, mode };
      await store.requestRead({ organization_id, booking_id, ...side, cause: 'event', due_at: clock.now() });
      reads.wakeReads({ organization_id, ...side });
    }
    return { status: 204 };
  }

  /** Returns the event, and the side whose secret signed it: its own if both sides have one secret. Throws unauthorized. */
  async function authenticate(supplier: string, request: EventRequest): Promise<SignedEvent> {
    const signed: SignedEvent[] = [];
    for (const mode of modes) {
      const { providers } = portsOf({ livemode: mode === 'live' });
      const event = await providers.find(({ name }) => name === supplier)?.readEvent?.(request);
      if (event) signed.push({ mode, event });
    }
    const found = signed.find(({ mode, event }) => event.livemode === (mode === 'live')) ?? signed[0];
    if (!found) throw new Refusal('unauthorized', { headers: challenge });
    return found;
  }
}

interface SignedEvent {
  readonly mode: ReadSide['mode'];
  readonly event: ProviderEvent;
}

async function toRequest({ req }: PublicExchange): Promise<EventRequest> {
  const received = await receiveBody(req, runs.reads.max_event_bytes);
  if ('bytes' in received) return { headers: req.headers, body: received.bytes };
  throw new Error(
    'The body of an event was parsed before it reached the service, so its signature cannot be verified. Mount the service before the parser.',
  );
}

/** Counts the authentic events of each supplier in a minute. Only names of the configuration reach it, so it is bounded. */
function createEventLimit(clock: Pick<Clock, 'now'>): (supplier: string) => boolean {
  const budgets = new Map<string, MinuteBudget>();
  return (supplier) => {
    const budget = budgets.get(supplier) ?? createMinuteBudget(runs.reads.events_per_minute, clock);
    budgets.set(supplier, budget);
    const isWithin = budget.left() > 0;
    if (isWithin) budget.spend(1);
    return isWithin;
  };
}
