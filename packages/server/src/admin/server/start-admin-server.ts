/**
 * The admin server: the operations of the admin contract over plain HTTP, for the people who run the service.
 * It is not public. Beyond loopback it needs access tokens, and a private network.
 */
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import { adminConnectionLimits, createHttpServer, fitOpenFiles } from '@booking-service/kernel/http';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { createAdminListener } from './admin-listener.ts';
import { refuseUnserved } from '../admin-refusal.ts';
import { admitOperator, createAdmission } from '../access/admit-caller.ts';
import { createFindTokenCaller, type TokenCallerOptions } from '../access/find-token-caller.ts';
import { guardOrigin } from '../access/guard-origin.ts';
import { healthOperations } from '../health/health-operations.ts';
import type { ReportedServer } from '../health/state-operations.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { adminOperations } from '../operations/admin-operations.ts';

export interface AdminServerOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
  /** The booking server whose state operations report. */
  readonly server: ReportedServer;
  readonly metrics: Pick<Metrics, 'text'>;
  /** The version of the service, for operators. Default: none. */
  readonly version?: string | undefined;
  readonly log: Pick<Logger, 'error'>;
  /**
   * The dependencies of the operations for administration, and who may call them. Default: the server has health and metrics only, for everyone
   * who reaches it.
   */
  readonly administration?: AdminContext & Pick<TokenCallerOptions, 'access'>;
  /** More operations of the admin contract, for example those of a sandbox. Every other operation is refused: 404. */
  readonly operations?: Partial<AdminHandlers>;
}

export interface AdminServer extends AsyncDisposable {
  readonly url: string;
}

/** Starts the admin server. Rejects if its port is in use. */
export async function startAdminServer({
  host = '127.0.0.1',
  port,
  server,
  metrics,
  version,
  log,
  administration,
  operations = {},
}: AdminServerOptions): Promise<AdminServer> {
  const handlers = {
    ...healthOperations({ server, metrics, version }),
    ...(administration && adminOperations(administration)),
    ...operations,
  };
  const admit = administration
    ? createAdmission({ ...administration, findCaller: createFindTokenCaller(administration) })
    : admitOperator;
  const anyHost = administration?.access === 'token';
  const guard = (req: IncomingMessage) => guardOrigin(req, { anyHost });
  const listener = createAdminListener({ handlers, admit, guard, log });
  const http = createHttpServer(listener, { limits: fitOpenFiles(adminConnectionLimits), refuse: refuseUnserved });
  const { url } = await http.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}
