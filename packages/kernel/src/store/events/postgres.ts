/**
 * A commit is one statement: the statement of the service is a part of it, and a function stores the key and the events of its rows. If
 * the key is taken, the function fails, which undoes the rows. The statement may also fail or return no row because an earlier commit
 * under the key has changed them. So in each of these cases the key is read, and names the subject of that commit. A concurrent commit
 * under the same key waits for the first one at the insert of the key.
 */
import { noOrigin } from '../../contract.ts';
import { type Database, eventFields, jsonArgument, type Statement } from '../postgres/database.ts';
import { BusyError } from '../store-errors.ts';
import {
  type CommitOf,
  type Committed,
  type CommitWrites,
  type QueryReads,
  selectKeySubject,
} from '../kernel-store.ts';

/** Runs the statements of a service. */
export function postgresCommits(database: Database): QueryReads & CommitWrites {
  async function findEarlier({ organization_id, livemode, idempotency_key }: CommitOf): Promise<string | undefined> {
    if (idempotency_key === undefined) return undefined;
    const values = [organization_id, Number(livemode), idempotency_key];
    const [row] = await database.query<{ subject_id: string }>(selectKeySubject, values);
    return row?.subject_id;
  }

  return {
    query: (statement, values) => database.query(statement, values),
    async commit<Row>(...[{ name, text }, values, of]: Parameters<CommitWrites['commit']>): Promise<Committed<Row>> {
      const { organization_id, livemode, idempotency_key, subject_id, events, origin = noOrigin } = of;
      const stored = jsonArgument({ livemode, idempotency_key, subject_id, ...eventFields(events, origin) });
      const next = values.length + 1;
      const statement: Statement = {
        name: `commit_${name}`,
        text: `
          WITH changed AS (${text}),
            stored AS (SELECT store_commit($${next}, $${next + 1}, (SELECT count(*) FROM changed)) AS is_stored)
          SELECT changed.* FROM changed, stored`,
      };
      let rows: Row[];
      try {
        rows = await database.query<Row>(statement, [...values, organization_id, stored]);
      } catch (error) {
        if (error instanceof BusyError) throw error;
        const earlier = await findEarlier(of);
        if (earlier === undefined) throw error;
        return { replayed: true, subject_id: earlier };
      }
      const earlier = rows.length === 0 ? await findEarlier(of) : undefined;
      return earlier === undefined ? { replayed: false, rows } : { replayed: true, subject_id: earlier };
    },
  };
}
