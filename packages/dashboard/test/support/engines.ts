/** A new store on each engine, for one world. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratePostgresStore, openPostgresStore, openSqliteStore, type Store } from '@booking-service/server';
import { testSealing } from '@booking-service/server/testing';
import { Client } from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the run; see vitest.config.ts. */
    postgres: { readonly url: string; readonly template: string } | { readonly missing: string };
  }
}

export const engines = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof engines)[number];

export interface TestStore extends AsyncDisposable {
  readonly store: Store;
}

/** Opens a store without rows. Its disposal removes it. */
export async function openStoreOn(engine: EngineName): Promise<TestStore> {
  await using opened = new AsyncDisposableStack();
  const sealing = { sealing: testSealing };
  const place = engine === 'sqlite' ? await makeFolder(opened) : await makeDatabase(opened);
  if (engine === 'postgres') await migratePostgresStore(place, sealing);
  const store = opened.use(
    engine === 'sqlite' ? openSqliteStore(place, sealing) : await openPostgresStore(place, sealing),
  );
  const running = opened.move();
  return { store, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

async function makeFolder(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function makeDatabase(opened: AsyncDisposableStack): Promise<string> {
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  // The end of the run drops what begins with the name of its template.
  const name = `${server.template}_dashboard_${randomBytes(8).toString('hex')}`;
  await query(server.url, `CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  // The test does not wait until PostgreSQL sees that the connections have ended.
  opened.defer(() => void query(server.url, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined));
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
