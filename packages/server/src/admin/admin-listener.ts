import { adminRoutes, type AdminOperationId, type AdminRoute } from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import { errorHandler } from '../http/error-handler.ts';
import { createExchange, type Exchange } from '../http/exchange.ts';
import { createOperationListener, type Listener } from '../http/operation-listener.ts';
import { checkMediaType, parseJson, readBytes } from '../http/read-body.ts';
import type { HttpResponse } from '../http/send-response.ts';
import type { AdminCaller } from './admin-caller.ts';
import type { AdminHandlers } from './admin-handlers.ts';
import { toAdminErrorResponse, toAdminRefusal } from './admin-refusal.ts';
import { adminValidators } from './admin-validators.ts';
import type { AdmitCaller } from './admit-caller.ts';
import { guardOrigin } from './guard-origin.ts';

export interface AdminListenerOptions {
  /** Every other operation of the contract is refused: 404. */
  readonly handlers: Partial<AdminHandlers>;
  /** Finds the caller of an operation that needs one, and refuses those that may not call it. */
  readonly admit: AdmitCaller;
  /** The host names that a request may name, in addition to loopback and the server's own address. */
  readonly hosts: readonly string[];
  readonly log: Pick<Logger, 'error'>;
}

/** A handler of any operation. Validation gives its request the shape that the contract states. One for anyone gets no caller. */
type AnyHandler = (request: unknown, caller: AdminCaller | undefined) => Promise<HttpResponse>;

const maxBodyBytes = 4096;
const noStore = { 'Cache-Control': 'no-store' };

/** Creates the listener of the admin port: the operations of the admin contract behind the origin guard and the admission. */
export function createAdminListener({ handlers, admit, hosts, log }: AdminListenerOptions): Listener {
  const validatorOf = adminValidators();
  return createOperationListener<AdminOperationId, AdminRoute, Exchange>({
    table: mountedRows(handlers),
    open: createExchange,
    guard: ({ req }) => guardOrigin(req, hosts),
    createHandler(operationId, row) {
      const validate = validatorOf(operationId);
      const handler = handlers[operationId] as AnyHandler;
      const { body, role } = row;
      return async (exchange) => {
        const { req, params } = exchange;
        const caller = role === 'anyone' ? undefined : await admit({ req, params, role });
        if (body !== 'none') await readJson(exchange);
        return handler(validate(exchange), caller);
      };
    },
    headersOf: () => noStore,
    respondToError: errorHandler<Exchange>({
      log,
      toResponse(error, _exchange, line) {
        const refusal = toAdminRefusal(error);
        if (refusal.status >= 500) log.error(line(error), 'the admin port failed');
        const response = toAdminErrorResponse(refusal);
        return { ...response, headers: { ...response.headers, ...noStore } };
      },
    }),
  });
}

function mountedRows(handlers: Partial<AdminHandlers>): Partial<Record<AdminOperationId, AdminRoute>> {
  return Object.fromEntries(Object.entries(adminRoutes).filter(([operationId]) => operationId in handlers));
}

async function readJson(exchange: Exchange): Promise<void> {
  checkMediaType(exchange.req);
  exchange.body = parseJson(await readBytes(exchange.req, maxBodyBytes));
  exchange.hasEscapes = true;
}
