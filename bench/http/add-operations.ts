import { createRequire } from 'node:module';
import { operationTable } from '@booking-service/contract';

/** Adds operations like getBooking to the contract of this process up to a number. Call it before the server is loaded. */
export async function addOperations({ until }: { until: number }): Promise<void> {
  const table: Record<string, object> = operationTable;
  // Node keeps one object per file, so the server reads the changed document.
  const { paths } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    paths: Record<string, { get?: object; post?: object }>;
  };
  for (let index = Object.keys(table).length; index < until; index += 1) {
    const isRead = index % 2 === 0;
    const path = isRead ? `/v1/things_${index}/{id}` : `/v1/bookings/{id}/things_${index}`;
    const [row, get] = [operationTable.getBooking, paths['/v1/bookings/{id}']?.get ?? {}];
    paths[path] = { get };
    table[`operation${index}`] = { ...row, path };
  }
  // @boundaries-ignore the library does not export its compiled contract
  const { publicContract } = await import('../../packages/server/src/generated/public-contract.ts');
  for (const operationId of Object.keys(table))
    if (!Object.hasOwn(publicContract, operationId))
      Object.assign(publicContract, { [operationId]: publicContract['getBooking'] });
  // Loading the handlers loads parts of the server, so the contract is changed before.
  // @boundaries-ignore the library does not export its handlers
  const handlers = (await import('../../packages/server/src/operations/index.ts')).operations;
  for (const operationId of Object.keys(table))
    if (!Object.hasOwn(handlers, operationId)) Object.assign(handlers, { [operationId]: handlers.getBooking });
}
