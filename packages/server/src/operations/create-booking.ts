import {
  idempotency,
  type OperationRequest,
  type CreateBooking,
  type OperationResponse,
} from '@booking-service/contract';
import { openBooking, type AskedAction } from '../domain/booking.ts';
import { toEvents } from '../domain/booking-events.ts';
import type { EveryField } from '../domain/every-field.ts';
import { Refusal } from '../domain/refusal.ts';
import { bookingIdUnder } from '../domain/ids.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Caller } from '../store/store.ts';
import type { OperationContext } from './operation-context.ts';
import { livemodeOf } from './own-booking.ts';
import { locationOf, replayBooking } from './replay-booking.ts';

/**
 * POST /v1/bookings (END-3). The booking, its idempotency key, its events, their deliveries and the provider's work
 * commit together; only then is the provider set to work. Until that commit nothing has been made anywhere. A replay is
 * answered before (IDM-7); here it is one only where the key was taken since.
 */
export async function createBooking(
  { header, body }: OperationRequest<'createBooking'>,
  { organization, key }: Caller,
  { store, clock, newId, observer, providers, cardService, deliveryDelays, runs }: OperationContext,
): Promise<OperationResponse<'createBooking'>> {
  const livemode = livemodeOf(key.mode);
  const idempotency_key = header['Idempotency-Key'];
  const organization_id = organization.id;

  const uniqueKey = idempotency_key === undefined ? undefined : { organization_id, livemode, idempotency_key };
  const provider = providers.find((one) => one.handlesVenue(body.venue_id));
  if (!provider) throw new Refusal('slot_not_offered');
  const { at_once } = await provider.checkRequest(body).catch(refuseOrUnavailable);
  const id = uniqueKey ? bookingIdUnder(uniqueKey) : newId('bkg');
  const next_action = body.payment_collection && (await askForPayment(id, body, cardService));

  const now = clock.now();
  const opening = { id, provider: provider.name, livemode, request: body, ...(next_action && { next_action }) };
  const { booking, events } = openBooking(opening, now);
  const { stored, replayed } = await store.createBooking({
    organization_id,
    booking,
    idempotency_key,
    events: toEvents(events, booking, { newId, deliveryDelays }),
    run: booking.status === 'processing' ? { step: 1, due_at: now.toISOString() } : undefined,
  });
  if (replayed) return replayBooking(stored, { store, clock, observer });
  if (!at_once) {
    runs.wake();
    return { status: idempotency.first_status, headers: locationOf(booking), body: booking };
  }
  await runs.runNow(id);
  const { booking: answered } = (await store.findBooking(id)) ?? stored;
  return { status: idempotency.first_status, headers: locationOf(answered), body: answered };
}

/** A provider that cannot be asked: nothing was made, and the same create may be sent again. */
function refuseOrUnavailable(cause: unknown): never {
  if (cause instanceof Refusal) throw cause;
  throw new Refusal('service_unavailable', { message: 'The provider does not answer; no booking was made.', cause });
}

/** Throws the card codes that stand on the call; then no booking is made (CRD-2). */
async function askForPayment(
  booking_id: string,
  request: CreateBooking,
  cardService: CardService | undefined,
): Promise<AskedAction> {
  if (!cardService) throw new Refusal('cardservice_disabled');
  const { url } = await cardService.openPayment({ booking_id, request }).catch((cause: unknown) => {
    throw cause instanceof Refusal ? cause : new Refusal('payment_setup_failed', { cause });
  });
  return { type: 'authorize_payment', url } satisfies EveryField<Extract<AskedAction, { type: 'authorize_payment' }>>;
}
