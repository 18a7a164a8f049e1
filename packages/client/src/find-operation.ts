import { operationTable } from './generated/tables.ts';
import type { OperationId } from './resources.ts';

/** An operation, as a call of it needs to know it. */
export interface FoundOperation {
  readonly operation: OperationId | undefined;
  /** As the contract writes it: `/v1/bookings/{id}`. */
  readonly path: string;
  /** Whether the same call may be sent again where its outcome is not known. */
  readonly repeatable: boolean;
  /** The header that makes it so. */
  readonly key_header?: string;
}

/** The operation that a request calls. What the contract does not have is repeatable if it only reads. */
export function findOperation({ method, url }: Request): FoundOperation {
  const { pathname } = new URL(url);
  for (const [operation, row] of Object.entries(operationTable)) {
    const pattern = new RegExp(`${row.path.replace('{id}', '[^/]+')}$`);
    // The table's keys are the operationIds.
    if (row.method.toUpperCase() === method && pattern.test(pathname))
      return { ...row, operation: operation as OperationId };
  }
  return { operation: undefined, path: pathname, repeatable: /^(?:GET|HEAD)$/.test(method) };
}
