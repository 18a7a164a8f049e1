import {
  adminRoutes,
  type AdminOperationId,
  type AdminOperations,
  type AdminRoute,
} from '@booking-service/contract/admin';
import type { Logger } from 'pino';
import { loadAdminDocument } from '../http/validation/contract-document.ts';
import { errorHandler } from '../http/error-handler.ts';
import { createExchange, type Exchange } from '../http/exchange.ts';
import { createOperationListener, type Listener } from '../http/operation-listener.ts';
import { checkMediaType, parseJson, readBytes } from '../http/read-body.ts';
import type { HttpResponse } from '../http/send-response.ts';
import { createValidators, type ValidatorOf } from '../http/validation/validate.ts';
import { toAdminErrorResponse, toAdminRefusal } from './admin-refusal.ts';
import { guardOrigin } from './guard-origin.ts';

/** The caller of an admin operation. Everyone who reaches the admin port is an operator. */
export interface AdminCaller {
  readonly role: 'operator';
}

/** The implementations of admin operations. */
export type AdminHandlers = AdminOperations<[AdminCaller]>;

export interface AdminListenerOptions {
  /** Every other operation of the contract is refused: 404. */
  readonly handlers: Partial<AdminHandlers>;
  /** The host names that a request may name, in addition to loopback and the server's own address. */
  readonly hosts: readonly string[];
  readonly log: Pick<Logger, 'error'>;
}

/** A handler of any operation. Validation gives its request the shape that the contract states. */
type AnyHandler = (request: unknown, caller: AdminCaller) => Promise<HttpResponse>;

const maxBodyBytes = 4096;
const noStore = { 'Cache-Control': 'no-store' };

/** Creates the listener of the admin port: the operations of the admin contract behind the origin guard. */
export function createAdminListener({ handlers, hosts, log }: AdminListenerOptions): Listener {
  const validatorOf = adminValidators();
  return createOperationListener<AdminOperationId, AdminRoute, Exchange>({
    table: mountedRows(handlers),
    open: createExchange,
    guard: ({ req }) => guardOrigin(req, hosts),
    createHandler(operationId, row) {
      const validate = validatorOf(operationId);
      const handler = handlers[operationId] as AnyHandler;
      return async (exchange) => {
        if (row.body !== 'none') await readJson(exchange);
        return handler(validate(exchange), { role: 'operator' });
      };
    },
    headersOf: () => noStore,
    respondToError: errorHandler<Exchange>({
      log,
      toResponse(error, _exchange, line) {
        const refusal = toAdminRefusal(error);
        if (refusal.error_code === 'internal_error') log.error(line(error), 'the admin port failed');
        const response = toAdminErrorResponse(refusal);
        return { ...response, headers: { ...response.headers, ...noStore } };
      },
    }),
  });
}

let validators: ValidatorOf<AdminOperationId> | undefined;

/** Returns the validators of the admin contract. Builds them once per process. */
function adminValidators(): ValidatorOf<AdminOperationId> {
  return (validators ??= createValidators(loadAdminDocument(), adminRoutes));
}

function mountedRows(handlers: Partial<AdminHandlers>): Partial<Record<AdminOperationId, AdminRoute>> {
  return Object.fromEntries(Object.entries(adminRoutes).filter(([operationId]) => operationId in handlers));
}

async function readJson(exchange: Exchange): Promise<void> {
  checkMediaType(exchange.req);
  exchange.body = parseJson(await readBytes(exchange.req, maxBodyBytes));
  exchange.hasEscapes = true;
}
