import { operationTable, type OperationId } from '@booking-service/contract';
import { createParts, type BookingServerOptions } from '../create-booking-server.ts';
import { Refusal } from '../domain/contract.ts';
import { authenticate, countingOf, type HttpResponse, meter } from '@booking-service/kernel/http';
import { operations } from '../operations/index.ts';
import type { Caller } from '../store/store.ts';

/** A validated request. */
export interface WorkRequest {
  readonly path?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

/** The work of the service's requests without its HTTP, so that a benchmark can put another framework in front of it. */
export interface RequestWork {
  /** Finds the caller, counts the request, and checks that the caller may call the operation. Returns the RateLimit headers. */
  admit(
    operationId: OperationId,
    authorization: string | undefined,
  ): Promise<{ caller: Caller; headers: Readonly<Record<string, string>> }>;
  /** Calls the operation. */
  perform(operationId: OperationId, request: WorkRequest, caller: Caller): Promise<HttpResponse>;
  /** Returns a new request id. */
  newRequestId(): string;
}

/** Creates a service without HTTP, and starts its worker. */
export function startRequestWork(options: BookingServerOptions): RequestWork {
  const { context, checks, worker } = createParts(options);
  worker.start();
  const countings = new Map(
    Object.entries(operationTable).map(([id, row]) => [id, countingOf(row, checks.contract.limits)] as const),
  );
  return {
    async admit(operationId, authorization) {
      const row = operationTable[operationId];
      const { caller, counted } = await authenticate(
        { req: { headers: { authorization } }, key_digest: undefined },
        { ...checks, counting: countings.get(operationId) },
      );
      const { headers = {}, refusal } = counted ? meter(counted, checks.contract.limits.headers) : {};
      if (refusal) throw refusal;
      const { organization, key } = caller;
      if (organization.suspended) throw new Refusal('org_suspended');
      if (!checks.servedModes.includes(key.mode)) throw new Refusal('wrong_key_environment');
      if (!key.scopes.includes(row.scope)) throw new Refusal('insufficient_scope');
      return { caller, headers };
    },
    perform(operationId, { path = {}, header = {}, body }, caller) {
      // The framework has validated the request.
      const operation = operations[operationId] as (...args: unknown[]) => Promise<HttpResponse>;
      return operation({ path, query: {}, header, body }, caller, context);
    },
    newRequestId: () => context.newId('req'),
  };
}
