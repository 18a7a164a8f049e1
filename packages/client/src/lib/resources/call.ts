import { BookingClientError, type CallError, UnreadableError } from '../errors.ts';
import type { CallRecord } from '../transport/middleware.ts';
import type { OperationId, Page } from './resources.ts';
import { operationTable } from '../../generated/tables.ts';
import { guardPath } from '../transport/exchange.ts';
import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** The outcome of a call: the data, the response and the record of its attempts. */
export interface DataWithResponse<Data> extends CallRecord {
  readonly data: Data;
  /** Status and headers; the body has been read into `data`. */
  readonly response: Response;
}

/** An outcome as a value. `ok` or `error` selects its type. */
export type Result<Data, Failure> =
  | (DataWithResponse<Data> & { readonly ok: true; readonly error?: undefined })
  | { readonly ok: false; readonly error: Failure; readonly data?: undefined };

/** A call under way. Await it for the data, or call `withResponse()` or `result()`. */
export class Call<Data, Failure = BookingClientError> extends Promise<Data> {
  readonly #response: Promise<DataWithResponse<Data>>;

  constructor(response: Promise<DataWithResponse<Data>>) {
    // This promise never settles; then() uses #response. So a failure is unhandled only if no one awaited it.
    super(() => undefined);
    this.#response = response;
  }

  static override readonly [Symbol.species]: PromiseConstructor = Promise;

  // oxlint-disable-next-line unicorn/no-thenable -- a promise is one.
  override then<Kept = Data, Caught = never>(
    onKept?: ((data: Data) => Kept | PromiseLike<Kept>) | null,
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#response.then(({ data }) => data).then(onKept, onCaught);
  }

  /** Returns the data with status, headers, attempts and the rest of the rate limit. Rejects as the call itself does. */
  withResponse(): Promise<DataWithResponse<Data>> {
    return this.#response;
  }

  /** Returns the outcome as a value: a failure of the call does not reject. A wrong use of the client still does. */
  result(): Promise<Result<Data, Failure>> {
    return this.#response.then(
      (outcome) => ({ ...outcome, ok: true }),
      (error: unknown) => {
        if (!(error instanceof BookingClientError)) throw error;
        // A call throws only those errors of this class that Failure lists.
        return { ok: false, error: error as Failure };
      },
    );
  }
}

/** A search under way. Await it for its first page, or iterate over the entries of all pages with `for await`. */
export interface ListCall<Item, Failure = BookingClientError> extends Call<Page<Item>, Failure>, AsyncIterable<Item> {}

/** The query of an operation as a caller gives it: lists may be readonly, and these times may be a Date. */
export type QueryOf<Parameters extends { query?: object }, Time extends string = never> = {
  readonly [K in keyof NonNullable<Parameters['query']>]:
    | ReadonlyList<NonNullable<Parameters['query']>[K]>
    | (K extends Time ? Date : never);
};

type ReadonlyList<T> = T extends (infer Item)[] ? readonly Item[] : T;

/**
 * Returns the query with its question mark, or an empty text. A list repeats its parameter, and an object has a parameter for each
 * field. `styles` has the other forms that a contract can choose: the name of the parameter around each field, or {@link joined} values.
 */
export function toQuery(
  query: object = {},
  styles: Readonly<Record<string, 'deepObject' | ReturnType<typeof joined>>> = {},
): string {
  const sent = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    const style = styles[name];
    const pairs = [value ?? []].flat().flatMap((each): Pair[] => {
      if (each instanceof Date) return [['', each.toISOString()]];
      return Object(each) === each ? Object.entries(each as object) : [['', each]];
    });
    for (const [key, one] of typeof style === 'function' ? style(pairs) : pairs)
      sent.append(style && key ? `${name}[${key}]` : key || name, String(one));
  }
  return sent.size ? `?${String(sent)}` : '';
}

/** A field and its value, or a value of a list without a field. */
type Pair = readonly [field: string, value: unknown];

/** Returns the form of a list or an object with a sign between all fields and values. */
export function joined(sign: ',' | ' ' | '|'): (pairs: readonly Pair[]) => readonly Pair[] {
  return (pairs) => (pairs[0] ? [['', pairs.flatMap(([field, one]) => (field ? [field, one] : one)).join(sign)]] : []);
}

/** Calls an operation. `body` is its request body, `path` has the parameters of its path. `query` begins with its question mark. */
export type Caller = <Data, K extends OperationId>(
  operation: K,
  options?: CallOptions,
  body?: unknown,
  path?: Readonly<Record<string, string>>,
  query?: string,
) => Call<Data, CallError<K>>;

/** Creates calls without openapi-fetch, which would build a request that the transport then takes apart. */
export function createCaller(transport: Transport): Caller {
  async function carry<Data>(
    operation: OperationId,
    options: CallOptions = {},
    body?: unknown,
    parameters?: Readonly<Record<string, string>>,
    query = '',
  ): Promise<DataWithResponse<Data>> {
    const [method, path] = operationTable[operation].split(' ') as [method: string, path: string];
    const called = guardPath(path, parameters) + query;
    const { record, response } = await transport(
      { operation, method, path },
      (baseUrl) => baseUrl + called,
      body ? JSON.stringify(body) : null,
      options,
    );
    // The transport has checked the body. Each resource types it.
    return { ...record, data: (await response.json()) as Data, response };
  }

  return (...input) => new Call(carry(...input));
}

/**
 * Adds the iteration over all pages to the call of the first page. Each page is a separate call. A `deadline` in the options of the
 * call bounds all of them.
 */
export function pages<Query extends object, Item, Failure>(
  read: (query: Query, options: CallOptions) => Call<Page<Item>, Failure>,
  // A query may be left out only if no field of it is required.
  query = {} as Query,
  options: CallOptions = {},
): ListCall<Item, Failure> {
  const shared = options.deadline ? { ...options, span: {} } : options;
  const first = read(query, shared);
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      const seen = new Set<unknown>();
      for (let call: Call<Page<Item>, Failure> = first; ;) {
        const { data: page, ...outcome } = await call.withResponse();
        yield* page.data;
        const { next_cursor: cursor, has_more } = page as { next_cursor?: string | null; has_more?: boolean };
        if (!cursor || has_more === false) return;
        if (seen.has(cursor)) throw new UnreadableError(`Cursor ${cursor} again.`, { ...outcome, effect: 'none' });
        seen.add(cursor);
        call = read({ ...query, cursor }, shared);
      }
    },
  });
}
