/**
 * Serves every operation of a contract, from one loop over its generated table. The public listener and the admin listener both use it.
 * They differ in their handlers, which check a request in the order of their contract and call the operation.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../domain/refusal.ts';
import type { RespondToError } from './responses/error-responses.ts';
import type { Exchange } from './exchange.ts';
import { pathOf, compileRoutes, type RouteMatch } from './routes.ts';
import { sendResponse, type HttpResponse } from './responses/send-response.ts';

/**
 * A listener for node:http. With `next` it is a middleware for Express and Connect: a request for another path continues
 * to `next`.
 */
export type Listener = (req: IncomingMessage, res: ServerResponse, next?: (error?: unknown) => void) => void;

/** The part of a table's row that routing uses. */
export interface Route {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  /** The path as the contract writes it, with `{name}` for a parameter. */
  readonly path: string;
}

/** The route of a request, if the contract has it. */
export interface RequestTarget {
  /** The path as the contract writes it. */
  readonly template: string | undefined;
  readonly operationId: string | undefined;
}

/** Checks a request and calls its operation. Throws a refusal. */
export type Handle<E> = (exchange: E) => Promise<HttpResponse>;

export interface OperationListenerOptions<Id extends string, Row extends Route, E extends Exchange> {
  /** The operations to serve, by operationId. */
  readonly table: Readonly<Partial<Record<Id, Row>>>;
  /** Starts the exchange of a request. */
  readonly open: (req: IncomingMessage, res: ServerResponse) => E;
  /** Throws if the request is refused, whatever it is for. */
  readonly guard?: (exchange: E) => void;
  /** Creates the handler of an operation, at start. */
  readonly createHandler: (operationId: Id, row: Row) => Handle<E>;
  /** Returns the headers of every response to an operation. */
  readonly headersOf?: (exchange: E) => HttpResponse['headers'];
  /** Calls `respond`, which serves the request. Default: it is called directly. */
  readonly around?: (exchange: E, target: RequestTarget, respond: () => Promise<void>) => Promise<void>;
  /** Responds to a request whose handler threw. */
  readonly respondToError: RespondToError<E>;
}

interface Path<Id, E> {
  readonly template: string;
  readonly methods: ReadonlyMap<string | undefined, { readonly operationId: Id; readonly handle: Handle<E> }>;
}

/** Creates a listener for the operations. It refuses every other method (405) and path (404). */
export function createOperationListener<Id extends string, Row extends Route, E extends Exchange>({
  table,
  open,
  guard,
  createHandler,
  headersOf,
  around = (_exchange, _target, serveRequest) => serveRequest(),
  respondToError,
}: OperationListenerOptions<Id, Row, E>): Listener {
  // Object.entries of the table are its rows by operationId.
  const rows = Object.entries(table) as [Id, Row][];
  const paths = compileRoutes(
    [...Map.groupBy(rows, ([, row]) => row.path)].map(([template, operations]): [string, Path<Id, E>] => {
      const methods = operations.flatMap(([operationId, row]) => {
        const operation = { operationId, handle: createHandler(operationId, row) };
        return methodsOf(row).map((method) => [method, operation] as const);
      });
      return [template, { template, methods: new Map(methods) }];
    }),
  );

  async function respond(exchange: E, match: RouteMatch<Path<Id, E>> | undefined): Promise<void> {
    try {
      guard?.(exchange);
      if (!match) throw new Refusal('not_found', { message: 'There is no such path.' });
      exchange.params = match.readParameters();
      const { template, methods } = match.entry;
      exchange.route = template;
      const operation = methods.get(exchange.req.method);
      if (!operation) throw new Refusal('method_not_allowed', { headers: { Allow: [...methods.keys()].join(', ') } });
      exchange.operationId = operation.operationId;
      sendResponse(exchange.res, await operation.handle(exchange), headersOf?.(exchange));
    } catch (error) {
      respondToError(exchange, error);
    }
  }

  return function serve(req, res, next) {
    const match = paths.find(pathOf(req));
    if (!match && next) next();
    else {
      const exchange = open(req, res);
      // A failure of the error handler ends the connection, not the process.
      around(exchange, targetOf(req, match?.entry), () => respond(exchange, match)).catch(() => res.destroy());
    }
  };
}

function targetOf<Id extends string, E>({ method }: IncomingMessage, path: Path<Id, E> | undefined): RequestTarget {
  return { template: path?.template, operationId: path?.methods.get(method)?.operationId };
}

/** The methods that reach the operation. HEAD is a GET whose response has no body. */
function methodsOf({ method }: Route): string[] {
  return method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()];
}
