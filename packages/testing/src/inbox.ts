/**
 * The webhook endpoint of a sandbox's organization. For each webhook:
 *  1. read     the raw body
 *  2. forward  the same bytes and headers to the app, if there is one; its status is the response
 *  3. keep     the verified event, once it is accepted, until `next` takes it
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type EventMap, type EventType, eventTypes, type Verifier, type WebhookEvent } from '@booking-service/webhooks';
import { ownConnection } from './admin-client.ts';

/** A listener of `node:http`, such as an app of Express. */
export type WebhookListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A handler of `Request` and `Response`, as Next.js, Workers and Bun have it. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The app that receives the webhooks: a listener, a fetch handler, an object with one, such as an app of Hono, or the URL of its route. */
export type WebhookApp = WebhookListener | FetchHandler | { readonly fetch: FetchHandler } | string | URL;

/** The timers of this computer, also after a test has replaced those of `globalThis`. */
const { setTimeout: startTimer, clearTimeout: endTimer } = globalThis;

/** The headers of one connection. */
const ofConnection = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);

interface Inbox extends AsyncDisposable {
  readonly url: string;
  /** Forwards every webhook from now on to this URL. */
  forwardTo(url: string): void;
  /** Returns the oldest accepted event of this type that was not taken yet. Waits for it up to `timeout` milliseconds. */
  next<T extends EventType>(type: T, timeout: number): Promise<EventMap[T]>;
}

interface InboxOptions {
  /** Returns the verifier when a webhook arrives. */
  readonly findVerifier: () => Promise<Verifier>;
}

export async function openInbox({ findVerifier }: InboxOptions): Promise<Inbox> {
  let target: string | undefined;
  const accepted: WebhookEvent[] = [];
  /** Each webhook and its outcome, for the error of a wait that ends. */
  const log: { readonly name: string; outcome: string }[] = [];
  const waiting = new Set<() => void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const verification = (await findVerifier()).check(body, request.headers);
    if (!verification.ok) {
      log.push({ name: 'a webhook', outcome: `refused by the verifier: ${verification.hint}` });
      response.writeHead(400).end(verification.reason);
      return;
    }
    const { event } = verification;
    const entry = { name: event.type, outcome: 'the app has not responded' };
    log.push(entry);
    const { status, text } =
      target === undefined ? { status: 204, text: 'no app' } : await forward(target, request, body);
    entry.outcome = text;
    if (status >= 200 && status < 300) accepted.push(event);
    // The sandbox records this status, and sends the webhook again after a failure.
    response.writeHead(status).end();
    for (const look of waiting) look();
  }

  function take(type: EventType): WebhookEvent | undefined {
    const index = accepted.findIndex((event) => event.type === type);
    return index === -1 ? undefined : accepted.splice(index, 1)[0];
  }

  const server = await startServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  return {
    url: `${server.url}/webhooks`,
    forwardTo(url) {
      target = url;
    },
    next: (type, timeout) =>
      new Promise((found, failed) => {
        if (!eventTypes.includes(type))
          throw new TypeError(`${type} is not an event. Use one of ${eventTypes.join(', ')}.`);
        const look = () => {
          const event = take(type);
          if (!event) return;
          end();
          // take() compares the type.
          found(event as never);
        };
        const timer = startTimer(() => {
          end();
          const came = log.map(({ name, outcome }) => `${name} (${outcome})`).join(', ') || 'none';
          failed(
            new Error(
              `No ${type} was accepted within ${timeout} ms. Webhooks so far: ${came}. Advance the clock to deliver what is due later.`,
            ),
          );
        }, timeout);
        const end = () => {
          endTimer(timer);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The status of a response to a webhook, and what the app did in words. */
interface Outcome {
  readonly status: number;
  readonly text: string;
}

/** Sends a webhook to the app, unchanged. */
async function forward(url: string, { headers }: IncomingMessage, body: Buffer): Promise<Outcome> {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  try {
    // A webhook has each header once, as a text.
    const headersOf = { ...(Object.fromEntries(kept) as Record<string, string>), ...ownConnection };
    const request = { method: 'POST', headers: headersOf, body, redirect: 'manual' } as const;
    const response = await fetch(url, request);
    const said = (await response.text()).slice(0, 200);
    const why = response.ok ? '' : said;
    return { status: response.status, text: `the app responded ${response.status}${why && `: ${why}`}` };
  } catch (error) {
    const reason = String(error instanceof Error ? (error.cause ?? error) : error);
    return { status: 502, text: `the app responded nothing: ${reason}` };
  }
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = request;
  const body = method === 'GET' || method === 'HEAD' ? null : new Uint8Array(await buffer(request));
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return new Request(new URL(url, `http://${headers.host}`), { method, headers: given as [string, string][], body });
}

/** A server on a free port of this computer. */
interface AppServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts a server for a listener or a fetch handler. If it throws, the response has its error. */
export async function startServer(app: WebhookListener | FetchHandler): Promise<AppServer> {
  // A fetch handler takes the request only. The parameters of others may be unknown: their result is read, too.
  const listener = app.length === 1 ? undefined : (app as WebhookListener);
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const result: unknown = listener
      ? await listener(request, response)
      : await (app as FetchHandler)(await toRequest(request));
    if (result instanceof Response) {
      response.writeHead(result.status, Object.fromEntries(result.headers));
      response.end(new Uint8Array(await result.arrayBuffer()));
    } else if (!listener) throw new TypeError('The handler of the app returned no Response.');
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}
