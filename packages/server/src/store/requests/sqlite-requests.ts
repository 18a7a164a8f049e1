import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '@booking-service/kernel/store/shared-statement';
import { inTransaction, prepareOn } from '@booking-service/kernel/store/sqlite/statement';
import { requestColumns, type RequestLogWrites } from './requests.ts';

/** Inserts the rows of many requests in one transaction. */
export function sqliteRequests(db: DatabaseSync): Part<object, Pick<RequestLogWrites, 'recordRequests'>> {
  const values = requestColumns.map((column) => `:${column}`).join(', ');
  const insert = prepareOn(db).write(`INSERT INTO requests (${requestColumns.join(', ')}) VALUES (${values})`);
  return {
    reads: {},
    writes: {
      async recordRequests(requests) {
        inTransaction(db, () => {
          for (const request of requests) insert.run({ ...request });
        });
      },
    },
  };
}
