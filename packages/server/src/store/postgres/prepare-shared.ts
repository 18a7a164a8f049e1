import type { PrepareShared } from '../shared-statement.ts';
import type { Database, Statement } from './connection/database.ts';

/** Returns a function that prepares statements of both engines on this database. */
export function prepareSharedOn(database: Pick<Database, 'query'>): PrepareShared {
  return <Row>(statement: Statement) =>
    (...values) =>
      database.query<Row>(statement, values);
}
