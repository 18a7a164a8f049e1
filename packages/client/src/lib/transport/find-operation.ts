import { operationTable } from '../../generated/tables.ts';
import type { OperationId } from '../resources/resources.ts';
import type { CallInfo } from './middleware.ts';

/** Returns the call of `GET /v1/bookings/bkg_…`, with its path in the contract: `/v1/bookings/{id}`. */
export function findOperation(called: string): CallInfo {
  const [operation, call = called] =
    Object.entries(operationTable).find(([, known]) =>
      new RegExp(`^${known.replace(/\{(\w+)\}/g, '[^/]+')}$`).test(called),
    ) ?? [];
  const [method, path] = call.split(' ') as [method: string, path: string];
  // The table's keys are the operationIds.
  return { operation: operation as OperationId | undefined, method, path };
}
