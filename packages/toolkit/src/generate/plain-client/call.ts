/** The types that a caller of the client uses: options, bodies of a chosen media type, calls, outcomes and errors. */

/** The limits of a call, and what it adds to the request. */
export interface CallOptions {
  /** Aborts the call, delays included. */
  readonly signal?: AbortSignal;
  /** The maximum time of an attempt until its response begins, in milliseconds. Default 40,000. */
  readonly timeout?: number;
  /** The maximum number of retries. Default 2. */
  readonly retries?: number;
  /** Additional request headers. */
  readonly headers?: Readonly<Record<string, unknown>>;
}

/** A credential, or a function that returns it for each attempt. */
export type Credential<T = string> = T | (() => T | Promise<T>);

/** The user and password of HTTP basic authentication. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}

export interface RuntimeOptions extends Omit<CallOptions, 'signal'> {
  /** The address of the service. Default: the first server of the document. */
  readonly baseUrl?: string;
  /** The values of the variables in the address of the server. */
  readonly variables?: Readonly<Partial<Record<string, string>>>;
  /** Credentials by the names of their security schemes. */
  readonly auth?: Readonly<Partial<Record<string, Credential<string | BasicCredential>>>>;
  /** Sends a request. Default: the runtime's own fetch. */
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** A body of another media type than the first that the operation takes. */
export class Content<out Type extends string = string, out Value = unknown> {
  readonly type: Type;
  readonly value: Value;

  constructor(type: Type, value: Value) {
    this.type = type;
    this.value = value;
  }
}

/** Returns a body with its media type: `content('text/csv', rows)`. */
export function content<const Type extends string, Value>(type: Type, value: Value): Content<Type, Value> {
  return new Content(type, value);
}

/** A body that is sent as it is. */
export type BinaryBody = NonNullable<RequestInit['body']>;

/** An event of a stream of server-sent events. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** The events of a response, as they arrive. */
export type EventStream = AsyncIterable<ServerSentEvent>;

/** A range of statuses has no single number. */
type StatusOf<Key> = Key extends number ? Key : number;

/** The status of a response, its data by this status, and the response itself. */
export type Outcome<Successes> = {
  [Key in keyof Successes]: {
    readonly status: StatusOf<Key>;
    readonly data: Successes[Key];
    readonly response: Response;
  };
}[keyof Successes];

/**
 * A call failed. `status` and `body` are those of a refusal that the document describes. Both are undefined if no response arrived, or one
 * that the document does not have; `response` is that one.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly operation: string;
  readonly status: number | undefined;
  readonly body: unknown;
  readonly response: Response | undefined;

  constructor(
    message: string,
    facts: { operation: string; status?: number; body?: unknown; response?: Response; cause?: unknown },
  ) {
    super(message, { cause: facts.cause });
    this.operation = facts.operation;
    this.status = facts.status;
    this.body = facts.body;
    this.response = facts.response;
  }
}

/** The errors of a call: one form for each documented refusal, and one without a status for everything else. */
export type Failure<Failures> =
  | {
      [Key in keyof Failures]: ApiError & {
        readonly status: StatusOf<Key>;
        readonly body: Failures[Key];
        readonly response: Response;
      };
    }[keyof Failures]
  | (ApiError & { readonly status: undefined; readonly body: undefined });

/** An outcome as a value. `ok` selects its type. */
export type Result<Successes, Failures> =
  | (Outcome<Successes> & { readonly ok: true; readonly error?: undefined })
  | { readonly ok: false; readonly error: Failure<Failures>; readonly data?: undefined };

/** A call under way. Await it for the data, or call `withResponse()` or `result()`. */
export class Call<Successes, Failures> implements Promise<Successes[keyof Successes]> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #outcome: Promise<Outcome<Successes>>;

  constructor(outcome: Promise<Outcome<Successes>>) {
    this.#outcome = outcome;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a call is a promise.
  then<Kept = Successes[keyof Successes], Caught = never>(
    onKept?: ((data: Successes[keyof Successes]) => Kept | PromiseLike<Kept>) | null,
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.#outcome.then(({ data }) => data).then(onKept, onCaught);
  }

  catch<Caught = never>(
    onCaught?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Successes[keyof Successes] | Caught> {
    return this.then(undefined, onCaught);
  }

  finally(onDone?: (() => void) | null): Promise<Successes[keyof Successes]> {
    return this.then((data) => data).finally(onDone);
  }

  /** Returns the data with its status and the response. Rejects as the call itself does. */
  withResponse(): Promise<Outcome<Successes>> {
    return this.#outcome;
  }

  /** Returns the outcome as a value: a failure of the call does not reject. */
  result(): Promise<Result<Successes, Failures>> {
    return this.#outcome.then(
      (outcome) => ({ ...outcome, ok: true }),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        // The runtime sets a status only for a refusal of the document.
        return { ok: false, error: error as Failure<Failures> };
      },
    );
  }
}

/** A list under way. Await it for its first page, or iterate over the entries of all pages with `for await`. */
export interface PagedCall<Successes, Failures, Item> extends Call<Successes, Failures>, AsyncIterable<Item> {}
