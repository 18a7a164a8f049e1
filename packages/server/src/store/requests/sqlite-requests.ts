import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '@booking-service/kernel/store/shared-statement';
import { inTransaction, prepareOn } from '@booking-service/kernel/store/sqlite/statement';
import { requestColumns, valuesToInsert, type RequestLogWrites } from './requests.ts';

/** Inserts the rows of many requests in one transaction. */
export function sqliteRequests(db: DatabaseSync): Part<object, Pick<RequestLogWrites, 'recordRequests'>> {
  // SQLite finds a number faster than a name (decision 020).
  const values = valuesToInsert((_column, index) => `?${index + 1}`);
  const insert = prepareOn(db).write(`INSERT INTO requests (${requestColumns.join(', ')}) VALUES (${values})`);
  return {
    reads: {},
    writes: {
      async recordRequests(requests) {
        inTransaction(db, () => {
          for (const request of requests) insert.run(...requestColumns.map((column) => request[column]));
        });
      },
    },
  };
}
