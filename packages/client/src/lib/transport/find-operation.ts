import { operationTable } from '../../generated/tables.ts';
import type { OperationId } from '../resources/resources.ts';

/** Returns the operation of `GET /v1/bookings/bkg_…`, and its method and path in the contract: `GET /v1/bookings/{id}`. */
export function findOperation(called: string): readonly [operation: OperationId | undefined, call: string] {
  const found = Object.entries(operationTable).find(([, call]) =>
    new RegExp(`^${call.replace('{id}', '[^/]+')}$`).test(called),
  );
  // The table's keys are the operationIds.
  return (found as [OperationId, string] | undefined) ?? [undefined, called];
}
