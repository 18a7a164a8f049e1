import { errorCatalogue, idempotency, operationTable } from '@booking-service/contract';
import type { OperationTool } from './operation-tools.ts';

export interface ServiceOptions {
  /** The base URL of the service, without /v1. */
  readonly url: string;
  readonly key: string;
  /** The timeout of one call in milliseconds. Default 50,000: most clients give up after 60 seconds. */
  readonly timeout_ms?: number | undefined;
}

/** One call of an operation. */
export interface ServiceCall {
  readonly given: Readonly<Record<string, unknown>>;
  /** Sent with a create. */
  readonly idempotencyKey?: string | undefined;
  /** Aborts when the client cancels the call. Then nothing more is sent. */
  readonly signal?: AbortSignal | undefined;
}

/** The result of a call. */
export interface ServiceResult {
  readonly ok: boolean;
  /** The body of the response; if it is not ok, the refusal. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True if the service may have done what was requested, although it did not say so. */
  readonly isUnknown?: true;
}

interface CatalogueEntry {
  readonly message: string;
  readonly action: string;
  readonly retry: string;
}

const catalogue: Readonly<Record<string, CatalogueEntry | undefined>> = errorCatalogue;
/** Far more than any response of the service has. */
const longest = 4_000_000;

/**
 * Sends one request of an operation. Never rejects: the message of a failure names the fix. A create that got no response, or a server error, is
 * sent once more within the same time.
 */
export async function callService(
  { url, key, timeout_ms = 50_000 }: ServiceOptions,
  tool: OperationTool,
  { given, idempotencyKey, signal }: ServiceCall,
): Promise<ServiceResult> {
  const { method, path } = operationTable[tool.name];
  const names = new Set(tool.parameters.map(({ name }) => name));
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  const body = tool.wrapsBody ? fields['body'] : fields;
  const creates = idempotency.operations.some((each) => each === tool.name) && idempotencyKey !== undefined;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(toText(given[name])));
  const target = url.replace(/\/+$/, '') + filled + queryOf(tool, given);
  const headers = tool.parameters.flatMap((each) =>
    each.in === 'header' && given[each.name] !== undefined ? [[each.name, toText(given[each.name])]] : [],
  );
  const request = {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(headers),
      Authorization: `Bearer ${key}`,
      ...(method !== 'get' && { 'Content-Type': 'application/json' }),
      ...(creates && { [idempotency.header]: idempotencyKey }),
    },
    redirect: 'manual' as const,
    ...(method !== 'get' && { body: JSON.stringify(body) }),
  };
  const attempts = creates ? 2 : 1;
  let last: ServiceResponse | undefined;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (signal?.aborted) break;
    const over = AbortSignal.timeout(timeout_ms / attempts);
    last = await exchange(target, { ...request, signal: signal ? AbortSignal.any([signal, over]) : over });
    if (last && last.status < 500) break;
  }
  const result = last ? read(last) : { ok: false, body: { error: 'The service did not respond.' } };
  // After a server error or without a response, only a read has certainly changed nothing.
  if (last && last.status < 500) return result;
  const what_to_do = afterUnknown(creates ? 'create' : tool.confirms ? 'change' : 'read');
  return { ok: false, body: { ...result.body, what_to_do }, ...(tool.confirms && { isUnknown: true }) };
}

const signs: Readonly<Record<string, string>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };

/** Returns the query with its question mark, in the styles of the contract; an empty text if there is none. */
function queryOf({ parameters }: OperationTool, given: ServiceCall['given']): string {
  const query = new URLSearchParams();
  for (const { name, in: place, style, explode } of parameters) {
    const value = given[name];
    if (place !== 'query' || value === undefined) continue;
    if (typeof value !== 'object' || value === null) query.append(name, toText(value));
    else if (!explode && style !== 'deepObject') {
      const values = Array.isArray(value) ? value : Object.entries(value).flat();
      query.append(name, values.map(String).join(signs[style] ?? ','));
    } else if (Array.isArray(value)) for (const each of value) query.append(name, String(each));
    else {
      for (const [field, each] of Object.entries(value))
        query.append(style === 'deepObject' ? `${name}[${field}]` : field, String(each));
    }
  }
  return query.size > 0 ? `?${String(query)}` : '';
}

/** The text of a value that is no object. */
function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if it is not an object of JSON. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the response; undefined if none came, or not all of it. */
async function exchange(target: string, request: RequestInit): Promise<ServiceResponse | undefined> {
  try {
    const response = await fetch(target, request);
    const { status, headers } = response;
    return { status, headers, body: parse(await readText(response)) };
  } catch {
    return undefined;
  }
}

/** Reads the body. Throws if it is longer than any response of the service. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longest) throw new RangeError('The response is too long.');
  }
  return text + decoder.decode();
}

function parse(text: string): ServiceResponse['body'] {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function read({ status, headers, body }: ServiceResponse): ServiceResult {
  if (body === undefined) {
    const error = `The response is not from the booking service: status ${status}, ${headers.get('content-type') ?? 'no content type'}.`;
    const what_to_do =
      'Check the --url of this server: it is the base URL of the service, without /v1. Nothing was done.';
    return { ok: false, body: { error, http_status: status, what_to_do, can_retry: false } };
  }
  if (status < 300) return { ok: true, body };
  const code = String(body['error_code'] ?? body['error']);
  const entry = catalogue[code];
  const wait = headers.get('retry-after');
  return {
    ok: false,
    body: {
      ...body,
      http_status: status,
      code,
      what_to_do: entry?.action ?? 'Read the message.',
      ...(wait !== null && { retry_after_seconds: Number(wait) }),
      can_retry: entry !== undefined && entry.retry !== 'never',
    },
  };
}

function afterUnknown(kind: 'create' | 'change' | 'read'): string {
  switch (kind) {
    case 'create':
      return 'The booking may have been made. Call this tool again with the same arguments and the same confirmation: it then returns that booking.';
    case 'change':
      return 'The outcome is unknown. Read the booking before you try again.';
    case 'read':
      return 'Nothing was changed. Try again later.';
  }
}
