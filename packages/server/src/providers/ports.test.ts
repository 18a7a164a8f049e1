import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSandboxProvider } from './sandbox/sandbox-provider.ts';
import { randomId } from '@booking-service/kernel/contract';
import { createManualClock } from '@booking-service/kernel/testing';
import { DeadlineError } from '@booking-service/kernel/time';
import {
  type CardVault,
  type CodeSender,
  type PaymentService,
  simulateBookings,
  type Supplier,
} from './integrations.ts';
import { createPorts, guardCheck, guardMode, providerWithDeadline } from './ports.ts';
import { callNames, type Provider } from './provider.ts';
import { wrapProvider } from './health/provider-health.ts';
import { newBooking } from '../../test/support/new-booking.ts';
import { createLog } from '../log/log.ts';
import { noObserver } from '../log/observer.ts';
import { openBooking } from '../domain/booking.ts';
import { sandboxCards } from './sandbox/sandbox-integrations.ts';
import { cardsWithDeadline, codesWithDeadline, paymentsWithDeadline } from './card-ports.ts';

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
  const cards = guardMode(sandboxCards, true);
  const check = guardCheck({ check: async () => 'allowed' }, true);
  const call = { organization_id: 'org_test', operationId: 'searchVenues' } as const;
  expect(provider.handlesVenue('ven_harbour_table')).toBe(true);
  await expect(provider.searchVenues({}, live)).resolves.toMatchObject({ object: 'list' });
  await expect(cards.readCard('linked', live)).resolves.toMatchObject({ last4: '4242' });
  await expect(check.check({ ...call, mode: 'live' })).resolves.toBe('allowed');

  const wrong = 'of a live side was called for a test key. Nothing was sent.';
  await expect(provider.searchVenues({}, test)).rejects.toThrow(`searchVenues ${wrong}`);
  const untyped = provider as { searchVenues(search: object, context?: object): Promise<unknown> };
  await expect(untyped.searchVenues({})).rejects.toThrow(wrong);
  await expect(cards.readCard('linked', test)).rejects.toThrow(`readCard ${wrong}`);
  await expect(check.check({ ...call, mode: 'test' })).rejects.toThrow(`check ${wrong}`);
});

it('MOD-1: a side rejects a booking of the other mode, whatever the call says', async () => {
  const provider = guardMode(createSandboxProvider({ clock: createManualClock(start) }), false);
  const step = { reference: 'bkg_1/1', step: 1, attempt: 1, answer: undefined };
  const wrong = 'of a test side was called for a live key. Nothing was sent.';
  await expect(provider.release(bookingOf(false), test)).resolves.toEqual({});
  await expect(provider.release(bookingOf(true), test)).rejects.toThrow(`release ${wrong}`);
  await expect(provider.book({ ...step, booking: bookingOf(true) }, test)).rejects.toThrow(`book ${wrong}`);
});

const required = ['searchVenues', 'searchAvailability', 'checkRequest', 'book', 'release', 'handlesVenue'];
const optional = ['modify', 'checkHold', 'readBooking', 'readEvent'];
const values = { name: 'own', simulated: true, read_after_seconds: 60 };

/** A provider as a class, with methods that return their own name and `this` and their arguments. */
function providerWith(methods: readonly string[]): Provider {
  const made = Object.create(
    Object.fromEntries(
      methods.map((name) => [
        name,
        function call(this: Provider, ...args: unknown[]) {
          return callNames.some((each) => each === name) ? Promise.resolve([name, this.name, args]) : [name, args];
        },
      ]),
    ),
  ) as Provider;
  return Object.assign(made, values);
}

it('passes on exactly the members of a wrapped provider, with their arguments and results', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(optional), async (chosen) => {
      const methods = [...required, ...chosen];
      const around: string[] = [];
      const wrapped = wrapProvider(providerWith(methods), async ({ call, booking_id, begin }) => {
        around.push(`${call} ${booking_id}`);
        return begin();
      });
      expect(Object.keys(wrapped).toSorted()).toEqual([...methods, ...Object.keys(values)].toSorted());
      expect(wrapped).toMatchObject(values);
      const booking = bookingOf(true);
      const wire = wrapped as unknown as Record<string, (...args: unknown[]) => unknown>;
      for (const call of methods.filter((name) => callNames.some((each) => each === name))) {
        const input = call === 'book' || call === 'modify' ? { booking } : booking;
        expect(await wire[call]?.(input, live)).toEqual([call, 'own', [input, live]]);
        const subject = ['book', 'modify', 'checkHold', 'readBooking', 'release'].includes(call)
          ? booking.id
          : undefined;
        expect(around.at(-1)).toBe(`${call} ${subject}`);
      }
      expect(wire['handlesVenue']?.('ven_own')).toEqual(['handlesVenue', ['ven_own']]);
    }),
  );
});

it('simulates bookings without the calls that name a booking of the live provider', () => {
  const members = Object.entries(simulateBookings(providerWith([...required, ...optional])));
  const present = members.filter(([, value]) => value !== undefined).map(([name]) => name);
  expect(present.toSorted()).toEqual([...required, 'modify', 'name', 'simulated'].toSorted());
});

interface TestPorts {
  readonly provider: Provider;
  readonly payments: PaymentService;
  readonly cards: CardVault;
  readonly codes: CodeSender;
}

/** Implements every method of these ports with `call`. */
function portsWith(call: () => Promise<never>): TestPorts {
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
    payments: { open: call, read: call, capture: call, void: call, refund: call },
    cards: { findCard: call, readCard: call },
    codes: { send: call },
  };
}

const calls = [
  { port: 'provider', name: 'searchVenues' },
  { port: 'provider', name: 'searchAvailability' },
  { port: 'provider', name: 'checkRequest' },
  { port: 'provider', name: 'book' },
  { port: 'provider', name: 'release' },
  { port: 'payments', name: 'open' },
  { port: 'payments', name: 'read' },
  { port: 'payments', name: 'capture' },
  { port: 'payments', name: 'void' },
  { port: 'payments', name: 'refund' },
  { port: 'cards', name: 'findCard' },
  { port: 'cards', name: 'readCard' },
  { port: 'codes', name: 'send' },
] as const;

/** Makes the call through the deadlines. Only the wrappers read the arguments. */
function startCall({ port, name }: (typeof calls)[number], call: () => Promise<never>) {
  const clock = createManualClock(start);
  const ports = portsWith(call);
  const guarded = {
    provider: providerWithDeadline(ports.provider, clock),
    payments: paymentsWithDeadline(ports.payments, clock),
    cards: cardsWithDeadline(ports.cards, clock),
    codes: codesWithDeadline(ports.codes, clock),
  }[port] as unknown as Record<typeof name, (argument: unknown) => Promise<unknown>>;
  return { clock, result: guarded[name]({ code: '424242', booking: bookingOf(true) }) };
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

it.each(calls.filter(({ port }) => port !== 'codes'))(
  'STA-12: passes on the rejection of $name unchanged',
  async (call) => {
    const cause = new Error('The connection is closed.');
    const { result } = startCall(call, async () => {
      throw cause;
    });
    await expect(result).rejects.toBe(cause);
  },
);

it('STA-12: passes on the name and the venues of the provider', () => {
  const { provider } = portsWith(async () => {
    throw new Error('Not called.');
  });
  const guarded = providerWithDeadline(provider, createManualClock(start));
  expect(guarded.name).toBe('own');
  expect([guarded.handlesVenue('ven_own'), guarded.handlesVenue('ven_other')]).toEqual([true, false]);
});

it('SES-5: passes on the rejection of send without the code, in the error and in its causes', async () => {
  const code = '918273';
  const error = new Error(`550 the text with ${code}`, { cause: new Error(`sent ${code}`) });
  error.cause = Object.assign(new Error(`sent ${code}`), { response: code, cause: error });
  const codes = codesWithDeadline({ send: () => Promise.reject(error) }, createManualClock(start));
  const message = { session_id: 'ses_1', channel: 'sms' as const, destination: '+351912345678', code };
  const rejection = await codes
    .send({ ...message, sender_name: 'Diner', expires_at: '' }, live)
    .catch((e: unknown) => e);
  expect(rejection).toMatchObject({ message: '550 the text with [masked]', cause: { message: 'sent [masked]' } });
  expect(inspect(rejection, { depth: 20, showHidden: true })).not.toContain(code);
});

const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 };

it.each<{ port: 'payments' | 'cards' | 'codes'; name: string; result: unknown }>([
  { port: 'payments', name: 'open', result: { url: 'javascript:alert(1)' } },
  { port: 'payments', name: 'open', result: { url: 'https://pay.test/1', reference: '' } },
  { port: 'payments', name: 'read', result: { status: 'paid' } },
  { port: 'payments', name: 'read', result: { status: 'requires_approval', url: 'about:blank' } },
  { port: 'payments', name: 'capture', result: { status: 'captured' } },
  { port: 'payments', name: 'void', result: { status: 'voided', error_code: 'unheard_of' } },
  { port: 'payments', name: 'refund', result: { status: 'captured', amount_refunded: -1 } },
  { port: 'cards', name: 'findCard', result: '' },
  { port: 'cards', name: 'findCard', result: null },
  { port: 'cards', name: 'readCard', result: { ...card, last4: '4242424242424242' } },
  { port: 'cards', name: 'readCard', result: { ...card, brand: 'Visa\0' } },
  { port: 'cards', name: 'readCard', result: { ...card, exp_month: 13 } },
  { port: 'codes', name: 'send', result: true },
])('PRV-3: takes the result $result of $name for a failure', async ({ port, name, result }) => {
  const clock = createManualClock(start);
  // The result has the wrong type on purpose.
  const call = async () => result as never;
  const ports = portsWith(call);
  const bounded = {
    payments: paymentsWithDeadline(ports.payments, clock),
    cards: cardsWithDeadline(ports.cards, clock),
    codes: codesWithDeadline(ports.codes, clock),
  }[port] as unknown as Record<string, (argument: unknown) => Promise<unknown>>;
  await expect(bounded[name]?.({ code: '424242' })).rejects.toThrow(/^The integration returned /);
});

it('SES-3: copies only the fields of a card that the contract defines', async () => {
  const readCard = async () => ({ ...card, number: '4242424242424242' });
  const cards = cardsWithDeadline({ ...sandboxCards, readCard }, createManualClock(start));
  expect(await cards.readCard('linked', live)).toEqual(card);
});
