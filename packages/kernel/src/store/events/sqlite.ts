import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type NewEvent, noOrigin } from '../../contract.ts';
import type { SettingsWrites } from '../organizations/organizations.ts';
import type { Part, SharedStatement } from '../shared-statement.ts';
import { inTransaction, type PositionalText, prepareOn, toPositional } from '../sqlite/statement.ts';
import type { EventSubject } from '../deliveries/port.ts';
import { prepareQueueing } from '../deliveries/sqlite.ts';
import type { Committed, CommitWrites, QueryReads, StatementValue } from '../kernel-store.ts';

/** Prepares a function that stores events of a subject with their deliveries. They are part of the caller's transaction. */
export function prepareEvents(db: DatabaseSync): (subject: EventSubject, events: readonly NewEvent[]) => void {
  const prepare = prepareOn(db);
  const insertEvent = prepare.write(
    `INSERT INTO events (id, organization_id, subject_id, type, created, payload, request_id, traceparent, livemode)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  // Without a webhook URL an event has no delivery, so a URL that is set later gets no old events (DLV-2, DLV-11).
  const insertDelivery = prepare.write(`
    INSERT INTO deliveries (id, event_id, event_type, organization_id, state, attempts_allowed, due_at)
    SELECT :id, :event_id, :event_type, id, 'pending', :attempts_allowed, :due_at FROM organizations
    WHERE id = :organization_id AND webhook_url IS NOT NULL`);
  const queue = prepareQueueing(db);

  return ({ organization_id, subject_id, livemode, request_id, traceparent }, events) => {
    const mode = livemode === null ? null : Number(livemode);
    for (const { id, type, created, payload, deliveries } of events) {
      insertEvent.run(id, organization_id, subject_id, type, created, payload, request_id, traceparent, mode);
      for (const delivery of deliveries) {
        const row = { ...delivery, event_id: id, event_type: type, organization_id };
        if (insertDelivery.run(row).changes === 1) queue({ organization_id, due_at: delivery.due_at });
      }
    }
  };
}

/** Stores test events. */
export function sqliteTestEvents(db: DatabaseSync): Part<object, Pick<SettingsWrites, 'addTestEvent'>> {
  const hasUrl = prepareOn(db).read('SELECT 1 FROM organizations WHERE id = ? AND webhook_url IS NOT NULL');
  const insertEvents = prepareEvents(db);
  return {
    reads: {},
    writes: {
      async addTestEvent({ organization_id, subject_id, event }) {
        return inTransaction(db, () => {
          if (!hasUrl.get(organization_id)) return false;
          insertEvents({ organization_id, subject_id, livemode: null, ...noOrigin }, [event]);
          return true;
        });
      },
    },
  };
}

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
