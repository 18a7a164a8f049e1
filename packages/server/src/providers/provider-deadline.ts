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
    searchVenues: (search) => within(() => provider.searchVenues(search)),
    searchAvailability: (search) => within(() => provider.searchAvailability(search)),
    checkRequest: (request) => within(() => provider.checkRequest(request)),
    book: (step) => within(async () => checkOutcome(await provider.book(step))),
    ...(modify && { modify: (modification) => within(async () => checkModification(await modify(modification))) }),
    ...(checkHold && { checkHold: (booking) => within(async () => checkHoldOutcome(await checkHold(booking))) }),
    release: (booking) => within(() => provider.release(booking)),
  };
}

/** Wraps the card service: a call that exceeds provider_timeout_seconds rejects with a DeadlineError. */
export function cardServiceWithDeadline(cardService: CardService, clock: Pick<Clock, 'after'>): CardService {
  const within = deadline(clock);
  const { sessions } = cardService;
  return {
    openPayment: (payment) => within(() => cardService.openPayment(payment)),
    settlePayment: (booking) => within(() => cardService.settlePayment(booking)),
    ...(sessions && {
      sessions: {
        start: (session) => within(() => sessions.start(session)),
        checkCode: (attempt) => within(() => sessions.checkCode(attempt)),
        readCard: (card_reference) => within(() => sessions.readCard(card_reference)),
      },
    }),
  };
}

function deadline(clock: Pick<Clock, 'after'>): Deadline {
  return (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
}
