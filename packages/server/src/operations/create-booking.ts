import {
  idempotency,
  type BookingPayment,
  type BookingPrice,
  type OperationRequest,
  type OperationResponse,
} from '@booking-service/contract';
import { openBooking, type RequestedAction, type SizedBooking, toEvents, withPartySize } from '../domain/booking.ts';
import { approvalEnd, lastLook, openPayment } from '../domain/payment.ts';
import type { EveryField } from '@booking-service/kernel/contract';
import { currentOrigin, noteSubject } from '@booking-service/kernel/log';
import { bookingIdUnder, Refusal } from '../domain/contract.ts';
import type { CallContext } from '../providers/provider.ts';
import type { PaymentService } from '../providers/integrations.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { contextOf, locationOf, replayBooking } from './own.ts';

/**
 * POST /v1/bookings (END-3). One transaction stores the booking, its idempotency key, its events, their deliveries and its run. The
 * provider starts to book after the commit, so a failure before it leaves nothing behind. refusals.ts returns replays (IDM-7); a
 * replay gets here only if another request has used the key since that check.
 */
export async function createBooking(
  { header, body }: OperationRequest<'createBooking'>,
  caller: Caller,
  { store, clock, newId, observer, portsOf, deliveryDelays, runs }: OperationContext,
): Promise<OperationResponse<'createBooking'>> {
  const context = contextOf(caller);
  const { organization_id, livemode } = context;
  const idempotency_key = header['Idempotency-Key'];

  const request = withPartySize(body);
  const uniqueKey = idempotency_key === undefined ? undefined : { organization_id, livemode, idempotency_key };
  const { providers, payments } = portsOf(context);
  const provider = providers.find((one) => one.handlesVenue(body.venue_id));
  if (!provider) throw new Refusal('slot_not_offered');
  const { at_once, starts_at, price, cancellation } = await provider
    .checkRequest(request, context)
    .catch(refuseOrUnavailable);
  const id = uniqueKey ? bookingIdUnder(uniqueKey) : newId('bkg');
  // Nothing is to be paid for a booking that is free (CRD-6).
  const paid =
    body.payment_collection && price?.amount !== 0
      ? await startPayment({ booking_id: id, request, now: clock.now() }, { price, context, payments })
      : body.confirm_later
        ? { next_action: confirmBooking }
        : {};

  // After every call: a list of events is read in the order of their times, so an event must not be stored long after its time.
  const now = clock.now();
  const opening = { id, provider: provider.name, livemode, request, starts_at, price, cancellation, ...paid };
  const { booking, events } = openBooking(opening, now);
  const { stored, replayed } = await store.createBooking({
    organization_id,
    booking,
    idempotency_key,
    events: toEvents(events, booking, { newId, deliveryDelays }),
    origin: currentOrigin(),
    run:
      booking.status === 'processing'
        ? { step: 1, due_at: now.toISOString() }
        : booking.payment && payments?.readEvent && { step: 0, due_at: lastLook(booking) },
  });
  if (replayed) return replayBooking(stored, { store, clock, observer });
  noteSubject({ booking_id: id });
  runs.wakeDeliveries(organization_id);
  if (booking.status !== 'processing' || !at_once) {
    runs.wake({ organization_id, provider: provider.name });
    return { status: idempotency.first_status, headers: locationOf(booking), body: booking };
  }
  await runs.runNow({ organization_id, booking_id: id });
  const { booking: latest } = (await store.findBooking({ organization_id, id })) ?? stored;
  return { status: idempotency.first_status, headers: locationOf(latest), body: latest };
}

const confirmBooking = { type: 'confirm_booking' } as const satisfies EveryField<
  Extract<RequestedAction, { type: 'confirm_booking' }>
>;

/** Throws the refusal of the provider; any other error becomes service_unavailable. The caller may send the same create again. */
function refuseOrUnavailable(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal('service_unavailable', {
    message: 'The provider does not respond. No booking was made; send the request again later.',
    cause,
  });
}

/** Opens the payment at the card service. Throws the card codes of the create operation; then no booking is made (CRD-2, CRD-6). */
async function startPayment(
  { booking_id, request, now }: { readonly booking_id: string; readonly request: SizedBooking; readonly now: Date },
  {
    price,
    context,
    payments,
  }: { price: BookingPrice | undefined; context: CallContext; payments: PaymentService | undefined },
): Promise<{ next_action: RequestedAction; payment: BookingPayment }> {
  if (!payments) throw new Refusal('cardservice_disabled');
  if (!price) {
    const message = 'The provider states no price for this booking, so no payment can be set up. No booking was made.';
    throw new Refusal('payment_setup_failed', { message });
  }
  const expires_at = approvalEnd({ created: now.toISOString() });
  const opening = payments.open({ booking_id, request, price, expires_at }, context);
  const { url, reference } = await opening.catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new Refusal('payment_setup_failed', { cause });
  });
  const next_action = { type: 'authorize_payment', url } as const;
  next_action satisfies EveryField<Extract<RequestedAction, { type: 'authorize_payment' }>>;
  return { next_action, payment: openPayment(price, reference) };
}
