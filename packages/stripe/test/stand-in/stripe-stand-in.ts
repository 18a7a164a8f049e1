/**
 * A stand-in for Stripe: an HTTP server on this computer with the state of one account. Each request and each response is checked
 * against Stripe's document.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import qs from 'qs';
import { documentVersion, findErrorFaults, findFaults, operations } from '../document/stripe-document.ts';
import { createCustomers, type Customers } from './customers.ts';
import { missing, type StripeErrorBody, StripeErrorResponse, type StripeRequest } from './handlers.ts';
import { createPayments, type Payments } from './payments.ts';

export interface StripeStandIn extends AsyncDisposable {
  readonly url: string;
  readonly secret_key: string;
  readonly customers: Customers;
  readonly payments: Payments;
  /** Every request, as `POST /v1/refunds`, in order. */
  readonly requests: string[];
  /** The headers of every request. */
  readonly headers: IncomingMessage['headers'][];
  /** The number of connections that were opened. */
  connections(): number;
  readonly trouble: Troubles['add'];
  /** Holds the next request of this operation, before its effect, until the gate opens. */
  readonly gate: (operation: string) => Gate;
  /** Forgets the idempotency keys, as Stripe does after a day. */
  readonly forgetKeys: () => void;
  /** Does the same as the disposal. */
  close(): Promise<void>;
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
  const troubles = createTroubles();
  const keys = createIdempotencyKeys();

  const server = createServer((request, response) => void respond(request, response));

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers: sent } = request;
    const { pathname, search } = new URL(url, 'http://stripe.test');
    const found = findOperation(method, pathname);
    if (!found) {
      faults.push(`${method} ${pathname} is not an operation of the cut`);
      return void response.writeHead(404).end();
    }
    const { operation, path } = found;
    const given = { path, query: { ...qs.parse(search.slice(1)) }, form: { ...qs.parse(await text(request)) } };
    requests.push(operation);
    headers.push(sent);
    faults.push(...findFaults(operation, 'query', given.query), ...findFaults(operation, 'form', given.form));
    if (sent['stripe-version'] !== documentVersion) faults.push(`${operation} has another version of the API`);

    const trouble = troubles.take(operation);
    if (trouble === 'hang') return;
    if (trouble === 'unreachable') return void request.socket.destroy();
    const key = method === 'POST' ? [sent['stripe-account'], sent['idempotency-key']].join(' ') : undefined;
    const { status, body } = await keys.once(key, JSON.stringify([operation, given]), async () => {
      if (typeof trouble === 'object' && 'status' in trouble && trouble.effect !== true) return toError(trouble);
      if (typeof trouble === 'object' && 'arrived' in trouble) {
        trouble.arrive();
        await trouble.opened;
      }
      const answer = handle(operation, given, sent.authorization);
      if (answer.status === 200) faults.push(...findFaults(operation, 'response', answer.body));
      return typeof trouble === 'object' && 'status' in trouble ? toError(trouble) : answer;
    });
    if (status !== 200) faults.push(...findErrorFaults(body));
    if (trouble === 'lose') return void request.socket.destroy();
    const answered = {
      'Content-Type': 'application/json',
      'Request-Id': `req_${requests.length}`,
      // Stripe asks for a repetition after a conflict, but not after a failure that it stored.
      'Stripe-Should-Retry': String(status === 409),
    };
    response.writeHead(status, answered).end(JSON.stringify(body));
  }

  function handle(operation: string, given: StripeRequest, authorization: string | undefined): Answer {
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
    payments,
    requests,
    headers,
    connections: () => connections,
    trouble: troubles.add,
    gate(operation) {
      const gate = createGate();
      troubles.add(operation, gate);
      return gate;
    },
    forgetKeys: keys.forget,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function close() {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    if (faults.length > 0) throw new Error(`Not as Stripe's document describes:\n${faults.join('\n')}`);
  }
}

function toError({ status, error }: { readonly status: number; readonly error: StripeErrorBody }): Answer {
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

/**
 * The idempotency keys of the stand-in, as Stripe documents them. A repeated key returns the stored response, also a failure of
 * Stripe's. Other parameters under the same key are refused. While its first request is in progress, others with the key get 409.
 * Nothing is stored for a request that did not begin: an unknown key of the API, a rate limit or a conflict.
 */
interface Answer {
  readonly status: number;
  readonly body: object;
}

interface IdempotencyKeys {
  /** Returns the stored response to the key, or handles the request and stores its response. */
  once(key: string | undefined, parameters: string, handle: () => Answer | Promise<Answer>): Promise<Answer>;
  /** Forgets the keys, as Stripe does after a day. */
  readonly forget: () => void;
}

function createIdempotencyKeys(): IdempotencyKeys {
  const stored = new Map<string, { readonly parameters: string; answer: Answer | undefined }>();
  return {
    async once(key, parameters, handle) {
      if (key === undefined) return handle();
      const before = stored.get(key);
      if (before && before.parameters !== parameters) return errorOf(400);
      if (before) return before.answer ?? errorOf(409, 'idempotency_key_in_use');
      const entry = { parameters, answer: undefined as Answer | undefined };
      stored.set(key, entry);
      const answer = await handle();
      // A later response does not change this one.
      if ([401, 403, 409, 429].includes(answer.status)) stored.delete(key);
      else entry.answer = { ...answer, body: structuredClone(answer.body) };
      return answer;
    },
    forget: () => stored.clear(),
  };
}

function errorOf(status: number, code?: string): Answer {
  return { status, body: { error: { type: 'idempotency_error', ...(code !== undefined && { code }) } } };
}

/**
 * `lose`: the effect takes place, and the connection ends without a response. `hang`: nothing takes place, and no response arrives.
 * `unreachable`: nothing takes place, and the connection ends. An error takes the place of the response, with `effect` after the
 * effect. A gate holds the request until it opens, before its effect.
 */
export type Trouble =
  | 'lose'
  | 'hang'
  | 'unreachable'
  | { readonly status: number; readonly error: StripeErrorBody; readonly effect?: boolean }
  | Gate;

interface Gate {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>;
  readonly arrive: () => void;
  readonly opened: Promise<void>;
  readonly open: () => void;
}

function createGate(): Gate {
  const arrival = Promise.withResolvers<void>();
  const opening = Promise.withResolvers<void>();
  return { arrived: arrival.promise, arrive: arrival.resolve, opened: opening.promise, open: opening.resolve };
}

interface Troubles {
  /** The next `times` requests of this operation get trouble. Default: 1. */
  readonly add: (operation: string, trouble: Trouble, times?: number) => void;
  /** Takes the trouble of the next request. */
  readonly take: (operation: string) => Trouble | undefined;
}

function createTroubles(): Troubles {
  const troubles = new Map<string, Trouble[]>();
  return {
    add(operation, trouble, times = 1) {
      if (!operations.includes(operation)) throw new Error(`Unknown: ${operation}`);
      troubles.set(operation, [...(troubles.get(operation) ?? []), ...Array.from({ length: times }, () => trouble)]);
    },
    take: (operation) => troubles.get(operation)?.shift(),
  };
}
