/**
 * The operations port: the private contract's operations over plain HTTP, for whoever runs the service.
 * It is not for the public: keep it on loopback, or on a network of your own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  dashboardRoutes,
  type DashboardOperationId,
  type DashboardOperations,
  type PrivateError,
} from '@booking-service/contract/dashboard';
import type { Logger } from 'pino';
import type { EveryField } from '../every-field.ts';
import { errorLine } from '../error-line.ts';
import type { Health } from '../health.ts';
import { createPrivateServer } from '../sockets/private-server.ts';
import { guardOrigin } from './guard-origin.ts';
import type { Metrics } from './metrics.ts';
import { opsOperations } from './ops-operations.ts';
import { PrivateRefusal } from './private-refusal.ts';
import { createPrivateBodyReader } from './read-private-body.ts';

export interface OpsServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  /** Names of hosts that requests may be sent to, beside loopback and the address listened on. Default: none. */
  readonly hosts?: readonly string[];
  /** What readiness asks: the booking server. */
  readonly server: { health(): Promise<Health> };
  readonly metrics: Pick<Metrics, 'text'>;
  readonly log: Pick<Logger, 'error'>;
  /** More operations of the private contract, as a sandbox has them. What is not here is answered 404. */
  readonly operations?: Partial<DashboardOperations>;
}

export interface OpsServer extends AsyncDisposable {
  readonly url: string;
}

/** An operation of whichever id, after validation: its call has the shape the contract gives it. */
type AnyOperation = (call: { body: unknown }) => Promise<{ status: number; body: unknown }>;

/** Starts the operations port. Rejects where it is taken. */
export async function startOpsServer({
  host = '127.0.0.1',
  port,
  hosts = [],
  server,
  metrics,
  log,
  operations = {},
}: OpsServerOptions): Promise<OpsServer> {
  const mounted: Partial<DashboardOperations> = { ...opsOperations({ server, metrics }), ...operations };
  const readBody = createPrivateBodyReader();

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { status, body } = await run(req);
    send(res, { status, body, headers: {} });
  }

  async function run(req: IncomingMessage): Promise<{ status: number; body: unknown }> {
    guardOrigin(req, hosts);
    const operationId = findOperation(req, Object.keys(mounted));
    const operation = mounted[operationId] as AnyOperation;
    return operation({ body: await readBody(operationId, req) });
  }

  const http = createPrivateServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (res.destroyed || res.headersSent) {
        res.destroy();
        return;
      }
      const refusal = toRefusal(error);
      if (refusal !== error) log.error({ err: errorLine(error) }, 'the operations port failed');
      const { status, headers, message, error_code } = refusal;
      send(res, { status, headers, body: { error: message, error_code } satisfies EveryField<PrivateError> });
    });
  });
  const { url } = await http.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}

/** The operation of this path and method, of those that are mounted. Throws not_found and method_not_allowed. */
function findOperation({ url = '', method = '' }: IncomingMessage, mounted: readonly string[]): DashboardOperationId {
  const path = url.split('?', 1)[0];
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  // Object.keys of the operations are their ids.
  const there = (mounted as DashboardOperationId[]).filter((id) => dashboardRoutes[id].path === path);
  if (there.length === 0) throw new PrivateRefusal('not_found', 'There is no such path.');
  const found = there.find((id) => dashboardRoutes[id].method === wanted);
  if (found) return found;
  const methods = there.map((id) => dashboardRoutes[id].method);
  const Allow = methods.map((each) => (each === 'get' ? 'GET, HEAD' : each.toUpperCase())).join(', ');
  throw new PrivateRefusal('method_not_allowed', `This path takes ${Allow}.`, { Allow });
}

function toRefusal(error: unknown): PrivateRefusal {
  if (error instanceof PrivateRefusal) return error;
  return new PrivateRefusal('internal_error', 'Something failed here; the log says what.');
}

interface Sent {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text as it is, anything else as JSON. */
  readonly body: unknown;
}

function send(res: ServerResponse, { status, headers, body }: Sent): void {
  const bytes = Buffer.from(typeof body === 'string' ? body : `${JSON.stringify(body)}\n`);
  const type =
    typeof body === 'string' ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8';
  const own = { 'Content-Type': type, 'Content-Length': bytes.length, 'Cache-Control': 'no-store' };
  res.writeHead(status, { ...headers, ...own }).end(bytes);
}
