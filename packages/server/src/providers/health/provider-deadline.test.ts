import { expect, it } from 'vitest';
import { DeadlineError } from '../../time/clock.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { CardService } from '../integrations.ts';
import { cardServiceWithDeadline, providerWithDeadline } from '../ports.ts';
import type { Provider } from '../provider.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

/** Implements every method of both ports with `call`. */
function portsWith(call: () => Promise<never>): { provider: Provider; cardService: CardService } {
  return {
    provider: {
      name: 'own',
      handlesVenue: (venue_id) => venue_id === 'ven_own',
      searchVenues: call,
      searchAvailability: call,
      checkRequest: call,
      book: call,
      release: call,
    },
    cardService: { openPayment: call, settlePayment: call },
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

/** Makes the call through the deadlines. The methods of these ports ignore their arguments. */
function startCall({ port, name }: (typeof calls)[number], call: () => Promise<never>) {
  const clock = createManualClock(start);
  const ports = portsWith(call);
  const guarded = {
    provider: providerWithDeadline(ports.provider, clock),
    cardService: cardServiceWithDeadline(ports.cardService, clock),
  }[port] as unknown as Record<typeof name, (argument: unknown) => Promise<unknown>>;
  return { clock, result: guarded[name]({}) };
}

it.each(calls)('STA-12: rejects a call of $name that never settles after exactly 30 s', async (call) => {
  const { clock, result } = startCall(call, () => new Promise(() => undefined));
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

it.each(calls)('STA-12: passes on the rejection of $name unchanged', async (call) => {
  const cause = new Error('The connection is closed.');
  const { result } = startCall(call, async () => {
    throw cause;
  });
  await expect(result).rejects.toBe(cause);
});

it('STA-12: passes on the name and the venues of the provider', () => {
  const { provider } = portsWith(async () => {
    throw new Error('Not called.');
  });
  const guarded = providerWithDeadline(provider, createManualClock(start));
  expect(guarded.name).toBe('own');
  expect([guarded.handlesVenue('ven_own'), guarded.handlesVenue('ven_other')]).toEqual([true, false]);
});
