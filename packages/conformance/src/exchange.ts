import { type OperationId, operationTable } from '@booking-service/contract';
import { Broken, demand } from './verdict.ts';

/** One request and its response. */
export interface Exchange {
  /** Undefined if no operation has this method and path. */
  readonly operation: OperationId | undefined;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
}

export interface Sent {
  /** Null sends no Authorization. */
  readonly key: string | null;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  /** The exact body, instead of `body`. */
  readonly text?: string | undefined;
}

/** The last request of a check, as a report shows it: without the key. */
export interface ShownRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Its beginning. */
  readonly body?: string;
}

const longestBody = 300;

/** Returns what a report shows of a request. */
function toShown(
  method: string,
  url: URL,
  { headers, text }: { headers: object; text?: string | undefined },
): ShownRequest {
  const shown = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return {
    method,
    path: url.pathname + url.search,
    headers: Object.fromEntries(shown.map(([name, value]) => [name, String(value)])),
    ...(text !== undefined && { body: text.slice(0, longestBody) }),
  };
}

/** Returns the number in a header. Throws Broken if the response does not have it. */
export function numberIn({ method, path, status, headers }: Exchange, name: string): number {
  const value = headers.get(name);
  if (value === null) throw new Broken(`${method} ${path} ${status} has no header ${name}`);
  return Number(value);
}

/** Thrown if a response does not come in time. */
export class TimedOut extends Broken {}

/**
 * Sends one request. If the connection closes without a response, sends it once more: a service may close a connection between two
 * requests. Throws TimedOut if no response comes within `timeout_ms`, and Broken if none comes at all.
 */
export async function exchange(
  target: string,
  {
    key,
    headers = {},
    body,
    text = body === undefined ? undefined : JSON.stringify(body),
    timeout_ms,
    onRequest,
  }: Sent & { timeout_ms: number; onRequest?: (request: ShownRequest) => void },
): Promise<Exchange> {
  const [method = 'GET', address = ''] = target.split(' ');
  const url = new URL(address);
  const all = {
    ...(key !== null && { Authorization: `Bearer ${key}` }),
    ...(text !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  onRequest?.(toShown(method, url, { headers: all, text }));
  try {
    const response = await fetchTwice(url, { method, headers: all, timeout_ms, text });
    const received = await readText(response.body);
    const path = url.pathname.slice(url.pathname.indexOf('/v1'));
    return {
      operation: findOperation(method, path),
      method,
      path,
      status: response.status,
      headers: response.headers,
      text: received,
      body: parse(received),
    };
  } catch (error) {
    if (error instanceof TooLong) throw new Broken(`the response to ${method} ${url.pathname} ${error.message}`);
    const what = `${method} ${url.pathname} got no response`;
    if (error instanceof Error && error.name === 'TimeoutError')
      throw new TimedOut(`${what} within ${timeout_ms / 1000} s`);
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new Broken(`${what}, twice: ${why}`);
  }
}

/** Sends a request, and once more if the connection closed. */
export async function fetchTwice(
  url: URL,
  {
    timeout_ms,
    text,
    ...sent
  }: { method: string; headers: Record<string, string>; timeout_ms: number; text?: string | undefined },
): Promise<Response> {
  const send = () =>
    fetch(url, {
      ...sent,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
      ...(text !== undefined && { body: text }),
    });
  return send().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'TimeoutError') throw error;
    return send();
  });
}

function findOperation(method: string, path: string): OperationId | undefined {
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  // The keys of the table are the ids. /v1/sessions/card is in it and has no variable part.
  const rows = Object.entries(operationTable) as [OperationId, { method: string; path: string }][];
  const fits = rows.filter(([, row]) => row.method === wanted && toPattern(row.path).test(path));
  return (fits.find(([, row]) => row.path === path) ?? fits[0])?.[0];
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of a refusal, in whichever field it stands. */
export function codeOf({ body }: Exchange): string {
  const { error, error_code } = (body ?? {}) as { readonly error?: unknown; readonly error_code?: unknown };
  return String(error_code ?? error);
}

/** Throws Broken unless the response is a refusal with this status and code. Returns both for the evidence. */
export function demandRefusal(response: Exchange, status: number, code: string, rule?: string): string {
  const { method, path } = response;
  const found = `${response.status} ${codeOf(response)}`;
  demand(found === `${status} ${code}`, `${method} ${path} returned ${found}, not ${status} ${code}`, rule);
  return found;
}

/** Far more than any page, document or response of a service has. */
const longest_bytes = 4_000_000;

/** Thrown if a body is longer than 4 MB. Nothing more of it is read. */
class TooLong extends Error {
  constructor() {
    super('has a body of more than 4 MB');
  }
}

/** Reads a body as UTF-8. Throws TooLong: what is checked may be hostile, and a body without an end would fill the memory. */
export async function readText(body: AsyncIterable<Uint8Array> | null): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > longest_bytes) throw new TooLong();
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}
