/** The database and the work that is due. */
import { expect } from 'vitest';
import { addBooking, at, start, type Cases } from './context.ts';

type DatabaseMethod = 'watchRuns' | 'readMigration' | 'checkWrite' | 'readWorkload' | 'findNextDue';

export const databaseCases: Cases<DatabaseMethod> = {
  async watchRuns(context) {
    const woken = Promise.withResolvers<void>();
    const end = context.store.watchRuns?.(woken.resolve);
    // One process alone writes to a SQLite database.
    if (context.engine === 'sqlite') return expect(end).toBeUndefined();
    await addBooking(context);
    await woken.promise;
    end?.();
  },
  async readMigration({ store }) {
    const { database, program } = await store.readMigration();
    expect(database).toBe(program);
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
  async findNextDue(context) {
    const nothing = { runs: null, deliveries: null, slow_deliveries: null, expiries: null };
    expect(await context.store.findNextDue()).toStrictEqual(nothing);
    await addBooking(context);
    const { booking } = await addBooking(context, { asks: true });
    expect(await context.store.findNextDue()).toStrictEqual({
      ...nothing,
      runs: start.toISOString(),
      deliveries: start.toISOString(),
      expiries: 'expires_at' in booking ? booking.expires_at : undefined,
    });
  },
};
