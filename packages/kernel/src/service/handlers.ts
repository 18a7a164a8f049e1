/**
 * The handlers of a service: their types, which follow from the contract that the service registers, and the context that each call
 * receives. A replay is made here, so that a handler is written as if every request came once.
 */
import type { Logger } from 'pino';
import type { EventType, EveryField, NewEvent, Register, WebhookBody } from '../contract.ts';
import type { OperationHandler } from '../http/public-listener.ts';
import type { HttpResponse } from '../http/exchange.ts';
import type { NewId } from '../ids.ts';
import { currentOrigin } from '../log/trail.ts';
import type { Caller } from '../store/access/port.ts';
import { type KernelStore, selectKeySubject, type StatementValue } from '../store/kernel-store.ts';
import type { SharedStatement } from '../store/shared-statement.ts';
import type { Clock } from '../time/clock.ts';
import { errorLine } from '../log/error-line.ts';

export type { Caller } from '../store/access/port.ts';

/** The keys of T without its index signature. */
type DeclaredKey<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

type DistributiveEvent<Body> = Body extends { readonly type: infer Type }
  ? { readonly type: Type } & { readonly [K in Exclude<DeclaredKey<Body>, 'id' | 'type' | 'created'>]: Body[K] }
  : never;

/** An event of a commit: its type, and the fields of its body except `id` and `created`, which the kernel adds. */
type EventOf = unknown extends WebhookBody
  ? { readonly type: EventType; readonly [field: string]: unknown }
  : DistributiveEvent<WebhookBody>;

export interface CommitOptions {
  /** The id of the row that the key and the events are about. */
  readonly subject_id: string;
  /** The key of the request. A second commit under it changes nothing, and the caller gets the replay. Default: none. */
  readonly idempotency_key?: string | undefined;
  /** Stored with the rows, and sent to the organization as signed webhooks. Default: none. */
  readonly events?: readonly EventOf[];
}

/** The third argument of every handler. */
export interface HandlerContext {
  /** True if the caller has a key for live data. */
  readonly livemode: boolean;
  /** The time of the service's clock. */
  readonly now: () => Date;
  readonly newId: NewId;
  /** Runs a statement that only reads, and returns its rows. */
  readonly query: <Row>(statement: SharedStatement, values: readonly StatementValue[]) => Promise<Row[]>;
  /**
   * Runs a statement that changes rows and returns them (`RETURNING`). The idempotency key, the events and their deliveries are stored
   * in the same transaction. A statement that returns no row stores none of them, and an error undoes everything.
   */
  readonly commit: <Row>(
    statement: SharedStatement,
    values: readonly StatementValue[],
    options: CommitOptions,
  ) => Promise<Row[]>;
}

type Nothing = Readonly<Record<string, never>>;

type ParametersIn<Parameters, Place extends string> = Parameters extends { readonly [P in Place]?: infer Found }
  ? [NonNullable<Found>] extends [never]
    ? Nothing
    : NonNullable<Found>
  : Nothing;

type ContentOf<T> = T extends { content: infer Content } ? Content[keyof Content] : undefined;

/** The validated request of an operation. Fields have their wire names. */
type RequestOf<Operation> = Operation extends { readonly parameters: infer Parameters }
  ? {
      readonly path: ParametersIn<Parameters, 'path'>;
      readonly query: ParametersIn<Parameters, 'query'>;
      readonly header: ParametersIn<Parameters, 'header'>;
      /** The JSON body; undefined if the operation has none, or if an optional body was left out. */
      readonly body: Operation extends { requestBody: infer Body }
        ? ContentOf<Body>
        : Operation extends { requestBody?: infer Body }
          ? ContentOf<NonNullable<Body>> | undefined
          : undefined;
    }
  : never;

/** The headers that the kernel sets on every response. */
type KernelHeader<Contract> =
  | 'Request-Id'
  | (Contract extends { limits: { headers: infer Names } } ? Names[keyof Names] : never);

type HeadersOf<Response, Contract> = Response extends { headers: infer Headers }
  ? [Exclude<DeclaredKey<Headers>, KernelHeader<Contract>>] extends [never]
    ? { readonly headers?: never }
    : { readonly headers: { readonly [H in Exclude<DeclaredKey<Headers>, KernelHeader<Contract>>]: Headers[H] } }
  : { readonly headers?: never };

/** A success response of an operation: a documented 2xx status with its body and headers. A handler throws refusals. */
type ResponseOf<Operation, Row, Contract> = Operation extends { readonly responses: infer Responses }
  ? Row extends { readonly successes: readonly (infer Status)[] }
    ? {
        [S in Status & keyof Responses]: { readonly status: S; readonly body: ContentOf<Responses[S]> } & HeadersOf<
          Responses[S],
          Contract
        >;
      }[Status & keyof Responses]
    : never
  : never;

type Registered = Register extends { contract: infer Contract; operations: infer Operations }
  ? { readonly contract: Contract; readonly operations: Operations }
  : never;

type RegisteredRows = Registered extends { contract: { operations: infer Rows } } ? Rows : never;

type RegisteredResponse<K> = Registered extends { contract: infer Contract; operations: infer Operations }
  ? ResponseOf<Operations[K & keyof Operations], RegisteredRows[K & keyof RegisteredRows], Contract>
  : never;

type RegisteredRequest<K> = Registered extends { operations: infer Operations }
  ? RequestOf<Operations[K & keyof Operations]>
  : never;

type LooseHandler = (request: never, caller: Caller, context: HandlerContext) => Promise<HttpResponse>;
type LooseReplay = (subject_id: string, caller: Caller, context: HandlerContext) => Promise<HttpResponse>;

/** The handler of one operation of the registered contract. */
export type Handler<K extends string> = [Registered] extends [never]
  ? LooseHandler
  : (request: RegisteredRequest<K>, caller: Caller, context: HandlerContext) => Promise<RegisteredResponse<K>>;

/** Returns the response to a request whose key an earlier one has used. `subject_id` is that of the earlier commit. */
export type Replay<K extends string> = [Registered] extends [never]
  ? LooseReplay
  : (subject_id: string, caller: Caller, context: HandlerContext) => Promise<RegisteredResponse<K>>;

/** A handler for every operation of the contract. A missing one, and an undocumented response, does not compile. */
export type Handlers = [Registered] extends [never]
  ? Readonly<Record<string, LooseHandler>>
  : { readonly [K in Extract<keyof RegisteredRows, string>]: Handler<K> };

type IdempotentOperation = Registered extends {
  contract: { idempotency: { operations: readonly (infer Id extends string)[] } };
}
  ? Id
  : never;

/** A replay for every operation of x-idempotency. */
export type Replays = [Registered] extends [never]
  ? Readonly<Record<string, LooseReplay>>
  : { readonly [K in IdempotentOperation]: Replay<K> };

/** Thrown by a commit whose key is taken. It does not reach the author's code, unless that code catches everything. */
class ReplayedCommit extends Error {
  override readonly name = 'ReplayedCommit';
  readonly subject_id: string;

  constructor(subject_id: string) {
    super('An earlier request has used the idempotency key. Let this error pass: the caller gets the replay.');
    this.subject_id = subject_id;
  }
}

/** Whose rows a commit changes. */
interface Owner {
  readonly organization_id: string;
  readonly livemode: boolean;
}

interface ContextOptions {
  readonly store: Pick<KernelStore, 'commit' | 'query'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly maxAttempts: number;
  /** Called after a commit with events. */
  readonly onEvents: (organization_id: string) => void;
}

/** Returns the context of work for this owner. */
function contextFor(
  { organization_id, livemode }: Owner,
  { store, clock, newId, maxAttempts, onEvents }: ContextOptions,
): HandlerContext {
  const toEvent = ({ type, ...fields }: EventOf, now: Date): NewEvent => {
    const [id, created] = [newId('evt'), now.toISOString()];
    const deliveries = [{ id: newId('dlv'), due_at: created, attempts_allowed: maxAttempts }];
    return { id, type, created, payload: JSON.stringify({ id, type, created, ...fields }), deliveries };
  };

  return {
    livemode,
    now: () => clock.now(),
    newId,
    query: (statement, values) => store.query(statement, values),
    async commit<Row>(...[statement, values, options]: Parameters<HandlerContext['commit']>): Promise<Row[]> {
      const { subject_id, idempotency_key, events = [] } = options;
      const now = clock.now();
      const committed = await store.commit<Row>(statement, values, {
        organization_id,
        livemode,
        subject_id,
        idempotency_key,
        events: events.map((event) => toEvent(event, now)),
        origin: currentOrigin(),
      });
      if (committed.replayed) throw new ReplayedCommit(committed.subject_id);
      if (events.length > 0) onEvents(organization_id);
      return committed.rows;
    },
  };
}

interface BindOptions extends ContextOptions {
  readonly handlers: Readonly<Record<string, LooseHandler>>;
  readonly replays: Readonly<Record<string, LooseReplay>> | undefined;
  readonly isLive: (mode: string) => boolean;
}

interface BoundHandlers {
  readonly handlers: Readonly<Record<string, OperationHandler<Caller, unknown>>>;
  readonly findReplay: (
    idempotency_key: string,
    caller: Caller,
    operationId: string,
  ) => Promise<HttpResponse | undefined>;
}

/** Returns the handlers, each with the context of its caller, and the search for replays. */
export function bindHandlers({ handlers, replays, isLive, ...options }: BindOptions): BoundHandlers {
  const ownerOf = ({ organization, key }: Caller): Owner => ({
    organization_id: organization.id,
    livemode: isLive(key.mode),
  });

  async function replay(operationId: string, subject_id: string, caller: Caller): Promise<HttpResponse> {
    const respond = replays?.[operationId];
    if (!respond) throw new Error(`The operation ${operationId} is idempotent and has no replay. Pass one in replays.`);
    return respond(subject_id, caller, contextFor(ownerOf(caller), options));
  }

  const bound = Object.entries(handlers).map(([operationId, handle]) => {
    const bind = async (request: never, caller: Caller): Promise<HttpResponse> => {
      try {
        return await handle(request, caller, contextFor(ownerOf(caller), options));
      } catch (error) {
        if (error instanceof ReplayedCommit) return replay(operationId, error.subject_id, caller);
        throw error;
      }
    };
    return [operationId, bind] as const;
  });

  return {
    handlers: Object.fromEntries(bound),
    async findReplay(idempotency_key, caller, operationId) {
      const { organization_id, livemode } = ownerOf(caller);
      // Both engines compare a 1 with a true.
      const values = [organization_id, Number(livemode), idempotency_key];
      const [row] = await options.store.query<{ readonly subject_id: string }>(selectKeySubject, values);
      return row && replay(operationId, row.subject_id, caller);
    },
  };
}

/** The argument of a job, which works for all organizations. */
export interface JobContext extends Pick<HandlerContext, 'now' | 'newId' | 'query'> {
  /** Returns the context for the rows of one organization, with its commits. */
  readonly for: (owner: Owner) => HandlerContext;
}

/**
 * Work that a service does when time has passed, such as a change of state that is due. Every instance runs it, so two may find the same
 * rows: let its statement change a row only in the state that it read (`UPDATE … WHERE state = …`).
 */
export interface Job {
  /** Seconds between two runs. The first begins at the start of the service. */
  readonly every_seconds: number;
  readonly run: (context: JobContext) => Promise<void>;
}

/** Runs the jobs. A failed run is logged, and the next one comes at its time. */
export function createJobs(
  jobs: Readonly<Record<string, Job>>,
  { log, clock, ...options }: ContextOptions & { readonly log: Pick<Logger, 'error'>; readonly clock: Clock },
): { start(): void; stop(): Promise<void> } {
  let tickers: { stop(): Promise<void> }[] = [];
  const context = {
    now: () => clock.now(),
    newId: options.newId,
    query: <Row>(statement: SharedStatement, values: readonly StatementValue[]) =>
      options.store.query<Row>(statement, values),
    for: (owner) => contextFor(owner, { ...options, clock }),
  } satisfies EveryField<JobContext>;

  return {
    start() {
      tickers = Object.entries(jobs).map(([job, { every_seconds, run }]) => {
        const ticker = clock.every(every_seconds * 1000, async () => {
          try {
            await run(context);
          } catch (error) {
            log.error({ job, err: errorLine(error) }, 'a job failed; it runs again at its next time');
          }
        });
        ticker.wake();
        return ticker;
      });
    },
    async stop() {
      const stopping = tickers;
      tickers = [];
      await Promise.all(stopping.map((ticker) => ticker.stop()));
    },
  };
}
