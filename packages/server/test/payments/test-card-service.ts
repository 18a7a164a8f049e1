/**
 * A card service behind HTTP for tests, written from openapi/card-service.yaml without the code of the service. A test can replace one
 * part of it to get a faulty card service, and read every request that it received. It refuses a request that does not match the contract,
 * and its disposal rejects then.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Booking } from '@booking-service/contract';
import { type Clock, createHttpPayments, type PaymentService } from '../../src/index.ts';
import { createRequestChecks, type World } from '../../src/testing.ts';
import type { CardLedger } from '../support/card-ledger.ts';
import { acceptsSignature } from '../support/expectations.ts';
import { type EventOptions, sendEvent } from '../suppliers/test-http-provider.ts';

export const secret = 'secret of the card service';

export interface Fields {
  readonly [name: string]: unknown;
}

/** A response: its status and body. A text is sent unchanged. */
export interface CardResponse {
  readonly status: number;
  readonly body: object | string;
}

export interface TestPayment {
  status: 'requires_approval' | 'authorized' | 'captured' | 'voided';
  readonly url: string;
  readonly amount: number;
  readonly currency: string;
  /** The captured amount. */
  taken: number;
  amount_refunded: number;
  error_code: string;
}

/** The records of the card service. */
export interface CardState {
  /** The payments by their references. */
  readonly payments: Map<string, TestPayment>;
  /** The payment of each reference of an open. */
  readonly opened: Map<string, string>;
  readonly url: string;
}

type Operation = (request: Fields, state: CardState) => CardResponse | Promise<CardResponse>;

/** The parts of the card service. Each can be replaced. */
export interface CardParts {
  /** Returns whether the signature is accepted. */
  verify(header: string, body: string): boolean;
  /** Returns whether it serves requests with this livemode. Default: those of test keys. */
  servesMode(livemode: unknown): boolean;
  /** Returns whether the operation of a body is accepted at a path. Default: if it is the path's. */
  accepts(expected: string, operation: unknown): boolean;
  /** Returns the payment of the request, or a refusal. */
  find(request: Fields, state: CardState): TestPayment | CardResponse;
}

export interface Replaced extends Partial<CardParts> {
  readonly operations?: Readonly<Record<string, Operation>>;
  /** True if the check of a card service sends requests that must be refused. They break the contract. Default: false. */
  readonly isProbed?: boolean;
}

export interface TestCardService extends AsyncDisposable, CardState {
  readonly received: { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: string }[];
}

export const refusal = (status: number, error_code: string): CardResponse => ({
  status,
  body: { error: 'No.', error_code },
});

/** Returns the state of a payment. */
export function readingOf(payment: TestPayment): CardResponse {
  const { status, url, currency, amount, taken, amount_refunded, error_code } = payment;
  const fields = {
    requires_approval: { url },
    authorized: { amount, currency, later: 'ignored' },
    captured: { amount: taken, currency, amount_refunded },
    voided: { error_code },
  }[status];
  return { status: 200, body: { status, ...fields } };
}

/** Sets up a payment. */
export function openOne({ amount, currency }: Fields, { payments, url }: CardState): CardResponse {
  const payment_reference = `pay_${payments.size + 1}`;
  const page = `${url}/pay/${payment_reference}`;
  const amounts = { amount: Number(amount), currency: String(currency), taken: 0, amount_refunded: 0 };
  payments.set(payment_reference, { status: 'requires_approval', url: page, ...amounts, error_code: '' });
  return { status: 200, body: { payment_reference, url: page } };
}

/** Returns the payment of the request, or a refusal. */
export function findPayment({ payment }: Fields, { payments }: CardState): TestPayment | CardResponse {
  const { payment_reference, amount, currency } = payment as Fields;
  const found = payments.get(String(payment_reference));
  if (!found) return refusal(404, 'not_found');
  return found.amount === amount && found.currency === currency ? found : refusal(400, 'invalid_request');
}

const paths: Readonly<Record<string, string>> = {
  '/payments/open': 'openPayment',
  '/payments/read': 'readPayment',
  '/payments/capture': 'capturePayment',
  '/payments/void': 'voidPayment',
  '/payments/refund': 'refundPayment',
  '/payments/simulate-approval': 'simulateApproval',
  '/cards/find': 'findCard',
  '/cards/read': 'readCard',
};

const standard: CardParts = {
  servesMode: (livemode) => livemode === false,
  accepts: (expected, operation) => operation === expected,
  find: findPayment,
  verify: (header, body) => acceptsSignature({ secret, header, body }),
};

/** Changes the payment of a request, which `find` returns, and returns its state. */
function changing(find: CardParts['find'], change: (payment: TestPayment, request: Fields) => CardResponse | void) {
  return (request: Fields, state: CardState): CardResponse => {
    const found = find(request, state);
    if ('body' in found) return found;
    return change(found, request) ?? readingOf(found);
  };
}

function operationsOf(find: CardParts['find']): Readonly<Record<string, Operation>> {
  return {
    openPayment(request, state) {
      const reference = String(request['reference']);
      const known = state.opened.get(reference);
      if (known !== undefined) {
        return { status: 200, body: { payment_reference: known, url: `${state.url}/pay/${known}` } };
      }
      const opened = openOne(request, state);
      state.opened.set(reference, String(Reflect.get(Object(opened.body), 'payment_reference')));
      return opened;
    },
    readPayment: changing(find, () => undefined),
    capturePayment: changing(find, (payment) => {
      if (payment.status !== 'authorized') return;
      Object.assign(payment, { status: 'captured', taken: payment.amount });
    }),
    voidPayment: changing(find, (payment) => {
      if (payment.status === 'captured' || payment.status === 'voided') return;
      Object.assign(payment, { status: 'voided', error_code: 'payment_approval_expired' });
    }),
    refundPayment: changing(find, (payment, { amount_refunded }) => {
      const sum = Number(amount_refunded);
      if (sum > payment.taken) return refusal(400, 'invalid_request');
      payment.amount_refunded = Math.max(payment.amount_refunded, sum);
      return undefined;
    }),
    simulateApproval: changing(find, (payment, { decision }) => {
      if (payment.status !== 'requires_approval') return;
      if (decision === 'approved') payment.status = 'authorized';
      else Object.assign(payment, { status: 'voided', error_code: 'payment_declined' });
    }),
    findCard: ({ destination }) => ({
      status: 200,
      body: { card_reference: destination === 'ada@diner.test' ? 'card_1' : null },
    }),
    readCard: ({ card_reference }) =>
      card_reference === 'card_1'
        ? { status: 200, body: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030, number: 'ignored' } }
        : refusal(409, 'reconnect_required'),
  };
}

/** Starts the card service on this computer. */
export async function startCardService({
  operations = {},
  isProbed = false,
  ...replaced
}: Replaced = {}): Promise<TestCardService> {
  const checks = createRequestChecks({ isProbed });
  const parts = { ...standard, ...replaced };
  const all = { ...operationsOf(parts.find), ...operations };
  const received: TestCardService['received'] = [];

  async function respondTo(request: IncomingMessage, state: CardState): Promise<CardResponse> {
    const body = await text(request);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    const isRight = checks.check('card-service', { path, headers: request.headers, text: body });
    if (!isRight) return refusal(400, 'invalid_request');
    if (!parts.verify(String(request.headers['service-signature']), body)) return refusal(401, 'unauthorized');
    const expected = paths[path] ?? '';
    const run = all[expected];
    if (!run) return refusal(404, 'not_found');
    let parsed: Fields;
    try {
      parsed = JSON.parse(body) as Fields;
    } catch {
      return refusal(400, 'invalid_request');
    }
    const isOwn = parts.accepts(expected, parsed['operation']) && parts.servesMode(parsed['livemode']);
    return isOwn ? run(parsed, state) : refusal(400, 'invalid_request');
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    respondTo(request, state).then(
      ({ status, body }) => {
        const content = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(content);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const state: CardState = { payments: new Map(), opened: new Map(), url: `http://127.0.0.1:${port}` };
  return {
    ...state,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      checks.report();
    },
  };
}

/** The payments of a ledger that also sends events, signed with this secret. */
export function withEvents({ payments }: Pick<CardLedger, 'payments'>, clock: () => Clock): PaymentService {
  return {
    ...payments,
    async readEvent(request) {
      const { readEvent } = createHttpPayments({ url: 'http://127.0.0.1:9', secret: eventSecret, clock: clock() });
      return readEvent?.(request);
    },
  };
}

const eventSecret = 'secret of the ledger';

/** Sends the event that the payment of this booking has changed, and returns the status of the response. */
export async function sendPaymentEvent(
  world: Pick<World, 'url' | 'clock' | 'organization'>,
  booking: Pick<Booking, 'id'>,
  { fields, ...options }: EventOptions = {},
): Promise<number> {
  const payment = { operation: 'paymentChanged', ...fields };
  const event = { path: '/payment-events', secret: eventSecret, fields: payment, ...options };
  return (await sendEvent(world, booking, event)).status;
}
