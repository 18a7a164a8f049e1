/**
 * The HTTP server of a port. A stop loses no request that was sent before the client could see it:
 *  1. accept   announces with each response that it is the last one of its connection, and accepts until no connection waits
 *  2. close    closes the port
 *  3. arrive   gives requests that are on their way arrive_ms, then closes idle connections after their sockets were read
 *  4. finish   closes each other connection after its response, or after the grace
 * HTTP/1.1 has a gap that no server closes: a request that crosses the end of an idle connection. sockets.ts enforces the limits
 * of connections and refuses malformed requests in the port's format (END-12).
 */
import {
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestListener,
  type Server,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { endsWithin, systemClock } from '../time/clock.ts';
import { afterPoll, createLimitedServer, type LimitedServerOptions } from './sockets.ts';
import type { HttpRequest, HttpResponse, ResponseWriter } from './exchange.ts';
import type { Listener } from './operation-listener.ts';

export interface HttpServer extends AsyncDisposable {
  /** Rejects if the address is in use. */
  listen(address: Address): Promise<{ url: string }>;
  /**
   * Answers what clients have sent, each with `Connection: close`, and resolves when all connections are closed: after `grace_seconds`
   * of the computer's time at the latest. Half of it is for accepting the connections that wait. Disposal stops without grace.
   */
  stop(options: { grace_seconds: number }): Promise<void>;
}

/** The time in which a request that a client has sent on an idle connection arrives. */
const arrive_ms = 1_000;

export function createHttpServer(listener: RequestListener, options: LimitedServerOptions): HttpServer {
  const limited = createLimitedServer(listener, options);
  const { server, closeIdle, closeAll } = limited;
  // Node would cut idle connections when the port closes, with the requests that wait unread in their sockets.
  server.closeIdleConnections = () => undefined;
  // RFC 9110 allows a server to ignore an unknown expectation: the request gets its usual response.
  server.on('checkExpectation', (req, res) => server.emit('request', req, res));

  async function stop({ grace_seconds }: { grace_seconds: number }): Promise<void> {
    const begun_ms = performance.now();
    const end_ms = begun_ms + grace_seconds * 1000;
    const secondsLeft = () => Math.max(0, end_ms - performance.now()) / 1000;
    limited.endWithNextResponse();
    await untilSame(limited.countAccepted, (begun_ms + end_ms) / 2);
    const closed = new Promise((done) => server.close(done));
    if (await endsWithin(systemClock, Math.min(arrive_ms / 1000, secondsLeft()), closed)) return;
    await untilSame(limited.countReceived, end_ms);
    closeIdle();
    if (await endsWithin(systemClock, secondsLeft(), closed)) return;
    closeAll();
    await closed;
  }

  return {
    listen: (address) => listen(server, address),
    stop,
    [Symbol.asyncDispose]: () => stop({ grace_seconds: 0 }),
  };
}

/** Waits until the sockets have been read without a change of the count. Ends at `until_ms`. */
async function untilSame(count: () => number, until_ms: number): Promise<void> {
  for (let before = -1; before !== count() && performance.now() < until_ms;) {
    before = count();
    await afterPoll();
  }
}

/** The backlog: connections that wait for the service to accept them. The system may allow fewer. */
const backlog = 4096;

export interface Address {
  readonly host: string;
  readonly port: number;
  /** Shares the port with other processes that listen with this option: the system spreads the connections. Default: false. */
  readonly reusePort?: boolean | undefined;
}

/** Listens at this address and returns the server's URL. Rejects if the address is in use. */
export async function listen(server: Server, { host, port, reusePort = false }: Address): Promise<{ url: string }> {
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host, backlog, reusePort }, () => {
      server.off('error', failed);
      listening();
    });
  });
  // A server that listens on a port has an address of this form.
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}` };
}

// Serves web-standard requests with a listener of node:http, so that both have one request path. A Request becomes a stream with the
// fields that the listener reads, and what the listener writes becomes a Response.

/** Serves a request of the Fetch standard. */
export type Handler = (request: Request) => Promise<Response>;

/** Creates the handler. It rejects only if the service cannot respond at all. */
export function createWebHandler(serve: Listener): Handler {
  return function handler(request) {
    return new Promise((resolve, reject) => {
      const res = new WebResponse({ resolve, reject, isHead: request.method === 'HEAD' });
      serve(new WebRequest(request), res);
      res.follow(request.signal);
    });
  };
}

/** A Request as the listener reads it. It reads no byte before the listener does, and never cancels the body, which belongs to the host. */
class WebRequest extends Readable implements HttpRequest {
  readonly method: string;
  url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  /** As in HTTP/2, a body needs no header that announces it, and the connection is not ours to close. */
  readonly httpVersionMajor = 2;
  /** A Request has no address of its client. */
  readonly socket: { readonly remoteAddress: undefined; readonly encrypted: boolean };
  readonly #body: Request['body'];
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  /** True if the host has read the body. */
  override readonly readableDidRead: boolean;

  constructor({ method, url, headers, body, bodyUsed }: Request) {
    super();
    const { protocol, host, pathname, search } = new URL(url);
    this.method = method;
    this.url = pathname + search;
    this.headers = { host, ...Object.fromEntries(headers) };
    this.rawHeaders = [...headers].flat();
    this.socket = { remoteAddress: undefined, encrypted: protocol === 'https:' };
    this.readableDidRead = bodyUsed || body?.locked === true;
    this.#body = body;
  }

  get complete(): boolean {
    return this.readableEnded;
  }

  override _read(): void {
    if (!this.#body) {
      this.push(null);
      return;
    }
    this.#reader ??= this.#body.getReader();
    this.#reader.read().then(
      ({ done, value }) => this.push(done ? null : value),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
  }
}

/** The types do not accept a Buffer, because its memory may be shared. This memory is not. */
type ResponseBody = ConstructorParameters<typeof Response>[0];

interface WebResponseOptions {
  readonly resolve: (response: Response) => void;
  readonly reject: (error: Error) => void;
  readonly isHead: boolean;
}

/** The statuses whose Response must not have a body. */
const bodiless: ReadonlySet<number> = new Set([204, 304]);
/** The status of a response that no client receives. Servers use it in their logs for a client that has closed its request. */
const clientClosedRequest = 499;

/** Collects what the listener writes into a Response. */
class WebResponse extends EventEmitter implements ResponseWriter {
  headersSent = false;
  statusCode = 200;
  destroyed = false;
  #headers: OutgoingHttpHeaders = {};
  #release = (): void => undefined;
  readonly #options: WebResponseOptions;

  constructor(options: WebResponseOptions) {
    super();
    this.#options = options;
  }

  /** Ends with the request: after an abort, the service completes its work, and the host gets a response for no one. */
  follow(signal: AbortSignal): void {
    const abort = () => this.#end(new Response(null, { status: clientClosedRequest }));
    if (signal.aborted) abort();
    else if (!this.destroyed) {
      signal.addEventListener('abort', abort, { once: true });
      this.#release = () => signal.removeEventListener('abort', abort);
    }
  }

  writeHead(status: number, headers: OutgoingHttpHeaders): this {
    this.statusCode = status;
    this.#headers = headers;
    this.headersSent = !this.destroyed;
    return this;
  }

  end(body?: string | Buffer): void {
    this.#respond(body);
  }

  sendStream(body: Readable): void {
    if (this.destroyed || this.#options.isHead) body.destroy();
    this.#respond(this.#options.isHead ? undefined : Readable.toWeb(body));
  }

  #respond(body: unknown): void {
    const { statusCode: status } = this;
    const headers = Object.entries(this.#headers).flatMap(([name, value]) =>
      [value].flat().map((each): [string, string] => [name, String(each)]),
    );
    const isBodiless = this.#options.isHead || bodiless.has(status);
    this.#end(new Response(isBodiless ? null : (body as ResponseBody), { status, headers }));
  }

  destroy(): void {
    this.#options.reject(new Error('The service could not respond. Its log has the reason.'));
    this.#end(undefined);
  }

  #end(response: Response | undefined): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.#release();
    if (response) this.#options.resolve(response);
    this.emit('close');
  }
}

/** Returns a response as text for a socket that has no ServerResponse. The connection ends with it. */
export function toRawResponse({ status, headers = {}, body }: HttpResponse): string {
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Refused'}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
  ];
  return `${head.join('\r\n')}\r\n\r\n${text}`;
}
