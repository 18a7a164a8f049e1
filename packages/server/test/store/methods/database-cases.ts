/** The database, the work that is due, and statements of a service; test/store/commit tests those with a table of its own. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import { addBooking, at, type Cases, claimDelivery, claimOne, start } from './context.ts';

type DatabaseMethod =
  | 'watchRuns'
  | 'readMigration'
  | 'checkWrite'
  | 'readWorkload'
  | 'readRunAges'
  | 'readResources'
  | 'findNextDue'
  | 'commit'
  | 'query';

const rename = { name: 'rename', text: 'UPDATE organizations SET name = $2 WHERE id = $1 RETURNING name' };
const findName = { name: 'find_name', text: 'SELECT name FROM organizations WHERE id = $1' };

export const databaseCases: Cases<DatabaseMethod> = {
  async watchRuns(context) {
    const woken = Promise.withResolvers<void>();
    const end = context.store.watchRuns?.(() => woken.resolve());
    // One process alone writes to a SQLite database.
    if (context.engine === 'sqlite') return expect(end).toBeUndefined();
    await addBooking(context);
    await woken.promise;
    end?.();
  },
  async readMigration({ store }) {
    const { database, program, serves } = await store.readMigration();
    expect({ database, serves }).toEqual({ database: program, serves: true });
    expect(program).toBeGreaterThan(0);
  },
  async checkWrite({ store }) {
    await expect(store.checkWrite()).resolves.toBeUndefined();
  },
  async readWorkload(context) {
    const nothing = { due_deliveries: 0, oldest_due_delivery: null, due_runs: 0, oldest_transaction_seconds: 0 };
    expect(await context.store.readWorkload(at(1))).toStrictEqual(nothing);
    await addBooking(context);
    const due = {
      due_deliveries: 1,
      oldest_due_delivery: start.toISOString(),
      due_runs: 1,
      oldest_transaction_seconds: 0,
    };
    expect(await context.store.readWorkload(at(1))).toStrictEqual(due);
  },
  async readRunAges(context) {
    const ages = (seconds: number) => context.store.readRunAges({ now: at(seconds), stuck_before: at(seconds - 600) });
    const nothing = {
      oldest_run: null,
      oldest_processing: null,
      oldest_payment: null,
      stuck_failing: 0,
      stuck_pending: 0,
    };
    expect(await ages(1)).toStrictEqual(nothing);
    await addBooking(context);
    const waiting = { ...nothing, oldest_run: start.toISOString(), oldest_processing: start.toISOString() };
    expect(await ages(1)).toStrictEqual(waiting);
    const pending = await claimOne(context);
    expect(await ages(1)).toStrictEqual(waiting);
    await context.store.postponeRun(pending, at(900), 'pending');
    expect(await ages(599)).toStrictEqual(waiting);
    expect(await ages(600)).toStrictEqual({ ...waiting, stuck_pending: 1 });
    const again = await claimOne(context, 900);
    await context.store.postponeRun(again, at(2000), { times: 1, since: at(900).toISOString() });
    expect(await ages(1000)).toStrictEqual({ ...waiting, stuck_failing: 1 });
    await context.store.postponeRun(await claimOne(context, 2000), at(3000));
    expect(await ages(2001)).toStrictEqual(nothing);
  },
  async readResources({ engine, store }) {
    const used = await store.readResources();
    expect(used.database_bytes).toBeGreaterThanOrEqual(4096);
    if (engine === 'sqlite') {
      expect(used).toMatchObject({ engine, connections: null, last_backup: 'never' });
      expect(used.disk_free_bytes).toBeGreaterThan(0);
    } else {
      expect(used).toMatchObject({ engine: 'postgres', disk_free_bytes: null, last_backup: null });
      expect(used.connections).toMatchObject({ maximum: engine === 'cells' ? 32 : 16 });
      // The user of the tests may read it.
      expect(used.wal_bytes).toBeGreaterThan(0);
    }
  },
  async findNextDue(context) {
    expect(await context.store.findNextDue()).toStrictEqual({ runs: null, expiries: null });
    await addBooking(context);
    const { booking } = await addBooking(context, { asks: true });
    expect(await context.store.findNextDue()).toStrictEqual({
      runs: start.toISOString(),
      expiries: 'expires_at' in booking ? booking.expires_at : undefined,
    });
  },
  async commit(context) {
    const { organization_id } = context.organization;
    const deliveries = [{ id: randomId('dlv'), due_at: start.toISOString(), attempts_allowed: 4 }];
    const event = {
      id: randomId('evt'),
      type: 'booking.created',
      created: start.toISOString(),
      payload: '{}',
    } as const;
    const of = {
      organization_id,
      livemode: false,
      idempotency_key: 'key-1',
      subject_id: 'name',
      events: [{ ...event, deliveries }],
    };
    const committed = await context.store.commit(rename, [organization_id, 'Café'], of);
    expect(committed).toEqual({ replayed: false, rows: [{ name: 'Café' }] });
    expect(await claimDelivery(context)).toMatchObject({ event_id: event.id, subject_id: 'name', payload: '{}' });
    expect(await context.store.commit(rename, [organization_id, 'Bar'], of)).toEqual({
      replayed: true,
      subject_id: 'name',
    });
  },
  async query({ engine, store, organization: { organization_id } }) {
    // A statement names no organization, so it has no cell.
    if (engine === 'cells')
      return expect(store.query(findName, [organization_id])).rejects.toThrow('over several cells');
    expect(await store.query(findName, [organization_id])).toEqual([{ name: 'Diner' }]);
    expect(await store.query(findName, ['org_none'])).toEqual([]);
  },
};
