import { operationTable } from './generated/tables.ts';
import type { OperationId } from './resources.ts';

/** The operation that a method and a path call, and its path as the contract writes it: `/v1/bookings/{id}`. */
export function findOperation(
  method: string,
  path: string,
): readonly [operation: OperationId | undefined, path: string] {
  const found = Object.entries(operationTable).find(([, call]) =>
    new RegExp(`^${call.replace('{id}', '[^/]+')}$`).test(`${method} ${path}`),
  );
  // The table's keys are the operationIds.
  return found ? [found[0] as OperationId, found[1].slice(method.length + 1)] : [undefined, path];
}
