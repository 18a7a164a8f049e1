import type { DatabaseSync } from 'node:sqlite';
import type { Part } from '@booking-service/kernel/store';
import { inTransaction, prepareOn, toPositional } from '@booking-service/kernel/store/sqlite';
import { requestColumns, valuesToInsert, type RequestLogWrites } from './requests.ts';

/** Inserts the rows of many requests in one transaction. */
export function sqliteRequests(db: DatabaseSync): Part<object, Pick<RequestLogWrites, 'recordRequests'>> {
  const values = valuesToInsert((_column, index) => `$${index + 1}`);
  const { text, arrange } = toPositional(`INSERT INTO requests (${requestColumns.join(', ')}) VALUES (${values})`);
  const insert = prepareOn(db).write(text);
  return {
    reads: {},
    writes: {
      async recordRequests(requests) {
        inTransaction(db, () => {
          for (const request of requests) insert.run(...arrange(requestColumns.map((column) => request[column])));
        });
      },
    },
  };
}
