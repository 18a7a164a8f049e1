/**
 * The webhook endpoint of a sandbox's organization. For each webhook:
 *  1. read     the raw body
 *  2. forward  the same bytes and headers to the app, if there is one; its status is the response
 *  3. keep     the verified event, once it is accepted, until `next` takes it
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { EventMap, EventType, Verifier, WebhookEvent } from '@booking-service/webhooks';
import { ownConnection } from './admin-client.ts';

/** A listener of `node:http`, such as an app of Express. */
export type WebhookListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** The app that receives the webhooks: a listener, or the URL of its webhook route. */
export type WebhookApp = WebhookListener | string | URL;

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
  /** A line for each webhook, for the error of a wait that ends. */
  const log: string[] = [];
  const waiting = new Set<() => void>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const verification = (await findVerifier()).check(body, request.headers);
    if (!verification.ok) {
      log.push(`a webhook that the verifier refused: ${verification.hint}`);
      response.writeHead(400).end(verification.reason);
      return;
    }
    const { event } = verification;
    const status = target === undefined ? 204 : await forward(target, request, body);
    log.push(`${event.type} (${target === undefined ? 'no app' : `the app responded ${status}`})`);
    if (typeof status === 'number' && status >= 200 && status < 300) accepted.push(event);
    // The sandbox records this status, and sends the webhook again after a failure.
    response.writeHead(typeof status === 'number' ? status : 502).end();
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
        const look = () => {
          const event = take(type);
          if (!event) return;
          end();
          // take() compares the type.
          found(event as never);
        };
        const timer = setTimeout(() => {
          end();
          const came = log.length === 0 ? 'none' : log.join(', ');
          failed(
            new Error(
              `No ${type} was accepted within ${timeout} ms. Webhooks so far: ${came}. Advance the clock to deliver what is due later.`,
            ),
          );
        }, timeout);
        const end = () => {
          clearTimeout(timer);
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Sends a webhook to the app, unchanged. Returns the status, or why there is none. */
async function forward(url: string, { headers }: IncomingMessage, body: Buffer): Promise<number | string> {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  try {
    // A webhook has each header once, as a text.
    const headersOf = { ...(Object.fromEntries(kept) as Record<string, string>), ...ownConnection };
    const request = { method: 'POST', headers: headersOf, body, redirect: 'manual' } as const;
    const response = await fetch(url, request);
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    return `nothing: ${String(error instanceof Error ? (error.cause ?? error) : error)}`;
  }
}

/** A server on a free port of this computer. */
interface AppServer extends AsyncDisposable {
  readonly url: string;
}

export async function startServer(listener: WebhookListener): Promise<AppServer> {
  const server = createServer((request, response) => void listener(request, response));
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
