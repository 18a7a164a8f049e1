/** One request and its response: their state, the body that is read, and the response that is sent. */
import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { type KeyMode, type OperationId, Refusal, type ServiceContract } from '../contract.ts';
import { readTraceparent, type Trail } from '../log/trail.ts';

/** The parameters of a path by name, decoded. */
export type PathParameters = Readonly<Record<string, string>>;

/** One request and its response, with everything that is known about them so far. */
export interface Exchange<Req extends HttpRequest = HttpRequest, Res extends ResponseWriter = ResponseWriter> {
  readonly req: Req;
  readonly res: Res;
  /** The path as the contract writes it, once the route is found. It contains no value that the caller sent. */
  route: string | undefined;
  /** The operation, once path and method are known. */
  operationId: string | undefined;
  params: PathParameters;
  /** The JSON value of the body, once it is read; undefined if there is none. */
  body: unknown;
  /** True if a text of the body can contain a lone surrogate. In UTF-8 only an escape sequence can express one. */
  hasEscapes: boolean;
  /** The headers of a deprecated operation, once it is known. */
  deprecation?: Readonly<Record<string, string>> | undefined;
}

/** Starts the exchange of a request. */
export function createExchange<Req extends HttpRequest, Res extends ResponseWriter>(
  req: Req,
  res: Res,
): Exchange<Req, Res> {
  return { req, res, route: undefined, operationId: undefined, params: {}, body: undefined, hasEscapes: false };
}

/** An exchange of the public contract. */
export interface PublicExchange extends Exchange {
  /** In every response and every log line of the request (END-14). */
  readonly request_id: string;
  /** A new id, which begins with the time at which the request arrived. It is the request_id, unless the caller chose one. */
  readonly own_id: string;
  readonly arrived: Date;
  /** Joins the log lines of the request with those of everything that it causes. */
  readonly trail: Trail;
  /** The address of the client, for the log. */
  readonly client_address: string | undefined;
  /** The arrival of the request on the monotonic clock of the computer. */
  readonly begun_ms: number;
  operationId: OperationId | undefined;
  /** The caller, once it is known, for the log. */
  organization_id: string | undefined;
  key_id: string | undefined;
  key_mode: KeyMode | undefined;
  /** The first characters of the API key's digest. They name the key while the database cannot. */
  key_digest: string | undefined;
  /** True if the response is a replay (IDM-1). */
  isReplay: boolean;
  /** The RateLimit headers, once the organization is known (LIM-2). */
  rate_limit: Readonly<Record<string, string>> | undefined;
  /** The code of the refusal, if the request was refused. */
  error_code: string | undefined;
}

export function createPublicExchange(
  req: HttpRequest,
  res: ResponseWriter,
  {
    request_id,
    own_id,
    arrived,
    client_address,
  }: Pick<PublicExchange, 'request_id' | 'own_id' | 'arrived' | 'client_address'>,
): PublicExchange {
  return {
    req,
    res,
    request_id,
    own_id,
    arrived,
    trail: { request_id, traceparent: readTraceparent(req.headers['traceparent']), subject: undefined },
    client_address,
    begun_ms: performance.now(),
    route: undefined,
    operationId: undefined,
    params: {},
    body: undefined,
    hasEscapes: false,
    organization_id: undefined,
    key_id: undefined,
    key_mode: undefined,
    key_digest: undefined,
    isReplay: false,
    rate_limit: undefined,
    error_code: undefined,
  };
}

/**
 * The headers of every response of the public contract: the rate limit, once it is known, and the request id (LIM-2, END-14). No cache
 * keeps a response, because it has data of one organization (RFC 9111, 5.2.2.5).
 */
export function publicHeaders({ rate_limit, request_id }: PublicExchange): Record<string, string> {
  return { 'Cache-Control': 'no-store', ...rate_limit, 'Request-Id': request_id };
}

/** Returns the Request-Id that the caller chose; undefined if it is missing or malformed. */
type ReadRequestId = (req: Pick<HttpRequest, 'headers'>) => string | undefined;

/** Creates the function that reads the id of a request, by the form that the contract states (END-14). */
export function createReadRequestId({
  requestId: { minLength, maxLength, pattern },
}: Pick<ServiceContract, 'requestId'>): ReadRequestId {
  const wellFormed = new RegExp(pattern, 'u');
  const isRequestId = (given: unknown): given is string =>
    typeof given === 'string' && given.length >= minLength && given.length <= maxLength && wellFormed.test(given);
  return function readRequestId({ headers }) {
    const given = headers['request-id'];
    return isRequestId(given) ? given : undefined;
  };
}

/** A body of up to this many times the limit is read to its end, so that its sender receives the refusal. */
const drainedFactor = 16;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const contentTypes = /^([^;\s]+)\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?;?$/i;

/**
 * Checks that the content type of a request with a body is `expected`, and replaces it by that: no later code is keyed by a value
 * that the caller wrote. Throws unsupported_media_type. A request whose headers do not show whether it has a body is read to find out:
 * then this returns its empty body.
 */
export function checkMediaType(req: HttpRequest, expected = 'application/json'): Promise<ReceivedBody> | undefined {
  const isAnnounced = announcesBody(req);
  if (isAnnounced === false) return undefined;
  const { 'content-type': contentType, 'content-encoding': coding = 'identity' } = req.headers;
  const sent = contentTypes.exec(contentType?.trim() ?? '')?.[1];
  if (sent?.toLowerCase() === expected && coding.toLowerCase() === 'identity') {
    req.headers['content-type'] = expected;
    return undefined;
  }
  if (isAnnounced) throw new Refusal('unsupported_media_type');
  return isEmpty(req).then((empty) => {
    if (!empty) throw new Refusal('unsupported_media_type');
    return { bytes: noBytes };
  });
}

/** Returns whether a body is empty, by its first bytes. They are lost. */
async function isEmpty(req: HttpRequest): Promise<boolean> {
  if (req.readableDidRead) return req.body === undefined;
  return new Promise((found) => {
    req.once('data', () => {
      req.pause();
      found(false);
    });
    for (const end of ['end', 'error', 'close']) req.once(end, () => found(true));
  });
}

/** The body of a request: its bytes, or the value that a parser in front of the service made of them. */
export type ReceivedBody = { readonly bytes: Buffer } | { readonly parsed: unknown };

const noBytes = Buffer.alloc(0);

/**
 * Returns the body of the request. Throws payload_too_large above `maxBytes`. A body that a parser in front of the service has read is
 * taken from `req.body`, where parsers of Express and Connect leave it. Throws if it is not there: the host has to change.
 */
export function receiveBody(req: HttpRequest, maxBytes: number): ReceivedBody | Promise<ReceivedBody> {
  if (announcesBody(req) === false) return { bytes: noBytes };
  if (!req.readableDidRead) return readBytes(req, maxBytes).then((bytes) => ({ bytes }));
  const { body, headers } = req;
  if (body === undefined) throw new Error(bodyIsGone);
  // The text is what express.text() leaves. A JSON text that is only a string is refused in either reading.
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const length = headers['content-length'];
  const size = Buffer.isBuffer(bytes) ? bytes.length : Number(length ?? Buffer.byteLength(JSON.stringify(bytes)));
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.isBuffer(bytes) ? { bytes } : { parsed: bytes };
}

export const bodyIsGone: string =
  'The body of the request was read before the request reached the service, and it is not in req.body. ' +
  'Mount the service before the code that reads it, or use express.json(). Of a Request, read a clone.';

function tooLarge(maxBytes: number, headers: Record<string, string> = {}): Refusal {
  return new Refusal('payload_too_large', { message: `The request body is larger than ${maxBytes} bytes.`, headers });
}

/** Reads the bytes of the body; none if there is no body. Throws payload_too_large above `maxBytes`. */
export async function readBytes(req: HttpRequest, maxBytes: number): Promise<Buffer> {
  if (announcesBody(req) === false) return noBytes;
  const chunks: Buffer[] = [];
  await receiveChunks(req, maxBytes, (chunk) => void chunks.push(chunk));
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
}

/**
 * Passes each chunk of the body to `take`, and the next one after the promise that it returned, if any. Rejects with payload_too_large
 * above `maxBytes`.
 */
export function receiveChunks(
  req: HttpRequest,
  maxBytes: number,
  take: (chunk: Buffer) => Promise<unknown> | undefined,
): Promise<void> {
  // HTTP/2 has no such header: the connection is shared with other requests.
  const refusal = () => tooLarge(maxBytes, req.httpVersionMajor < 2 ? { Connection: 'close' } : {});
  const drainedBytes = drainedFactor * maxBytes;
  if (Number(req.headers['content-length'] ?? 0) > drainedBytes) return Promise.reject(refusal());
  let size = 0;
  return new Promise<void>((done, failed) => {
    req.on('data', (received: Buffer | string) => {
      // The code in front may have called setEncoding.
      const chunk = typeof received === 'string' ? Buffer.from(received, req.readableEncoding ?? 'utf8') : received;
      size += chunk.length;
      if (size > drainedBytes) {
        req.pause();
        failed(refusal());
      } else if (size <= maxBytes) {
        const waiting = take(chunk);
        if (!waiting) return;
        req.pause();
        waiting.then(() => req.resume(), failed);
      }
    });
    // A settled promise ignores later events, so no listener has to be removed.
    req.on('end', () => (size > maxBytes ? failed(tooLarge(maxBytes)) : done()));
    // The caller closed the connection, possibly before these listeners were added. No one reads this response.
    const cutOff = () => failed(new Refusal('invalid_request', { message: 'The request ended before its body did.' }));
    if (req.destroyed) cutOff();
    req.on('error', cutOff);
    req.on('close', () => {
      if (!req.complete) cutOff();
    });
  });
}

/** Returns the JSON value of the body; undefined if the body is empty. Throws invalid_request. */
export function parseJson(bytes: Buffer, parse: (text: string) => unknown = JSON.parse): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return parse(isAscii(bytes) ? bytes.toString('latin1') : utf8.decode(bytes));
  } catch {
    // The parser's message quotes the body, so it is not passed on.
    const details = [{ in: 'body', path: '', message: 'is not JSON in UTF-8' }] as const;
    throw new Refusal('invalid_request', { message: 'The request body is not valid JSON.', details });
  }
}

/** Returns whether the request has a body; undefined if its headers do not show it, as in HTTP/2 without a length. */
export function announcesBody({ headers, httpVersionMajor }: HttpRequest): boolean | undefined {
  const { 'content-length': length, 'transfer-encoding': coding } = headers;
  if (length !== undefined) return Number(length) !== 0;
  if (coding !== undefined) return true;
  return httpVersionMajor < 2 ? false : undefined;
}

/** Returns how often a header was sent. `name` is in lower case. A Request joins the values of a repeated header, and counts as one. */
export function timesSent({ rawHeaders }: Pick<HttpRequest, 'rawHeaders'>, name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) times += 1;
  }
  return times;
}

/**
 * A response: status, headers and body. `body` is sent as JSON; a string is sent unchanged and needs a Content-Type. `bodyText`
 * replaces it with JSON text that is at hand. A 204 has no body.
 */
export interface HttpResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly bodyText?: string | undefined;
}

/** Sends a response, with the headers of every response. */
export type SendResponse = (res: ResponseWriter, response: HttpResponse, common?: HttpResponse['headers']) => void;

/** Sends a response in one write, with its Content-Length. The headers of the response replace equal ones of `common`. */
export function sendResponse(
  res: ResponseWriter,
  { status, headers, body, bodyText }: HttpResponse,
  common?: HttpResponse['headers'],
): void {
  if (status === 204) {
    res.writeHead(status, { ...common, ...headers }).end();
    return;
  }
  // The line feed keeps a terminal readable. Node sends text in the same write as the headers, and bytes in a second one.
  const text = bodyText === undefined && typeof body === 'string' ? body : `${bodyText ?? JSON.stringify(body)}\n`;
  const length = Buffer.byteLength(text);
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    ...common,
    ...headers,
    'Content-Length': length,
  });
  // As many bytes as characters: the text is ASCII, which latin1 writes without encoding.
  res.end(text, length === text.length ? 'latin1' : 'utf8');
}

// The parts of a request and of a response that node:http, node:http2 and http-server.ts have in common.

/** The part of a request that the service reads. */
export interface HttpRequest extends Readable {
  readonly method?: string | undefined;
  /** The path and the query. In an app of Express or Connect, they are relative to the path of the mount. */
  url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  /** Names and values by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** From 2 on, a request needs no header that announces its body. */
  readonly httpVersionMajor: number;
  /** True once the whole body has arrived. */
  readonly complete: boolean;
  readonly socket: { readonly remoteAddress?: string | undefined };
  /** The path of the mount, as Express sets it. */
  baseUrl?: string | undefined;
  /** The whole path and the query, as Express and Connect set it. */
  readonly originalUrl?: string | undefined;
  /** The body, if a parser in front of the service has read it. */
  readonly body?: unknown;
}

/** The part of a response that the service writes. */
export interface ResponseWriter {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** True if the client has closed the connection. The response of node:http2 does not have it, and ignores what is written then. */
  readonly destroyed?: boolean;
  writeHead(status: number, headers: OutgoingHttpHeaders): Pick<ResponseWriter, 'end'>;
  end(): unknown;
  end(body: string | Buffer): unknown;
  end(body: string, encoding: BufferEncoding): unknown;
  destroy(): unknown;
  /** Sends the stream as the body. The responses of node:http do not have it: they are a stream. */
  sendStream?(body: Readable): void;
  on(event: 'close', listener: () => void): unknown;
}
