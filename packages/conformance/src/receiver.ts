/** The webhook receiver of a check: it keeps every request and responds as the check sets. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readText } from './exchange.ts';

/** One received webhook. */
export interface Hook {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** Undefined if the body is not JSON. */
  readonly event: HookEvent | undefined;
  /** The time at which it began to arrive, in milliseconds of the monotonic clock. */
  readonly received_ms: number;
  /** Resolves with the time at which its response was complete, or the service closed the connection. */
  readonly ended: Promise<number>;
}

export interface HookEvent {
  readonly id?: string;
  readonly type?: string;
  readonly created?: string;
  readonly data?: {
    readonly object?: { readonly id?: string; readonly status?: string } & Readonly<Record<string, unknown>>;
  };
}

/**
 * The response to a webhook. So many `interim` responses come before it, and its head is filled up to `head_bytes`. `surplus` follows it on the connection. `cut` closes the connection instead. `hold` leaves it open until the service closes it: without a
 * response, or after the head of one and the beginning of its body.
 */
export interface HookResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly interim?: number;
  readonly head_bytes?: number;
  readonly surplus?: string;
  readonly cut?: true;
  readonly hold?: 'response' | 'body';
}

/** An address of the receiver, with the webhooks that came there. */
export interface Inbox {
  /** The address that the service sends to. */
  readonly url: string;
  readonly hooks: readonly Hook[];
  /** Responds to each webhook. The default is 200. */
  respond: (hook: Hook) => HookResponse;
}

export interface Receiver extends Inbox {
  /** Opens another address of the receiver: the same URL with a query. */
  openInbox(name: string): Inbox;
  close(): Promise<void>;
}

type OwnInbox = Inbox & { readonly hooks: Hook[] };

/** The field of the query that names an inbox. */
const inboxField = 'inbox';

/** Starts a receiver. `publicUrl` is what leads to it from the service; the default is this computer. */
export async function startReceiver({
  port = 0,
  publicUrl,
}: {
  port?: number | undefined;
  publicUrl?: string | undefined;
}): Promise<Receiver> {
  const inboxes = new Map<string, OwnInbox>();

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const received_ms = performance.now();
    const ended = new Promise<number>((end) => {
      response.once('close', () => end(performance.now()));
    });
    const { url: path = '', headers: sent } = request;
    const text = await readText(request);
    const hook = { path, headers: sent as Hook['headers'], text, event: parse(text), received_ms, ended };
    const inbox = inboxes.get(new URL(path, 'http://receiver').searchParams.get(inboxField) ?? '') ?? main;
    inbox.hooks.push(hook);
    const { status = 200, headers = {}, body, interim = 0, head_bytes, surplus, cut, hold } = inbox.respond(hook);
    for (let count = 0; count < interim; count += 1) response.writeProcessing();
    if (cut) request.socket.destroy();
    else if (head_bytes !== undefined) {
      const [start, end] = [
        `HTTP/1.1 ${status} Long\r\nContent-Length: 0\r\nConnection: close\r\nX-Filler: `,
        '\r\n\r\n',
      ];
      request.socket.end(start.padEnd(head_bytes - end.length, 'x') + end);
    } else if (surplus !== undefined) {
      // node:http removes the body of a 204, so the bytes are written to the connection.
      request.socket.end(`HTTP/1.1 ${status} Surplus\r\n\r\n${surplus}`);
    } else if (hold === undefined) response.writeHead(status, headers).end(body);
    else if (hold === 'body') response.writeHead(status, headers).write('.');
  }

  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, publicUrl === undefined ? '127.0.0.1' : undefined, listening);
  });
  // A TCP server has a port.
  const { port: actual } = server.address() as AddressInfo;
  const main: OwnInbox = { url: publicUrl ?? `http://127.0.0.1:${actual}/hooks`, hooks: [], respond: () => ({}) };
  return Object.assign(main, {
    openInbox(name: string) {
      const url = new URL(main.url);
      url.searchParams.set(inboxField, name);
      const inbox: OwnInbox = { url: url.href, hooks: [], respond: () => ({}) };
      inboxes.set(name, inbox);
      return inbox;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  });
}

function parse(text: string): HookEvent | undefined {
  try {
    return JSON.parse(text) as HookEvent;
  } catch {
    return undefined;
  }
}
