/** The conformance check of a card service: good ones pass it, and each faulty one fails the scenario that is about its fault. */
import { describe, expect, it } from 'vitest';
import { checkCardService } from '../../src/command/checks/check-card-service.ts';
import { startRelay } from '../../src/command/checks/request-scenarios.ts';
import type { CheckResult } from '../../src/command/checks/run-scenario.ts';
import { createHttpCards, createHttpPayments, sandboxPayments, systemClock } from '../../src/index.ts';
import { createManualClock } from '../../src/testing.ts';
import { cardFaults, paymentFaults } from './card-service-faults.ts';
import { refusal, secret, startCardService, type Replaced, type TestPayment } from './test-card-service.ts';

/** Checks the payments of a card service with these parts replaced, and the state that is left there. */
async function check(replaced: Replaced = {}): Promise<{ results: CheckResult[]; payments: TestPayment[] }> {
  await using server = await startCardService({ isProbed: true, ...replaced });
  await using relay = await startRelay(server.url);
  const connect = (url: string) => createHttpPayments({ url, secret, clock: systemClock });
  const relayed = { relay, payments: connect(relay.url) };
  const http = { url: server.url, secret };
  const results = await checkCardService({ payments: connect(server.url), relayed, http, clock: systemClock });
  return { results, payments: [...server.payments.values()] };
}

/** Checks the cards. */
async function checkCards(replaced: Replaced = {}): Promise<CheckResult[]> {
  await using server = await startCardService({
    isProbed: true,
    servesMode: (livemode) => livemode === true,
    ...replaced,
  });
  const { url } = server;
  const cards = createHttpCards({ url, secret, clock: systemClock });
  return await checkCardService({ cards, cardsHttp: { url, secret }, clock: systemClock });
}

const failed = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'failed').map(({ scenario, detail }) => `${scenario}: ${detail}`);
const skipped = (results: readonly CheckResult[]) =>
  results.filter(({ verdict }) => verdict === 'skipped').map(({ scenario }) => scenario);

it('a card service passes every scenario, and nothing is held or taken afterwards', async () => {
  const { results, payments } = await check();
  expect(failed(results)).toEqual([]);
  expect(skipped(results)).toEqual([]);
  expect(results).toHaveLength(32);
  expect(payments.length).toBeGreaterThan(10);
  for (const { status, taken, amount_refunded } of payments) {
    expect(['voided', 'captured']).toContain(status);
    expect(amount_refunded).toBe(taken);
  }
});

it('the cards pass every scenario', async () => {
  const results = await checkCards();
  expect(failed(results)).toEqual([]);
  expect(skipped(results)).toEqual([]);
  expect(results).toHaveLength(10);
});

it('a person approves one payment if the card service simulates none', async () => {
  await using server = await startCardService({
    isProbed: true,
    operations: { simulateApproval: () => refusal(404, 'not_found') },
  });
  const { url } = server;
  const shown: string[] = [];
  const pause = async () => {
    const { pathname } = new URL(/http\S+(?=\. )/.exec(shown[0] ?? '')?.[0] ?? '');
    Object.assign(server.payments.get(pathname.slice('/pay/'.length)) ?? {}, { status: 'authorized' });
  };
  const payments = createHttpPayments({ url, secret, clock: systemClock });
  const show = (text: string) => void shown.push(text);
  const results = await checkCardService({ payments, http: { url, secret }, clock: systemClock, show, pause });
  expect(shown).toHaveLength(1);
  expect(failed(results)).toEqual([]);
  expect(results).toContainEqual({ scenario: 'approval', verdict: 'passed', detail: 'by a person' });
  const unseen = ['approval after void', 'void of an approved payment', 'declined', 'captures at once'];
  expect(skipped(results)).toEqual([...unseen, 'lost open', 'lost capture']);
});

it('the payment is not approved in time', async () => {
  await using server = await startCardService({
    isProbed: true,
    operations: { simulateApproval: () => refusal(404, 'not_found') },
  });
  const { url } = server;
  const clock = createManualClock(new Date());
  const payments = createHttpPayments({ url, secret, clock: systemClock });
  const pause = async () => clock.advance(600_000);
  const results = await checkCardService({ payments, http: { url, secret }, clock, show: () => undefined, pause });
  expect(failed(results)).toContainEqual('approval: the payment was not approved in time');
});

it('a payment service without an address is checked as far as its port allows', async () => {
  const results = await checkCardService({
    payments: sandboxPayments,
    clock: systemClock,
  });
  expect(results).toContainEqual({ scenario: 'repeated open', verdict: 'passed', detail: 'the same payment' });
  expect(skipped(results)).toEqual(expect.arrayContaining(['approval', 'lost open', 'wrong signature']));
});

describe('finds a card service that', () => {
  it.each(paymentFaults)('$fault', async ({ replaced, finds }) => {
    const { results } = await check(replaced);
    expect(failed(results)).toContainEqual(expect.stringContaining(finds));
  });
});

describe('finds cards that', () => {
  it.each(cardFaults)('$fault', async ({ replaced, finds }) => {
    expect(failed(await checkCards(replaced))).toContainEqual(expect.stringContaining(finds));
  });
});
