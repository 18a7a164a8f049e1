/** Sends the calls of a client for any OpenAPI document, with retries, and reads the responses by their media types. */
import { ApiError, Call, type RuntimeOptions, type ServerSentEvent } from './call.ts';
import { parseJson } from './int64.ts';
import { isJson, isText, type OperationRow, type Paging, type Sent, type Tables, toRequest } from './serialize.ts';

/** Returns the methods of the client, by their resources. Their arguments are the parts of the path, the body, the query and the options. */
export function createMethods(tables: Tables, options: RuntimeOptions): Record<string, Record<string, unknown>> {
  // A tag may have the name of a property of every object, such as constructor.
  const resources: Record<string, Record<string, unknown>> = Object.create(null);
  for (const row of tables.operations) {
    const methods = (resources[row.resource] ??= Object.create(null));
    methods[row.method] = (...given: readonly unknown[]) => {
      const rest = given.slice(row.path.length);
      const body = row.body.length > 0 ? rest.shift() : undefined;
      const query = row.query ? (rest.shift() as Sent['query']) : undefined;
      const path = Object.fromEntries(row.path.map((name, index) => [name, given[index]]));
      const sent = { path, body, query, options: rest[0] as Sent['options'] };
      const start = (each: Sent) => new Call(exchange(row, each, { tables, options }));
      return row.paging ? paged(start, sent, row.paging) : start(sent);
    };
  }
  return resources;
}

/** Adds the iteration over all pages to the call of the first. */
function paged(start: (sent: Sent) => Call<unknown, unknown>, sent: Sent, paging: Paging): object {
  const first = start(sent);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let query: Sent['query'] = sent.query, call = first; ; call = start({ ...sent, query })) {
        const { data, response } = await call.withResponse();
        const page = (data ?? {}) as Readonly<Record<string, unknown>>;
        const items = (paging.items === '' ? data : page[paging.items]) as readonly unknown[] | undefined;
        yield* items ?? [];
        const next = nextQuery(query ?? {}, { paging, page, response, count: items?.length ?? 0 });
        if (!next) return;
        query = next;
      }
    },
  });
}

interface Page {
  readonly paging: Paging;
  readonly page: Readonly<Record<string, unknown>>;
  readonly response: Response;
  readonly count: number;
}

/** The query of the next page, or undefined after the last one. */
function nextQuery(query: object, { paging: { by, parameter, next }, page, response, count }: Page): Sent['query'] {
  const given = query as Readonly<Record<string, unknown>>;
  if (by === 'cursor')
    return page[next] === undefined || page[next] === null || page[next] === ''
      ? undefined
      : { ...given, [parameter]: page[next] };
  if (by === 'link') {
    const url = /<([^>]*)>\s*;[^,]*\brel="?next\b/.exec(response.headers.get('Link') ?? '')?.[1];
    return url === undefined
      ? undefined
      : { ...given, ...Object.fromEntries(new URL(url, 'http://localhost').searchParams) };
  }
  if (count === 0) return undefined;
  return {
    ...given,
    [parameter]: by === 'page' ? Number(given[parameter] ?? 1) + 1 : Number(given[parameter] ?? 0) + count,
  };
}

/** Methods that HTTP defines as safe to repeat. */
const repeatable = /^(?:GET|HEAD|PUT|DELETE|OPTIONS|TRACE)$/;

async function exchange(
  row: OperationRow,
  sent: Sent,
  context: { readonly tables: Tables; readonly options: RuntimeOptions },
): Promise<never> {
  const { options } = context;
  const { timeout = options.timeout ?? 40_000, retries = options.retries ?? 2, signal } = sent.options ?? {};
  const send = options.fetch ?? globalThis.fetch;
  const isRepeatable = repeatable.test(row.call.split(' ')[0] ?? '');
  for (let number = 1; ; number += 1) {
    const request = await toRequest(row, sent, context);
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException(`No response within ${timeout} ms.`, 'TimeoutError')),
      timeout,
    );
    const signals = [late.signal, ...(signal ? [signal] : [])];
    let response: Response | undefined;
    let cause: unknown;
    try {
      response = await send(new Request(request, { signal: AbortSignal.any(signals) }));
    } catch (thrown) {
      cause = thrown;
    } finally {
      clearTimeout(timer);
    }
    const isBusy = response?.status === 429 || (isRepeatable && (!response || response.status >= 500));
    if (isBusy && number <= retries && signal?.aborted !== true && !(sent.body instanceof ReadableStream)) {
      await response?.body?.cancel();
      await sleep(waitOf(response, number), signal);
      continue;
    }
    if (!response)
      throw new ApiError(`${row.id}: ${cause instanceof Error ? cause.message : String(cause)}`, {
        operation: row.id,
        cause,
      });
    return (await readOutcome(row, response, context.tables)) as never;
  }
}

/** Returns the milliseconds before the next attempt: those of Retry-After, or a random part of a span that doubles. */
function waitOf(response: Response | undefined, number: number): number {
  const value = response?.headers.get('Retry-After') ?? '';
  const asked = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return asked > 0 ? Math.min(asked, 60_000) : Math.random() * 250 * 2 ** number;
}

/** Rejects with the reason of the signal, also if it was aborted before. */
async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      // A signal may outlive many calls.
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

async function readOutcome(row: OperationRow, response: Response, { int64 }: Tables): Promise<unknown> {
  const { status } = response;
  let data: unknown;
  try {
    const keys = [String(status), `${Math.trunc(status / 100)}XX`, 'default'];
    const places = row.int64?.responses ?? {};
    const place = keys.map((key) => places[key]).find((each) => each !== undefined);
    data = await readBody(response, (text) => parseJson(text, place, int64));
  } catch (cause) {
    const reason = cause instanceof RangeError ? `: ${cause.message}` : '';
    throw new ApiError(`${row.id}: the body of the response ${status} cannot be read${reason}.`, {
      operation: row.id,
      response,
      cause,
    });
  }
  const isSuccess = status < 400 && !row.failures.includes(String(status));
  if (isSuccess) return { status, data, response };
  const isKnown = [String(status), `${Math.trunc(status / 100)}XX`, 'default'].some((key) =>
    row.failures.includes(key),
  );
  const facts = { operation: row.id, response, ...(isKnown ? { status, body: data } : {}) };
  throw new ApiError(
    `${row.id}: the service responded with ${status}${isKnown ? '' : ', which the document does not have'}.`,
    facts,
  );
}

/** Reads a body by its media type. */
async function readBody(response: Response, parse: (text: string) => unknown): Promise<unknown> {
  const type = (response.headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (response.status === 204 || response.status === 304 || response.body === null) return undefined;
  if (type === 'text/event-stream') return readEvents(response.body);
  if (isJson(type)) {
    const text = await response.text();
    return text === '' ? undefined : parse(text);
  }
  if (isText(type)) return response.text();
  const blob = await response.blob();
  return blob.size === 0 ? undefined : blob;
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r\n\r\n|\n\n|\r\r/);
      rest = done ? '' : (blocks.pop() ?? '');
      for (const block of blocks) {
        const fields = block.split(/\r\n|\n|\r/).map((line) => /^([^:]+)(?:: ?(.*))?$/.exec(line));
        const valuesOf = (name: string) =>
          fields.filter((field) => field?.[1] === name).map((field) => field?.[2] ?? '');
        const data = valuesOf('data');
        if (data.length > 0)
          yield { event: valuesOf('event').at(-1) ?? 'message', data: data.join('\n'), id: valuesOf('id').at(-1) };
      }
      if (done) return;
    }
  } finally {
    // A reader that stops early frees the connection.
    await reader.cancel();
  }
}
