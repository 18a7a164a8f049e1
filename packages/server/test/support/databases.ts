/** Databases of tests: damaged, emptied, intercepted, and the deliveries in one. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import type { MetricsOptions, Store } from '../../src/index.ts';
import type { EngineWorld } from './engines.ts';
import type { DeliveryRecord } from '../../src/store/lists/delivery-lists.ts';

/**
 * Overwrites pages of a database that is open elsewhere, like a failing disk: the root page of the table, or every page after
 * the first. The log is checkpointed before, so that no connection reads an older page from it.
 */
export function damageDatabase(file: string, table?: string): void {
  const page_bytes = 4096;
  using db = new DatabaseSync(file);
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table ?? '')?.['rootpage'];
  db.exec('UPDATE sealing SET check_value = check_value; PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  const [from, to] = root === undefined ? [1, pages] : [Number(root) - 1, Number(root)];
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc((to - from) * page_bytes, 0xff), 0, (to - from) * page_bytes, from * page_bytes);
  closeSync(descriptor);
}

/** The reads of the metrics from a store without work. */
export const emptyStore: MetricsOptions['store'] = {
  readWorkload: async () => ({
    due_deliveries: 0,
    oldest_due_delivery: null,
    due_runs: 0,
    oldest_transaction_seconds: 0,
  }),
  readRunAges: async () => ({
    oldest_run: null,
    oldest_processing: null,
    oldest_payment: null,
    stuck_failing: 0,
    stuck_pending: 0,
  }),
  readResources: async () => ({
    engine: 'sqlite',
    database_bytes: 4096,
    wal_bytes: 0,
    disk_free_bytes: 1e9,
    connections: null,
    last_backup: 'never',
  }),
};

/** Creates a database of a version before the first release in this folder. Its migrations had the same numbers. */
export function makeUnreleasedDatabase(folder: string): void {
  using db = new DatabaseSync(join(folder, 'booking-service.db'));
  db.exec('CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT; PRAGMA user_version = 1');
}

/**
 * Returns the store, and those of its cells, with another function for some methods. `intercept` gets the name and the store of the call,
 * and returns undefined for every method that stays.
 */
export function interceptStore(store: Store, intercept: (name: string | symbol, target: Store) => unknown): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      // The worker of a cell calls the cell's own store.
      if (name === 'cells' && target.cells) {
        const all = target.cells.all.map((cell) => ({ ...cell, store: interceptStore(cell.store, intercept) }));
        return { ...target.cells, all };
      }
      return intercept(name, target) ?? (Reflect.get(target, name, receiver) as unknown);
    },
  });
}

/**
 * Returns the numbers from 1 to `count` as a table `n (i)`, for the FROM of a statement that copies rows. Both engines read
 * a list of values.
 */
export function numberedRows(count: number): string {
  const values = Array.from({ length: count }, (_, index) => `(${index + 1})`);
  return `(SELECT column1 AS i FROM (VALUES ${values.join(', ')}) AS v) AS n`;
}

/** Returns the tables that have a row with one of these texts. */
export async function tablesWith({ query }: Pick<EngineWorld, 'query'>, texts: readonly string[]): Promise<string[]> {
  const sqlite = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`;
  const postgres = `SELECT c.relname AS name FROM pg_class c
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
  const listed = await query(sqlite).catch(() => query(postgres));
  const names = listed.map(({ name }) => String(name)).toSorted();
  if (names.length < 10) throw new Error(`Only these tables were found: ${names.join(', ')}.`);
  const found: string[] = [];
  for (const name of names) {
    const rows = JSON.stringify(await query(`SELECT * FROM ${name}`));
    if (texts.some((text) => rows.includes(text))) found.push(name);
  }
  return found;
}

/** Returns the newest deliveries of every organization, with all of their attempts, newest first. */
export async function readDeliveries(
  store: Pick<Store, 'listOrganizations' | 'listDeliveries' | 'findDelivery'>,
): Promise<DeliveryRecord[]> {
  const found: DeliveryRecord[] = [];
  for (const { id: organization_id } of await store.listOrganizations()) {
    for (let cursor: string | undefined, more = true; more;) {
      const { rows, next } = await store.listDeliveries({ organization_id, cursor, limit: 100 });
      for (const { id } of rows) {
        const record = await store.findDelivery({ organization_id, id }, { attempts: 1_000 });
        if (record) found.push(record);
      }
      [cursor, more] = [next ?? undefined, next !== null];
    }
  }
  return found.toSorted((a, b) => (a.id < b.id ? 1 : -1));
}
