import { errorCatalogue, idempotency, operationTable } from '@booking-service/contract';
import type { OperationTool } from './operation-tools.ts';

export interface ServiceOptions {
  /** The base URL of the service, without /v1. */
  readonly url: string;
  readonly key: string;
  /** The timeout of one request, in milliseconds. Default 60,000. */
  readonly timeout_ms?: number | undefined;
}

/** What a call returned. */
export interface ServiceResult {
  readonly ok: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

interface CatalogueEntry {
  readonly message: string;
  readonly action: string;
  readonly retry: string;
}

const catalogue: Readonly<Record<string, CatalogueEntry | undefined>> = errorCatalogue;
/** Far more than any response of the service has. */
const longest = 4_000_000;

/** Sends one request of an operation. Never rejects: a failure says what to do. A create that got no response is sent once more. */
export async function callService(
  { url, key, timeout_ms = 60_000 }: ServiceOptions,
  tool: OperationTool,
  { given, idempotencyKey }: { given: Readonly<Record<string, unknown>>; idempotencyKey: string | undefined },
): Promise<ServiceResult> {
  const { method, path } = operationTable[tool.name];
  const { id, body: wrapped, ...fields } = given;
  const body = tool.wrapsBody ? wrapped : fields;
  const creates = tool.name === idempotency.operation && idempotencyKey !== undefined;
  const target = url.replace(/\/+$/, '') + path.replace('{id}', encodeURIComponent(String(id)));
  const request = {
    method: method.toUpperCase(),
    headers: {
      Authorization: `Bearer ${key}`,
      ...(method !== 'get' && { 'Content-Type': 'application/json' }),
      ...(creates && { [idempotency.header]: idempotencyKey }),
    },
    redirect: 'error' as const,
    ...(method !== 'get' && { body: JSON.stringify(body) }),
  };
  for (const isLast of creates ? [false, true] : [true]) {
    try {
      const response = await fetch(target, { ...request, signal: AbortSignal.timeout(timeout_ms) });
      if (response.status >= 500 && !isLast) continue;
      return await read(response);
    } catch {
      if (isLast) break;
    }
  }
  return {
    ok: false,
    body: {
      error: 'The service did not respond.',
      what_to_do: creates
        ? 'The booking may have been made. Call this tool again with the same arguments and the same confirmation: it then returns that booking.'
        : 'The outcome is unknown. Read the booking before you try again.',
    },
  };
}

async function read(response: Response): Promise<ServiceResult> {
  const text = (await response.text()).slice(0, longest);
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (response.ok) return { ok: true, body };
  const code = String(body['error_code'] ?? body['error']);
  const entry = catalogue[code];
  const wait = response.headers.get('retry-after');
  return {
    ok: false,
    body: {
      ...body,
      status: response.status,
      code,
      what_to_do: entry?.action ?? 'Read the message.',
      ...(wait !== null && { retry_after_seconds: Number(wait) }),
      can_retry: entry !== undefined && entry.retry !== 'never',
    },
  };
}
