/**
 * The admin port: the admin contract's operations over plain HTTP, for whoever runs the service.
 * It is not for the public: keep it on loopback, or on a network of your own.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  adminRoutes,
  type AdminOperationId,
  type AdminOperations,
  type AdminError,
} from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import type { EveryField } from '../domain/every-field.ts';
import { errorLine } from '../log/error-line.ts';
import type { Health } from './health.ts';
import { createPrivateServer } from '../sockets/private-server.ts';
import { guardOrigin } from './guard-origin.ts';
import type { Metrics } from './metrics.ts';
import { healthOperations } from './health-operations.ts';
import { AdminRefusal } from './admin-refusal.ts';
import { createAdminBodyReader } from './read-admin-body.ts';

export interface AdminServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  /** Names of hosts that requests may be sent to, beside loopback and the address listened on. Default: none. */
  readonly hosts?: readonly string[];
  /** What readiness asks: the booking server. */
  readonly server: { health(): Promise<Health> };
  readonly metrics: Pick<Metrics, 'text'>;
  readonly log: Pick<Logger, 'error'>;
  /** More operations of the admin contract, as a sandbox has them. What is not here is answered 404. */
  readonly operations?: Partial<AdminOperations>;
}

export interface AdminServer extends AsyncDisposable {
  readonly url: string;
}

/** An operation of whichever id, after validation: its call has the shape the contract gives it. */
type AnyOperation = (call: { body: unknown }) => Promise<{ status: number; body: unknown }>;

/** Starts the admin port. Rejects where it is taken. */
export async function startAdminServer({
  host = '127.0.0.1',
  port,
  hosts = [],
  server,
  metrics,
  log,
  operations = {},
}: AdminServerOptions): Promise<AdminServer> {
  const mounted: Partial<AdminOperations> = { ...healthOperations({ server, metrics }), ...operations };
  const readBody = createAdminBodyReader();

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
      if (refusal !== error) log.error({ err: errorLine(error) }, 'the admin port failed');
      const { status, headers, message, error_code } = refusal;
      send(res, { status, headers, body: { error: message, error_code } satisfies EveryField<AdminError> });
    });
  });
  const { url } = await http.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}

/** The operation of this path and method, of those that are mounted. Throws not_found and method_not_allowed. */
function findOperation({ url = '', method = '' }: IncomingMessage, mounted: readonly string[]): AdminOperationId {
  const path = url.split('?', 1)[0];
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase();
  // Object.keys of the operations are their ids.
  const there = (mounted as AdminOperationId[]).filter((id) => adminRoutes[id].path === path);
  if (there.length === 0) throw new AdminRefusal('not_found', 'There is no such path.');
  const found = there.find((id) => adminRoutes[id].method === wanted);
  if (found) return found;
  const methods = there.map((id) => adminRoutes[id].method);
  const Allow = methods.map((each) => (each === 'get' ? 'GET, HEAD' : each.toUpperCase())).join(', ');
  throw new AdminRefusal('method_not_allowed', `This path takes ${Allow}.`, { Allow });
}

function toRefusal(error: unknown): AdminRefusal {
  if (error instanceof AdminRefusal) return error;
  return new AdminRefusal('internal_error', 'Something failed here; the log says what.');
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
