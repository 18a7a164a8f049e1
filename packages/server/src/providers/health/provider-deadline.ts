import { limits } from '@booking-service/contract';
import { type Clock, withDeadline } from '../../time/clock.ts';
import { Refusal } from '../../domain/refusal.ts';
import {
  checkAcceptance,
  checkHoldOutcome,
  checkModification,
  checkOutcome,
  textBounds,
  toReadable,
} from '../results/check-result.ts';
import { checkSlots, checkVenues } from '../results/check-page.ts';
import type { CardService } from '../card-service.ts';
import type { Provider } from '../provider.ts';

type Deadline = <T>(begin: () => Promise<T>) => Promise<T>;

/**
 * Wraps the provider: a call that exceeds provider_timeout_seconds rejects with a DeadlineError, and every result is checked against
 * the port. This is the only place where what a supplier sends becomes what callers read.
 */
export function providerWithDeadline(provider: Provider, clock: Pick<Clock, 'after'>): Provider {
  const inTime = deadline(clock);
  const within: Deadline = (begin) => inTime(() => begin().catch(refuseReadably));
  const modify = provider.modify?.bind(provider);
  const checkHold = provider.checkHold?.bind(provider);
  return {
    name: provider.name,
    handlesVenue: (venue_id) => provider.handlesVenue(venue_id),
    searchVenues: (search, context) =>
      within(async () => checkVenues(await provider.searchVenues(search, context), limitOf(search))),
    searchAvailability: (search, context) =>
      within(async () => checkSlots(await provider.searchAvailability(search, context), limitOf(search))),
    checkRequest: (request, context) =>
      within(async () => checkAcceptance(await provider.checkRequest(request, context))),
    book: (step, context) => within(async () => checkOutcome(await provider.book(step, context))),
    ...(modify && {
      modify: (modification, context) => within(async () => checkModification(await modify(modification, context))),
    }),
    ...(checkHold && {
      checkHold: (booking, context) => within(async () => checkHoldOutcome(await checkHold(booking, context))),
    }),
    release: (booking, context) => within(async () => provider.release(booking, context)),
  };
}

function limitOf({ limit = limits.page.default }: { readonly limit?: number }): number {
  return limit;
}

/** The message of a refusal may quote the supplier. */
function refuseReadably(error: unknown): never {
  if (error instanceof Refusal) error.message = toReadable(error.message, textBounds.error_message);
  throw error;
}

/** Wraps the card service: a call that exceeds provider_timeout_seconds rejects with a DeadlineError. */
export function cardServiceWithDeadline(cardService: CardService, clock: Pick<Clock, 'after'>): CardService {
  const within = deadline(clock);
  const { sessions } = cardService;
  return {
    openPayment: (payment, context) => within(() => cardService.openPayment(payment, context)),
    settlePayment: (booking, context) => within(() => cardService.settlePayment(booking, context)),
    ...(sessions && {
      sessions: {
        start: (session, context) => within(() => sessions.start(session, context)),
        checkCode: (attempt, context) => within(() => sessions.checkCode(attempt, context)),
        readCard: (card_reference, context) => within(() => sessions.readCard(card_reference, context)),
      },
    }),
  };
}

function deadline(clock: Pick<Clock, 'after'>): Deadline {
  return (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
}
