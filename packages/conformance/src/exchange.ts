import { operationTable, type OperationId } from '@booking-service/contract';
import { Broken } from './verdict.ts';
import { readText, TooLong } from './read-text.ts';

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

/** Thrown if a response does not come in time. */
export class TimedOut extends Broken {}

/** Sends one request. Throws TimedOut if no response comes within `timeout_ms`, and Broken if none comes at all. */
export async function exchange(
  target: string,
  {
    key,
    headers = {},
    body,
    text = body === undefined ? undefined : JSON.stringify(body),
    timeout_ms,
  }: Sent & { timeout_ms: number },
): Promise<Exchange> {
  const [method = 'GET', address = ''] = target.split(' ');
  const url = new URL(address);
  const all = {
    ...(key !== null && { Authorization: `Bearer ${key}` }),
    ...(text !== undefined && { 'Content-Type': 'application/json' }),
    ...headers,
  };
  try {
    const response = await fetch(url, {
      method,
      headers: all,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeout_ms),
      ...(text !== undefined && { body: text }),
    });
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
    throw new Broken(`${what}: ${why}`);
  }
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
