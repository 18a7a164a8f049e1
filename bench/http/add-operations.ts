import { createRequire } from 'node:module';
import { operationTable } from '@booking-service/contract';

/** Adds operations like getBooking and createBooking to the contract of this process. Call it before a server is created. */
export function addOperations(count: number): void {
  const table: Record<string, object> = operationTable;
  // Node keeps one object per file, so the server reads the changed document.
  const { paths } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
    paths: Record<string, { get?: object; post?: object }>;
  };
  for (let index = 0; index < count; index += 1) {
    const isRead = index % 2 === 0;
    const path = isRead ? `/v1/things_${index}/{id}` : `/v1/bookings/{id}/things_${index}`;
    const [row, get] = [operationTable.getBooking, paths['/v1/bookings/{id}']?.get ?? {}];
    paths[path] = { get };
    table[`operation${index}`] = { ...row, path };
  }
}
