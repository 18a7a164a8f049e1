/**
 * The conformance check of a card service, as a function and as a command, also of the example in Python.
 *
 * @module-tag slow
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { KeyMode } from '@booking-service/contract';
import { checkCardService } from '../../src/command/checks/check-card-service.ts';
import { postSigned, startRelay } from '../../src/command/checks/request-scenarios.ts';
import type { CheckResult } from '../../src/command/checks/run-scenario.ts';
import { createHttpCards, createHttpPayments, sandboxPayments, systemClock } from '../../src/index.ts';
import { createManualClock, testContext } from '../../src/testing.ts';
import { cardFaults, paymentFaults } from './card-service-faults.ts';
import { refusal, type Replaced, secret, startCardService, type TestPayment } from './test-card-service.ts';
import type { PaidBooking } from '../../src/domain/payment.ts';
import { paymentOf } from '../../src/providers/http/card-service.ts';
import { newBooking } from '../support/new-booking.ts';
import { type Ended, openFolder, runCommand } from '../support/processes/server-process.ts';

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

describe('the check', () => {
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
});

/** Runs the command with these keys in the file. */
async function runCheck(keys: string, flags: readonly string[] = []): Promise<Ended> {
  await using folder = await openFolder();
  const file = join(folder.path, 'providers.yaml');
  await writeFile(file, keys);
  const environment = { CARD_SERVICE_SECRET: secret };
  return await runCommand(['card-service', 'check', ...flags, '--providers', file], { environment });
}

const side = ({ url }: { readonly url: string }) =>
  `{ type: http, url: '${url}', secret: { env: CARD_SERVICE_SECRET } }`;

describe('the command', () => {
  it('prints what failed, and exits with 1', async () => {
    await using server = await startCardService({
      isProbed: true,
      operations: { voidPayment: () => refusal(500, 'internal_error') },
    });
    const { code, stdout, stderr } = await runCheck(`payments: { test: ${side(server)} }`);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^SCENARIO +VERDICT +DETAIL\n/);
    expect(stdout).toMatch(/\nvoid +failed +The card service failed at voidPayment: status 500\.\n/);
    expect(stdout + stderr).not.toContain(secret);
  });

  it('checks the live side with --live, and the cards', async () => {
    await using server = await startCardService({ isProbed: true, servesMode: (livemode) => livemode === true });
    const { code, stdout } = await runCheck(`payments: { live: ${side(server)} }\ncards: { live: ${side(server)} }`, [
      '--live',
    ]);
    expect(stdout).toMatch(/\n\ncard service: 42 passed, 0 failed, 0 skipped\.\n$/);
    expect(code).toBe(0);
  });

  it('checks the cards of a file without payments', async () => {
    await using server = await startCardService({ isProbed: true, servesMode: (livemode) => livemode === true });
    const { stdout } = await runCheck(`cards: { live: ${side(server)} }`);
    expect(stdout).toMatch(/\n\ncard service: 10 passed, 0 failed, 0 skipped\.\n$/);
  });
  it.each([
    { keys: 'providers: []', flags: [], says: 'has neither payments nor cards.' },
    { keys: `payments: { live: ${unused} }`, flags: [], says: 'have no test side. Add its test settings' },
    { keys: `payments: { test: ${unused} }`, flags: ['--live'], says: 'have no live side. Check the test side' },
  ])('refuses to check $keys with $flags', async ({ keys, flags, says }) => {
    const { code, stderr } = await runCheck(keys, flags);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(says) as unknown });
  });

  describe('the example in Python', { timeout: 120_000, tags: ['needs-python3'] }, () => {
    it('passes every scenario', async () => {
      await using folder = await openFolder();
      await using test = await start(folder.path);
      await using live = await start(folder.path, 'live');
      const { code, stdout, stderr } = await runCheck(
        `payments: { test: ${side(test)} }\ncards: { live: ${side(live)} }`,
      );
      expect(stdout + stderr).toMatch(/\n\ncard service: 42 passed, 0 failed, 0 skipped\.\n$/);
      expect(code).toBe(0);
    });

    it('a person approves or declines at its page, and it keeps the payments over a kill -9', async () => {
      await using folder = await openFolder();
      const connect = ({ url }: Running) => createHttpPayments({ url, secret, clock: systemClock });
      const first = await start(folder.path);
      const [approved, declined] = await Promise.all(
        ['a', 'b'].map(async (digit) => {
          const booking_id = bookingId(digit);
          const opened = await connect(first).open({ ...toOpen, booking_id }, testContext);
          return { ...opened, booking: paid(booking_id, opened.reference) };
        }),
      );
      if (!approved || !declined) throw new Error('No payment was opened.');
      const decide = (url: string, decision: string) =>
        fetch(url, { method: 'POST', body: new URLSearchParams({ decision }) });
      expect(await (await fetch(approved.url)).text()).toContain('Booking for 2 people: 60.00 EUR');
      expect(await (await decide(approved.url, 'approved')).text()).toContain('The payment is approved');
      expect(await (await decide(approved.url, 'declined')).text()).toContain('The payment is approved');
      expect(await (await decide(declined.url, 'declined')).text()).toContain('The payment has ended');
      expect((await fetch(`${first.url}/pay/pay_1`)).status).toBe(404);
      await first[Symbol.asyncDispose]();

      await using second = await start(folder.path);
      const payments = connect(second);
      const { booking } = approved;
      expect(await payments.read({ booking }, testContext)).toEqual({ status: 'authorized' });
      expect(await payments.capture({ booking }, testContext)).toEqual({ status: 'captured', amount_refunded: 0 });
      expect(await payments.read({ booking: declined.booking }, testContext)).toEqual({
        status: 'voided',
        error_code: 'payment_declined',
      });
      const again = await payments.open({ ...toOpen, booking_id: bookingId('a') }, testContext);
      expect(again.reference).toBe(approved.reference);
    });

    it('CRD-2: refuses a currency, and ends a payment that was not approved in time', async () => {
      await using folder = await openFolder();
      await using running = await start(folder.path);
      const payments = createHttpPayments({ url: running.url, secret, clock: systemClock });
      const booking_id = bookingId('c');
      const yen = payments.open({ ...toOpen, booking_id, price: { amount: 1, currency: 'JPY' } }, testContext);
      await expect(yen).rejects.toMatchObject({ code: 'payment_setup_failed' });
      const past = '2020-01-01T00:00:00.000Z';
      const { reference, url } = await payments.open({ ...toOpen, booking_id, expires_at: past }, testContext);
      const voided = { status: 'voided', error_code: 'payment_approval_expired' };
      expect(await payments.read({ booking: paid(booking_id, reference) }, testContext)).toEqual(voided);
      await fetch(url, { method: 'POST', body: new URLSearchParams({ decision: 'approved' }) });
      expect(await payments.read({ booking: paid(booking_id, reference) }, testContext)).toEqual(voided);
    });

    it('MOD-1: its live side simulates no approval, and refuses test requests', async () => {
      await using folder = await openFolder();
      await using live = await start(folder.path, 'live');
      const payments = createHttpPayments({ url: live.url, secret, clock: systemClock });
      const opening = { ...toOpen, booking_id: bookingId('d') };
      await expect(payments.open(opening, testContext)).rejects.toThrow('status 400');
      const context = { ...testContext, livemode: true };
      const { reference } = await payments.open(opening, context);
      const payment = paymentOf(paid(opening.booking_id, reference));
      const body = { operation: 'simulateApproval', ...context, payment, decision: 'approved' };
      const signed = { url: live.url, secret, clock: systemClock };
      expect(await postSigned(signed, '/payments/simulate-approval', body)).toBe(404);
      const { status } = await payments.read({ booking: paid(opening.booking_id, reference) }, context);
      expect(status).toBe('requires_approval');
    });
  });
});

const unused = side({ url: 'http://127.0.0.1:1' });

const program = fileURLToPath(new URL('../../../../examples/card-service-python/card_service.py', import.meta.url));

interface Running extends AsyncDisposable {
  readonly url: string;
}

/** Starts the example on its records in the folder. */
async function start(folder: string, mode: KeyMode = 'test'): Promise<Running> {
  const child = spawn('python3', ['-B', program, '--port', '0', '--data', join(folder, mode), '--mode', mode], {
    env: { ...process.env, CARD_SERVICE_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'close');
  const [printed] = (await Promise.race([once(child.stdout, 'data'), ended])) as [unknown];
  return {
    url: /http:\S+/.exec(String(printed))?.[0] ?? '',
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const price = { amount: 6000, currency: 'EUR' };
const toOpen = { request: newBooking(), price, expires_at: '2030-01-01T09:45:00.000Z' };
const bookingId = (digit: string) => `bkg_${digit.repeat(32)}`;

/** The part of a booking that the calls read. */
function paid(id: string, reference: string): PaidBooking {
  return {
    id,
    payment: { status: 'requires_approval', amount_refunded: 0, reference, ...price },
  } as unknown as PaidBooking;
}
