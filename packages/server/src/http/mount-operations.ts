/**
 * Mounts every operation of a contract, in one loop over its generated table. The public app and the admin app both use it.
 * They differ in `handle`, which checks a request in the order of its contract and calls the handler.
 */
import type { Express, Request, Response } from 'express';
import { Refusal } from '../domain/refusal.ts';
import { sendResponse, type HttpResponse } from './send-response.ts';

/** The part of a table's row that routing uses. */
export interface Route {
  readonly method: 'delete' | 'get' | 'patch' | 'post' | 'put';
  /** The path as the contract writes it, with `{name}` for a parameter. */
  readonly path: string;
}

/** A request of a known operation. */
export interface RoutedRequest<Id extends string, Row extends Route> {
  readonly operationId: Id;
  readonly row: Row;
  readonly req: Request;
  readonly res: Response;
}

export interface MountOptions<Id extends string, Row extends Route> {
  /** The operations to mount, by operationId. */
  readonly table: Readonly<Partial<Record<Id, Row>>>;
  /** Checks the request and calls the operation's handler. Throws a refusal. */
  readonly handle: (request: RoutedRequest<Id, Row>) => Promise<HttpResponse>;
}

/** Mounts the operations, and refuses every other method (405) and path (404). */
export function mountOperations<Id extends string, Row extends Route>(
  app: Express,
  { table, handle }: MountOptions<Id, Row>,
): void {
  // Object.entries of the table are its rows by operationId.
  const rows = Object.entries(table) as [Id, Row][];

  for (const [operationId, row] of rows) {
    app[row.method](toExpressPath(row.path), async (req: Request, res: Response) => {
      res.locals.route = row.path;
      sendResponse(res, await handle({ operationId, row, req, res }));
    });
  }

  for (const [path, routes] of Map.groupBy(
    rows.map(([, row]) => row),
    (row) => row.path,
  )) {
    const methods = routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : method.toUpperCase()));
    app.all(toExpressPath(path), (_req, res) => {
      res.locals.route = path;
      throw new Refusal('method_not_allowed', { headers: { Allow: methods.join(', ') } });
    });
  }
  app.use(() => {
    throw new Refusal('not_found', { message: 'There is no such path.' });
  });
}

function toExpressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
