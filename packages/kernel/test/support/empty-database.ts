/** A place for a new store on each engine: an empty folder, or an empty database of the tests' PostgreSQL server. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

export interface EmptyDatabase extends AsyncDisposable {
  /** The option `database` of a service. */
  readonly database: string;
}

/** Returns the place. Its disposal removes it. */
export async function emptyDatabase(engine: EngineName): Promise<EmptyDatabase> {
  return engine === 'sqlite' ? makeFolder() : makeDatabase();
}

async function makeFolder(): Promise<EmptyDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'kernel-'));
  return {
    database: `sqlite:${folder}`,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function makeDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgres');
  if ('missing' in server) throw new Error(server.missing);
  // The end of the run drops what begins with the name of its template.
  const name = `${server.template}_kernel_${randomBytes(8).toString('hex')}`;
  await query(server.url, `CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    database: url.href,
    // The test does not wait until PostgreSQL sees that the connections have ended.
    async [Symbol.asyncDispose]() {
      void query(server.url, `DROP DATABASE ${name} WITH (FORCE)`).catch(() => undefined);
    },
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
