import { BookingClientError } from '../errors.ts';
import type { CallRecord } from '../transport/record.ts';
import type { Page } from './resources.ts';

/** The outcome of a call, with all that is known of it. */
export interface DataWithResponse<Data> extends CallRecord {
  readonly data: Data;
  /** Status and headers; the body has been read into `data`. */
  readonly response: Response;
}

/** An outcome as a value: tell by `ok`, or by `error`. */
export type Result<Data, Failure> =
  | (DataWithResponse<Data> & { readonly ok: true; readonly error?: undefined })
  | { readonly ok: false; readonly error: Failure; readonly data?: undefined };

/** A call under way. Await it for the data, or ask for more. */
export class Call<Data, Failure = BookingClientError> extends Promise<Data> {
  readonly #response: Promise<DataWithResponse<Data>>;

  constructor(response: Promise<DataWithResponse<Data>>) {
    // Never settles by itself: then() looks at the answer, so that a failure is unhandled only where nobody asked.
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

  /** The data with status, headers, attempts and what is left of the rate limit. Rejects as the call itself does. */
  withResponse(): Promise<DataWithResponse<Data>> {
    return this.#response;
  }

  /** The outcome as a value: a failure of the call does not reject. A mistake in calling it still does. */
  result(): Promise<Result<Data, Failure>> {
    return this.#response.then(
      (answer) => ({ ...answer, ok: true }),
      (error: unknown) => {
        if (!(error instanceof BookingClientError)) throw error;
        // Failure names the errors of the operation, which are all that its calls throw of this class.
        return { ok: false, error: error as Failure };
      },
    );
  }
}

/** A search under way. Await it for its first page, or go through the entries of all pages with `for await`. */
export interface ListCall<Item, Failure = BookingClientError> extends Call<Page<Item>, Failure>, AsyncIterable<Item> {}
