/** A database for each test, which is removed after it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { inject } from 'vitest';
import { openPostgresStore, openSqliteStore, type Store } from '@booking-service/server';
import { testSealing } from '@booking-service/server/testing';

declare module 'vitest' {
  interface ProvidedContext {
    /** The PostgreSQL server of the run; see vitest.config.ts. */
    postgres: { readonly url: string; readonly template: string } | { readonly missing: string };
  }
}

export const engines = ['sqlite', 'postgres'] as const;

/** Creates an empty database of this engine. */
export async function makePlace(engine: Place['engine']): Promise<Place & AsyncDisposable> {
  if (engine === 'sqlite') {
    const location = await mkdtemp(join(tmpdir(), 'octo-provider-'));
    return { engine, location, [Symbol.asyncDispose]: () => rm(location, { recursive: true, force: true }) };
  }
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  // The end of the run drops what begins with the name of its template.
  const name = `${server.template}_octo_${randomBytes(8).toString('hex')}`;
  await query(server.url, `CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    engine,
    location: url.href,
    // The test does not wait until PostgreSQL sees that the connections have ended.
    [Symbol.asyncDispose]: async () =>
      void query(server.url, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined),
  };
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

/** A folder, or the URL of a database. */
export interface Place {
  readonly engine: 'sqlite' | 'postgres';
  readonly location: string;
}

export async function openStore({ engine, location }: Place): Promise<Store> {
  const options = { sealing: testSealing };
  return engine === 'sqlite' ? openSqliteStore(location, options) : openPostgresStore(location, options);
}
