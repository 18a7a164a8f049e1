import { delivery } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { ListedBooking } from '@booking-service/contract/admin';
import { adviceOf, outcomeOf } from '../../src/deliveries/delivery-words.ts';
import { durationText, exactTime, relativeTime, shortTime, shownName } from '../../src/components/shown-values.ts';
import {
  moneyText,
  parseMoney,
  paymentWords,
  plainMoney,
  refundableOf,
  type ShownPayment,
} from '../../src/screens/bookings/payment-words.ts';
import { nameText, toBookingNames } from '../../src/screens/bookings/booking-names.ts';
import { actionText, actorKind, actorText, auditedActions } from '../../src/screens/audit/audit-words.ts';
import { advanceSteps, spanText } from '../../src/screens/sandbox/advance-steps.ts';

type Attempt = Parameters<typeof outcomeOf>[0];

const failed = (error: Attempt['error'], cause: Attempt['cause']) => ({ status: null, error, cause });

it('DLV-7: names the cause of an attempt and what to do', () => {
  expect(outcomeOf(failed('connection', 'tls_certificate_expired'))).toBe('The certificate has expired');
  expect(adviceOf(failed('connection', 'tls_certificate_expired'))).toBe(
    delivery.attempt_causes.tls_certificate_expired.fix,
  );
});

it.each([
  [{ amount: 123_456, currency: 'EUR' }, 'EUR 1,234.56'],
  [{ amount: 5000, currency: 'JPY' }, 'JPY 5,000'],
  [{ amount: 0, currency: 'KWD' }, 'KWD 0.000'],
])('CRD-5: shows the price %o as %s', (price, text) => {
  expect(moneyText(price)).toBe(text);
});

it('names the error of an attempt that was made before causes were stored', () => {
  expect(outcomeOf(failed('connection', null))).toBe('Could not connect');
  expect(adviceOf(failed('timeout', null))).toBe('Respond first, and do the work afterwards.');
});

it('names the error if a later version sent a cause that this page does not know', () => {
  const later = 'tls_certificate_revoked' as NonNullable<Attempt['cause']>;
  expect(outcomeOf(failed('connection', later))).toBe('Could not connect');
  expect(outcomeOf({ status: 200, error: null, cause: null })).toBe('200');
});

const now = Date.parse('2026-11-21T09:30:00.000Z');

it.each([
  ['2026-11-21T09:30:00.400Z', 'now', '0s ago'],
  ['2026-11-21T09:29:15.000Z', '45 seconds ago', '45s ago'],
  ['2026-11-21T09:24:01.000Z', '5 minutes ago', '5m ago'],
  ['2026-11-21T11:30:00.000Z', 'in 2 hours', 'in 2h'],
  ['2026-11-20T09:30:00.000Z', '1 day ago', '1d ago'],
  ['2026-11-19T17:30:00.000Z', '1 day ago', '1d ago'],
])('shows %s as %s, in a table as %s', (at, long, narrow) => {
  expect(relativeTime(at, now)).toBe(long);
  expect(relativeTime(at, now, 'narrow').replace('in 0s', '0s ago')).toBe(narrow);
});

it('shows the date of a time that is 30 days away', () => {
  expect(relativeTime('2026-10-22T09:30:00.000Z', now)).toMatch(/^Oct 2\d, 2026$/);
  expect(exactTime('2026-10-22T12:30:05.000Z')).toMatch(/^Oct 2\d, 2026, .*30:05/);
});

it('shows a time without its year and seconds below a chart', () => {
  expect(shortTime('2026-10-22T12:30:05.000Z')).toMatch(/^Oct 2\d, \d+:\d0\s[AP]M$/);
});

it('shows a duration in milliseconds below a second', () => {
  expect([0, 999, 1000, 12_480].map(durationText)).toEqual(['0 ms', '999 ms', '1.0 s', '12.5 s']);
});

it.each([
  ['Harbour Group', 'Harbour Group'],
  ['é😀', 'é😀'],
  ['7', '7'],
  [null, 'Without a name'],
  ['', 'Without a name'],
  ['\u200B\u2060', 'Without a name'],
  ['\u202E', 'Without a name'],
  ['\u202Eevil', '\u2068\u202Eevil\u2069'],
  ['מסעדה', '\u2068מסעדה\u2069'],
])('shows the name %j as %j', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

const id = 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1';

it.each([
  [id, ['Id', 'Idempotency key']],
  ['SBX-5F0C1F2E', ['Idempotency key', 'Confirmation code']],
  ['order 4711/2', ['Idempotency key']],
  ['<img src=x onerror=alert(1)>', ['Idempotency key']],
  ['Größe', []],
  ['x'.repeat(256), []],
])('searches for %s as %j', (text, names) => {
  expect(toBookingNames(text).map(nameText)).toEqual(names);
});

it('names exactly one field in each search', () => {
  expect(toBookingNames(id)).toEqual([{ id }, { idempotency_key: id }]);
});

it('names each action in words', () => {
  expect(['createApiKey', 'setWebhookUrl', 'revealSigningSecret'].map(actionText)).toEqual([
    'Create API key',
    'Set webhook URL',
    'Reveal signing secret',
  ]);
});

it('offers every operation that changes something, and no other', () => {
  expect(auditedActions).toEqual(expect.arrayContaining(['createApiKey', 'setStanding', 'revealSigningSecret']));
  expect(auditedActions).not.toContain('listApiKeys');
});

it('names the person, and otherwise how the action came', () => {
  const person = { kind: 'access_token', id: 'tok_1', name: 'Ada Byron' } as const;
  expect([actorText(person), actorKind(person)]).toEqual(['Ada Byron', 'Access token']);
  const command = { kind: 'command', id: null, name: null } as const;
  expect([actorText(command), actorKind(command)]).toEqual(['Command', null]);
});

it('has a step for each delay of the contract, shortest first', () => {
  expect(advanceSteps.map(({ text }) => text)).toEqual(['30 s', '5 min', '12 min 30 s', '20 min', '1 d']);
  const lengths = advanceSteps.map(({ ms }) => ms);
  expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
});

it.each([
  [0, '0 s'],
  [999, '0 s'],
  [90_061_000, '1 d 1 h 1 min 1 s'],
])('shows %i ms as %s', (ms, text) => {
  expect(spanText(ms)).toBe(text);
});

describe('payments', () => {
  const captured: ShownPayment = {
    status: 'captured',
    amount: 123_456,
    amount_refunded: 2500,
    currency: 'EUR',
    reference: 'cs_live_a1b2c3d4',
  };

  it('CRD-7: shows the status and the amounts of a payment', () => {
    expect(paymentWords(captured)).toEqual({
      status: 'captured',
      tone: 'good',
      amount: 'EUR 1,234.56',
      refunded: 'EUR 25.00',
      requested: null,
    });
  });

  it('CRD-7: shows the amounts of a payment in a currency without a minor unit', () => {
    const words = paymentWords({ ...captured, currency: 'JPY', refund_requested: 3000 });
    expect(words).toMatchObject({ amount: 'JPY 123,456', refunded: 'JPY 2,500', requested: 'JPY 3,000' });
  });

  it.each([
    ['requires_approval', 'requires approval', 'accent'],
    ['disputed', 'disputed', 'neutral'],
  ] as const)('CRD-7: shows the payment status %s as %s', (status, text, tone) => {
    // The list of statuses is open.
    const payment = { ...captured, status: status as ShownPayment['status'] };
    expect(paymentWords(payment)).toMatchObject({ status: text, tone });
  });

  it.each([
    ['confirmed', {}, 0, 123_456],
    ['cancelled', { amount_refunded: 2500 }, 2500, 120_956],
    ['confirmed', { amount_refunded: 2500, refund_requested: 3000 }, 3000, 120_456],
    ['confirmed', { refund_requested: 123_456 }, 123_456, 0],
    ['confirmed', { status: 'refunded' }, 0, 0],
    ['requires_action', {}, 0, 0],
  ] as const)('CRD-9: a payment of a %s booking with %o can be refunded', (status, payment, asked, left) => {
    const booking = { status, payment: { ...captured, amount_refunded: 0, ...payment } };
    // The other fields of the booking are not read.
    expect(refundableOf(booking as unknown as ListedBooking & { payment: ShownPayment })).toEqual({ asked, left });
  });

  it.each([
    ['50', 'EUR', 5000],
    ['50.5', 'EUR', 5050],
    [' 50,05 ', 'EUR', 5005],
    ['0.01', 'EUR', 1],
    ['50', 'JPY', 50],
    ['1.234', 'KWD', 1234],
    ['50.001', 'EUR', undefined],
    ['50.5', 'JPY', undefined],
    ['1,000.00', 'EUR', undefined],
    ['-1', 'EUR', undefined],
    ['1e3', 'EUR', undefined],
    ['', 'EUR', undefined],
  ] as const)('CRD-9: reads the amount %j in %s as %s', (text, currency, amount) => {
    expect(parseMoney(text, currency)).toBe(amount);
  });

  it.each(['EUR', 'JPY', 'KWD'])('CRD-9: reads an amount in %s that it shows', (currency) => {
    const price = { amount: 123_456, currency };
    expect(parseMoney(plainMoney(price), currency)).toBe(price.amount);
    expect(moneyText(price).replaceAll(',', '')).toBe(`${currency} ${plainMoney(price)}`);
  });
});
