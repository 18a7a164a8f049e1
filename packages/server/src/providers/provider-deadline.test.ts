import { expect, it } from 'vitest';
import { DeadlineError } from '../time/deadline.ts';
import { createManualClock } from '../time/manual-clock.ts';
import type { CardService } from './card-service.ts';
import { cardServiceWithDeadline, providerWithDeadline } from './provider-deadline.ts';
import type { Provider } from './provider.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

/** Answers every call with `answer`, whatever it is asked. */
function answering(answer: () => Promise<never>): { provider: Provider; cardService: CardService } {
  return {
    provider: {
      name: 'own',
      handlesVenue: (venue_id) => venue_id === 'ven_own',
      searchVenues: answer,
      searchAvailability: answer,
      checkRequest: answer,
      book: answer,
      release: answer,
    },
    cardService: { openPayment: answer, settlePayment: answer },
  };
}

const calls = [
  { port: 'provider', name: 'searchVenues' },
  { port: 'provider', name: 'searchAvailability' },
  { port: 'provider', name: 'checkRequest' },
  { port: 'provider', name: 'book' },
  { port: 'provider', name: 'release' },
  { port: 'cardService', name: 'openPayment' },
  { port: 'cardService', name: 'settlePayment' },
] as const;

/** Makes the call through the deadlines; the ports here look at no argument. */
function callOf({ port, name }: (typeof calls)[number], answer: () => Promise<never>) {
  const clock = createManualClock(start);
  const ports = answering(answer);
  const guarded = {
    provider: providerWithDeadline(ports.provider, clock),
    cardService: cardServiceWithDeadline(ports.cardService, clock),
  }[port] as unknown as Record<typeof name, (asked: unknown) => Promise<unknown>>;
  return { clock, result: guarded[name]({}) };
}

it.each(calls)('STA-12: $name that never answers ends after 30 s, not before', async (call) => {
  const { clock, result } = callOf(call, () => new Promise(() => undefined));
  let ended = false;
  const settled = result.catch((error: unknown) => {
    ended = true;
    return error;
  });
  await clock.advance(29_999);
  expect(ended).toBe(false);
  await clock.advance(1);
  expect(await settled).toBeInstanceOf(DeadlineError);
});

it.each(calls)('STA-12: what $name rejects with comes through as it is', async (call) => {
  const cause = new Error('The line is dead.');
  const { result } = callOf(call, async () => {
    throw cause;
  });
  await expect(result).rejects.toBe(cause);
});

it('STA-12: the name and the venues of the provider come through', () => {
  const { provider } = answering(async () => {
    throw new Error('Nobody asks.');
  });
  const guarded = providerWithDeadline(provider, createManualClock(start));
  expect(guarded.name).toBe('own');
  expect([guarded.handlesVenue('ven_own'), guarded.handlesVenue('ven_other')]).toEqual([true, false]);
});
