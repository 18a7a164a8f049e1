/**
 * A stand-in for Stripe: an HTTP server on this computer with the state of one account. Each request and each response is checked
 * against Stripe's document. Idempotency keys work as Stripe documents them: a repeated key returns the stored response, also a
 * failure, and refuses other parameters.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import qs from 'qs';
import { documentVersion, findFaults, operations } from '../document/stripe-document.ts';
import { createCustomers, type Customers } from './customers.ts';
import type { StripeRequest } from './handlers.ts';
import { createPayments, type Page } from './payments.ts';
import { missing, type StripeErrorBody, StripeErrorResponse } from './stripe-error.ts';

/**
 * `lose`: the effect takes place, and the connection ends without a response. `hang`: nothing takes place, and no response arrives.
 * `unreachable`: nothing takes place, and the connection ends.
 */
export type Trouble = 'lose' | 'hang' | 'unreachable' | { readonly status: number; readonly error: StripeErrorBody };

export interface StripeStandIn extends AsyncDisposable {
  readonly url: string;
  readonly secret_key: string;
  readonly customers: Customers;
  /** The hosted pages, by the id of their session. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Every request, as `POST /v1/refunds`, in order. */
  readonly requests: string[];
  /** The headers of every request. */
  readonly headers: IncomingMessage['headers'][];
  /** The number of connections that were opened. */
  connections(): number;
  /** The next `times` requests of this operation get trouble. Default: 1. */
  trouble(operation: string, trouble: Trouble, times?: number): void;
  /** Forgets the idempotency keys, as Stripe does after a day. */
  forgetKeys(): void;
}

/** The disposal fails if a request or a response violated Stripe's document. */
export async function openStripeStandIn({ livemode = false }: { livemode?: boolean } = {}): Promise<StripeStandIn> {
  const secret_key = `rk_${livemode ? 'live' : 'test'}_standin`;
  const customers = createCustomers(livemode);
  const payments = createPayments(livemode);
  const handlers = { ...customers.handlers, ...payments.handlers };
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const faults: string[] = [];
  const troubles = new Map<string, Trouble[]>();
  const stored = new Map<string, { readonly given: string; readonly status: number; readonly body: object }>();

  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request;
    const { pathname, search } = new URL(url, 'http://stripe.test');
    const found = findOperation(method, pathname);
    if (!found) {
      faults.push(`${method} ${pathname} is not an operation of the cut`);
      return void response.writeHead(404).end();
    }
    const { operation, path } = found;
    const given = { path, query: { ...qs.parse(search.slice(1)) }, form: { ...qs.parse(await text(request)) } };
    requests.push(operation);
    headers.push(request.headers);
    faults.push(...findFaults(operation, 'query', given.query), ...findFaults(operation, 'form', given.form));
    if (request.headers['stripe-version'] !== documentVersion)
      faults.push(`${operation} has another version of the API`);

    const trouble = troubles.get(operation)?.shift();
    if (trouble === 'hang') return;
    if (trouble === 'unreachable') return void request.socket.destroy();
    const { status, body } = typeof trouble === 'object' ? toError(trouble) : repeatOrHandle(operation, given, request);
    if (status === 200) faults.push(...findFaults(operation, 'response', body));
    if (trouble === 'lose') return void request.socket.destroy();
    const answered = {
      'Content-Type': 'application/json',
      'Request-Id': `req_${requests.length}`,
      'Stripe-Should-Retry': 'false',
    };
    response.writeHead(status, answered).end(JSON.stringify(body));
  }

  function repeatOrHandle(operation: string, given: StripeRequest, { headers: sent }: IncomingMessage) {
    const key = String(sent['idempotency-key']);
    const parameters = JSON.stringify([operation, given]);
    const before = operation.startsWith('POST') ? stored.get(key) : undefined;
    if (before && before.given !== parameters) return toError({ status: 400, error: { type: 'idempotency_error' } });
    if (before) return before;
    const result = handle(operation, given, sent.authorization);
    if (operation.startsWith('POST')) stored.set(key, { given: parameters, ...result });
    return result;
  }

  function handle(operation: string, given: StripeRequest, authorization: string | undefined) {
    try {
      if (authorization !== `Bearer ${secret_key}`)
        throw new StripeErrorResponse(401, {
          type: 'invalid_request_error',
          message: `Invalid API Key: ${authorization}`,
        });
      const handler = handlers[operation];
      if (!handler) throw missing('operation', operation);
      return { status: 200, body: handler(given) };
    } catch (error) {
      if (error instanceof StripeErrorResponse) return toError(error);
      faults.push(String(error));
      return toError({ status: 500, error: { type: 'api_error' } });
    }
  }

  let connections = 0;
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    secret_key,
    customers,
    pages: payments.pages,
    requests,
    headers,
    connections: () => connections,
    trouble(operation, trouble, times = 1) {
      if (!operations.includes(operation)) throw new Error(`Unknown: ${operation}`);
      troubles.set(operation, [...(troubles.get(operation) ?? []), ...Array.from({ length: times }, () => trouble)]);
    },
    forgetKeys: () => stored.clear(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (faults.length > 0) throw new Error(`Not as Stripe's document describes:\n${faults.join('\n')}`);
    },
  };
}

function toError({ status, error }: { readonly status: number; readonly error: StripeErrorBody }) {
  return { status, body: { error } };
}

/** The operation with the most literal path. */
function findOperation(method: string, pathname: string) {
  const parts = pathname.split('/');
  const matches = operations.filter((operation) => {
    const template = operation.slice(method.length + 1).split('/');
    if (!operation.startsWith(`${method} `) || template.length !== parts.length) return false;
    return template.every((part, index) => part.startsWith('{') || part === parts[index]);
  });
  const [operation] = matches.toSorted((a, b) => a.split('{').length - b.split('{').length);
  if (operation === undefined) return undefined;
  const template = operation.slice(method.length + 1).split('/');
  const values = template.flatMap((part, index) =>
    part.startsWith('{') ? [[part.slice(1, -1), parts[index] ?? '']] : [],
  );
  return { operation, path: Object.fromEntries(values) as Record<string, string> };
}
