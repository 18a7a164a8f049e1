import { operationTable } from '../../generated/tables.ts';
import type { OperationId } from '../resources/resources.ts';

/** The operation that `GET /v1/bookings/bkg_…` calls, and the call as the contract writes it: `GET /v1/bookings/{id}`. */
export function findOperation(called: string): readonly [operation: OperationId | undefined, call: string] {
  const found = Object.entries(operationTable).find(([, call]) =>
    new RegExp(`^${call.replace('{id}', '[^/]+')}$`).test(called),
  );
  // The table's keys are the operationIds.
  return (found as [OperationId, string] | undefined) ?? [undefined, called];
}
