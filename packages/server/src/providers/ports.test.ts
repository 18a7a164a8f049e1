import { expect, it } from 'vitest';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';
import { createManualClock } from '@booking-service/kernel/testing/manual-clock';
import type { Supplier, CardService } from './integrations.ts';
import { createPorts, guardCheck, guardMode, cardServiceWithDeadline, providerWithDeadline } from './ports.ts';
import type { Provider } from './provider.ts';
import { newBooking } from '../../test/support/new-booking.ts';
import { createLog } from '../log/log.ts';
import { noObserver } from '../log/observer.ts';
import { openBooking } from '../domain/booking.ts';
import { randomId } from '@booking-service/kernel/ids';
import { sandboxCardService } from './sandbox/sandbox-integrations.ts';
import { DeadlineError } from '@booking-service/kernel/time/clock';

const still = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
const named = (name: string): Provider => ({ ...createSandboxProvider({ clock: still }), name });

it.each<{ suppliers: Supplier[]; says: string }>([
  { suppliers: [{ live: named('a'), test: named('b') }], says: 'The test side of the supplier a is named b.' },
  { suppliers: [{ live: named('a') }, { test: named('a') }], says: 'Two suppliers are named a.' },
  { suppliers: [{}], says: 'A supplier has neither a live side nor a provider on its test side.' },
  { suppliers: [{ test: 'simulate' }], says: 'A supplier has neither a live side nor a provider on its test side.' },
])('refuses suppliers because $says', ({ suppliers, says }) => {
  expect(() => createPorts({ suppliers }, { clock: still, observer: noObserver, log: createLog() })).toThrow(says);
});

const start = new Date('2026-11-21T09:30:00.000Z');
const live = { organization_id: 'org_test', livemode: true };
const test = { organization_id: 'org_test', livemode: false };
const bookingOf = (livemode: boolean) =>
  openBooking({ id: randomId('bkg'), provider: 'sandbox', livemode, request: newBooking() }, start).booking;

it('MOD-1: a side rejects the calls of the other mode, and every call without a mode', async () => {
  const provider = guardMode(createSandboxProvider({ clock: createManualClock(start) }), true);
  const { sessions } = guardMode(sandboxCardService, true);
  const check = guardCheck({ check: async () => 'allowed' }, true);
  const call = { organization_id: 'org_test', operationId: 'searchVenues' } as const;
  expect(provider.handlesVenue('ven_harbour_table')).toBe(true);
  await expect(provider.searchVenues({}, live)).resolves.toMatchObject({ object: 'list' });
  await expect(sessions?.readCard('linked', live)).resolves.toMatchObject({ last4: '4242' });
  await expect(check.check({ ...call, mode: 'live' })).resolves.toBe('allowed');

  const wrong = 'of a live side was called for a test key. Nothing was sent.';
  await expect(provider.searchVenues({}, test)).rejects.toThrow(`searchVenues ${wrong}`);
  const untyped = provider as { searchVenues(search: object, context?: object): Promise<unknown> };
  await expect(untyped.searchVenues({})).rejects.toThrow(wrong);
  await expect(sessions?.readCard('linked', test)).rejects.toThrow(`readCard ${wrong}`);
  await expect(check.check({ ...call, mode: 'test' })).rejects.toThrow(`check ${wrong}`);
});

it('MOD-1: a side rejects a booking of the other mode, whatever the call says', async () => {
  const provider = guardMode(createSandboxProvider({ clock: createManualClock(start) }), false);
  const step = { reference: 'bkg_1/1', step: 1, attempt: 1, answer: undefined };
  const wrong = 'of a test side was called for a live key. Nothing was sent.';
  await expect(provider.release(bookingOf(false), test)).resolves.toBeUndefined();
  await expect(provider.release(bookingOf(true), test)).rejects.toThrow(`release ${wrong}`);
  await expect(provider.book({ ...step, booking: bookingOf(true) }, test)).rejects.toThrow(`book ${wrong}`);
});

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
