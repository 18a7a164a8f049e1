import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { noOrigin } from '../../event.ts';
import { prepareEvents } from '../events/sqlite-events.ts';
import type { Part, SharedStatement } from '../shared-statement.ts';
import { inTransaction, type PositionalText, prepareOn, toPositional } from '../sqlite/statement.ts';
import type { Committed, CommitWrites, QueryReads, StatementValue } from './commit.ts';

interface Prepared extends Pick<PositionalText, 'arrange'> {
  readonly statement: StatementSync;
}

/** Runs the statements of a service. Each is prepared once on its connection. */
export function sqliteCommits(db: DatabaseSync): Part<QueryReads, CommitWrites> {
  const prepare = prepareOn(db);
  const prepared = new Map<string, Prepared>();
  const selectKey = prepare.read(
    'SELECT subject_id FROM idempotency_keys WHERE organization_id = ? AND livemode = ? AND idempotency_key = ?',
  );
  const insertKey = prepare.write(
    'INSERT INTO idempotency_keys (organization_id, livemode, idempotency_key, subject_id) VALUES (?, ?, ?, ?)',
  );
  const insertEvents = prepareEvents(db);

  function prepareShared({ name, text }: SharedStatement): Prepared {
    const { text: positional, arrange } = toPositional(text);
    const statement = db.prepare(positional);
    if (statement.columns().length === 0)
      throw new Error(`The statement ${name} returns nothing. Add RETURNING to it.`);
    prepared.set(text, { statement, arrange });
    return { statement, arrange };
  }

  function run<Row>(shared: SharedStatement, values: readonly StatementValue[]): Row[] {
    const { statement, arrange } = prepared.get(shared.text) ?? prepareShared(shared);
    // Each statement is defined next to its Row type. Rows of SQLite have no prototype.
    return statement.all(...arrange(values)).map((row) => ({ ...row }) as Row);
  }

  return {
    reads: {
      async query(statement, values) {
        return run(statement, values);
      },
    },
    writes: {
      async commit<Row>(...[statement, values, of]: Parameters<CommitWrites['commit']>): Promise<Committed<Row>> {
        const { organization_id, livemode, idempotency_key, subject_id, events, origin = noOrigin } = of;
        return inTransaction(db, () => {
          if (idempotency_key !== undefined) {
            const earlier = selectKey.get(organization_id, Number(livemode), idempotency_key);
            if (earlier) return { replayed: true, subject_id: String(earlier['subject_id']) };
          }
          const rows = run<Row>(statement, values);
          if (rows.length === 0) return { replayed: false, rows };
          if (idempotency_key !== undefined) {
            insertKey.run(organization_id, Number(livemode), idempotency_key, subject_id);
          }
          insertEvents({ organization_id, subject_id, livemode, ...origin }, events);
          return { replayed: false, rows };
        });
      },
    },
  };
}
