/** The store of a service that brings only SQL: a table of loans, which is not about bookings, beside the tables of the kernel. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KernelStore, ServiceFiles } from '@booking-service/kernel/store';
// @boundaries-ignore a private part of the kernel
import { openPostgres } from '../../../../kernel/src/store/postgres/open-postgres.ts';
// @boundaries-ignore a private part of the kernel
import { openSqlite } from '../../../../kernel/src/store/sqlite/open-sqlite.ts';
import { testSealing } from '../../../src/testing.ts';
import { makePostgresDatabase, type BaseEngine } from '../../support/engines.ts';

export const files: ServiceFiles = { program: 'library', migrations: new URL('migrations/', import.meta.url) };
export const created = '2026-11-21T09:00:00.000Z';
export const organization_id = 'org_library';
export const signing_secret = 'whsec_library';

export const lend = {
  name: 'lend',
  text: 'INSERT INTO loans (organization_id, id, copy_id, days) VALUES ($1, $2, $3, $4) RETURNING id, days, state',
};

export interface Library extends KernelStore {
  count(): Promise<Record<string, number>>;
}

const counted = ['loans', 'idempotency_keys', 'events', 'deliveries', 'delivery_queues'];
const countRows = {
  name: 'count_rows',
  text: `SELECT ${counted.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`,
};

/** Adds the organization, and the numbers of rows. The folder or the database is removed with the library. */
async function asLibrary(store: KernelStore, remove: () => Promise<void>): Promise<Library> {
  await store.createOrganization(organization);
  return {
    ...store,
    async count() {
      const [row] = await store.query<Record<string, number | string>>(countRows, []);
      return Object.fromEntries(counted.map((table) => [table, Number(row?.[table])]));
    },
    async [Symbol.asyncDispose]() {
      await store[Symbol.asyncDispose]();
      await remove();
    },
  };
}

/** Opens the store on each engine. */
export const openLibrary: Record<BaseEngine, () => Promise<Library>> = {
  async sqlite() {
    const folder = await mkdtemp(join(tmpdir(), 'library-'));
    const store = openSqlite(folder, { ...files, sealing: testSealing });
    return asLibrary(store, () => rm(folder, { recursive: true }));
  },
  async postgres() {
    const made = await makePostgresDatabase();
    await made.migrate(files);
    const limits = { window_seconds: 60 };
    const store = await openPostgres(made.url, { ...files, limits, sealing: testSealing, migrate: 'never' });
    return asLibrary(store, async () => made[Symbol.asyncDispose]());
  },
};

const organization = {
  id: organization_id,
  name: 'Library',
  created,
  webhook_url: 'https://library.test/webhooks',
  signing_secret,
  rate_limit: 100,
  test_allowance: 0,
};
