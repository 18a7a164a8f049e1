/**
 * Serves web-standard requests with a listener of node:http, so that both have one request path. A Request becomes a stream with the
 * fields that the listener reads, and what the listener writes becomes a Response.
 */
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import type { HttpRequest, ResponseWriter } from './exchange.ts';
import type { Listener } from './operation-listener.ts';

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
    const { statusCode: status } = this;
    const headers = Object.entries(this.#headers).map(([name, value]): [string, string] => [name, String(value)]);
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
