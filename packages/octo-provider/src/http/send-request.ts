/**
 * Sends one request to a supplier and reads its response:
 *  1. The request gets the token. No redirect is followed, because the token must not reach another address.
 *  2. The body is read up to a limit and must be JSON. Any success status is accepted: suppliers send 200 and 201.
 *     A list can be long, so it is passed on unread, with its ETag. So is the 304 that a request asked for.
 *  3. An error body of OCTO becomes an OctoError with its code. Everything else becomes UNREADABLE, or the code of its status.
 *
 * The OCTO document writes some paths with a slash at the end (/products/) and some without (/bookings/{uuid}/confirm). Suppliers
 * differ. If the documented form is redirected to the other one, or is not found, the other form is tried once. A form that
 * worked is kept for all paths of its kind.
 */
import { textOf } from '../unchecked.ts';
import { OctoError, toErrorCode } from './octo-error.ts';

export interface SenderOptions {
  readonly token: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Throws an OctoError unless the response is a success with JSON. Rejects with the error of `fetch` if no response arrives. */
export type Send = (request: Request) => Promise<Response>;

export interface Sender {
  readonly send: Send;
  /** Resolves when the list begins. Its body is not read yet. */
  readonly sendForList: Send;
}

type Parsed = { readonly json: unknown } | undefined;
type Read = (request: string, response: Response) => Promise<Response | OctoError>;

/** A response with one object, such as a booking with all of its tickets, is smaller. It is parsed at once. */
export const maxObjectBytes: number = 1024 * 1024;

export function createSender({ token, headers }: SenderOptions): Sender {
  /** By the slash at the end of the path in the document: true if the slash must be changed. */
  const changesSlash = new Map<boolean, boolean>();

  return {
    send: (request) => sendEither(request, readObject),
    sendForList: (request) => sendEither(request, readStart),
  };

  async function sendEither(request: Request, read: Read): Promise<Response> {
    const hasSlash = new URL(request.url).pathname.endsWith('/');
    const body = request.body === null ? undefined : await request.text();
    const isChanged = changesSlash.get(hasSlash) ?? false;
    const first = await attempt(request, { body, isChanged, read });
    if (!(first instanceof OctoError)) return first;
    if (!isOtherForm(first)) throw first;
    const second = await attempt(request, { body, isChanged: !isChanged, read });
    if (second instanceof OctoError && second.code === 'UNREADABLE') throw first;
    changesSlash.set(hasSlash, !isChanged);
    if (second instanceof OctoError) throw second;
    return second;
  }

  async function attempt(
    request: Request,
    { body, isChanged, read }: { body: string | undefined; isChanged: boolean; read: Read },
  ): Promise<Response | OctoError> {
    const { method, signal } = request;
    const url = isChanged ? changeSlash(request.url) : request.url;
    const sent = new Headers(request.headers);
    for (const [name, value] of Object.entries(headers)) sent.set(name, value);
    sent.set('Authorization', `Bearer ${token}`);
    sent.set('Accept', 'application/json');
    // The standard requires it of every request, also of one without a body.
    sent.set('Content-Type', 'application/json');
    const response = await fetch(url, {
      method,
      headers: sent,
      signal,
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    if (response.status === 304 && sent.has('If-None-Match')) return response;
    return read(`${method} ${new URL(request.url).pathname}`, response);
  }
}

/** Passes on a body that begins like a list. Every other body is read as an object. */
async function readStart(request: string, response: Response): Promise<Response | OctoError> {
  const { status, ok, headers, body } = response;
  if (!ok || body === null) return readObject(request, response);
  const rest = body[Symbol.asyncIterator]();
  const { value: first } = await rest.next();
  const whole = ReadableStream.from(prepend(first, rest));
  if (first !== undefined && /^\s*\[/.test(Buffer.from(first).toString('latin1'))) {
    const etag = headers.get('ETag');
    return new Response(whole, { headers: etag === null ? {} : { ETag: etag } });
  }
  const result = await readObject(request, new Response(whole, { status, headers }));
  return result instanceof OctoError ? result : new OctoError(request, 'UNREADABLE', { status, text: 'no list' });
}

/** Yields the chunks of a body whose first one is already read. Its end closes the body. */
async function* prepend<T>(first: T | undefined, rest: AsyncIterableIterator<T>): AsyncGenerator<T> {
  try {
    if (first !== undefined) yield first;
    yield* rest;
  } finally {
    await rest.return?.();
  }
}

async function readObject(request: string, response: Response): Promise<Response | OctoError> {
  const { status, ok, headers } = response;
  const text = await readText(response);
  const parsed = text === undefined ? undefined : parse(text);
  const error = toOctoBody(parsed);
  if (ok && parsed && !error) return new Response(text, { headers: { 'Content-Type': 'application/json' } });
  const code = error ? toErrorCode(status, error.code) : codeWithoutBody(status);
  const reason = text === undefined ? `more than ${maxObjectBytes} bytes` : error?.text;
  return new OctoError(request, code, { status, text: reason, retry_after_seconds: retryAfter(headers) });
}

/** True if the path with the other form of its end may exist. A form that exists gets a response of OCTO. */
function isOtherForm({ status, code }: OctoError): boolean {
  const isRedirect = status >= 300 && status < 400 && status !== 304;
  return code === 'UNREADABLE' && (isRedirect || status === 404);
}

function changeSlash(address: string): string {
  const url = new URL(address);
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`;
  return url.href;
}

/** A status without an OCTO body. A proxy may have sent it, so only these are read as the supplier's own. */
function codeWithoutBody(status: number): OctoError['code'] {
  if (status === 401) return 'UNAUTHORIZED';
  if (status === 403) return 'FORBIDDEN';
  return status === 429 ? 'TOO_MANY_REQUESTS' : 'UNREADABLE';
}

/** An error body of OCTO: { error: 'INVALID_PRODUCT_ID', errorMessage }. */
function toOctoBody(parsed: Parsed): { code: string; text: string | undefined } | undefined {
  const json = parsed?.json;
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { error, errorMessage } = json as { error: unknown; errorMessage?: unknown };
  return typeof error === 'string' && /^[A-Z][A-Z0-9_]*$/.test(error)
    ? { code: error, text: textOf(errorMessage) }
    : undefined;
}

function parse(text: string): Parsed {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Returns undefined, and closes the connection, if the body is larger than the limit. */
async function readText(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxObjectBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The seconds of the header Retry-After, which is a number or a date. A date counts from the response's own date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const seconds = (Date.parse(value) - Date.parse(headers.get('Date') ?? '')) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
