import { type Database, jsonArgument, type Statement } from '@booking-service/kernel/store/postgres';
import { requestColumns, valuesToInsert, type RequestLogWrites } from './requests.ts';

const insertRequests: Statement = {
  name: 'record_requests',
  text: `
    INSERT INTO requests (${requestColumns.join(', ')})
    SELECT ${valuesToInsert((column) => column)} FROM json_populate_recordset(NULL::requests, $1)`,
};

/** Inserts the rows of many requests with one statement. */
export function postgresRequests(database: Database): Pick<RequestLogWrites, 'recordRequests'> {
  return {
    async recordRequests(requests) {
      await database.query(insertRequests, [jsonArgument(requests)]);
    },
  };
}
