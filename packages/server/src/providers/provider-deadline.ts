import { limits } from '@booking-service/contract';
import type { Clock } from '../time/clock.ts';
import { withDeadline } from '../time/deadline.ts';
import { checkHoldOutcome, checkModification, checkOutcome } from './check-outcome.ts';
import type { CardService } from './card-service.ts';
import type { Provider } from './provider.ts';

type Deadline = <T>(begin: () => Promise<T>) => Promise<T>;

/**
 * Wraps the provider: a call that exceeds provider_timeout_seconds rejects with a DeadlineError, and every outcome is checked
 * against the port.
 */
export function providerWithDeadline(provider: Provider, clock: Pick<Clock, 'after'>): Provider {
  const within = deadline(clock);
  const modify = provider.modify?.bind(provider);
  const checkHold = provider.checkHold?.bind(provider);
  return {
    name: provider.name,
    handlesVenue: (venue_id) => provider.handlesVenue(venue_id),
    searchVenues: (search, context) => within(() => provider.searchVenues(search, context)),
    searchAvailability: (search, context) => within(() => provider.searchAvailability(search, context)),
    checkRequest: (request, context) => within(() => provider.checkRequest(request, context)),
    book: (step, context) => within(async () => checkOutcome(await provider.book(step, context))),
    ...(modify && {
      modify: (modification, context) => within(async () => checkModification(await modify(modification, context))),
    }),
    ...(checkHold && {
      checkHold: (booking, context) => within(async () => checkHoldOutcome(await checkHold(booking, context))),
    }),
    release: (booking, context) => within(() => provider.release(booking, context)),
  };
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
