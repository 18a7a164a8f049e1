/**
 * The PostgreSQL server of a test run: the one of TEST_DATABASE_URL, or one that is started here and stopped after the run.
 * Without either, the tests that need it fail with the reason.
 */
import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';
import { leaseByCallersClock, queryPostgres } from './query-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * `template` is the name for a database with all tables and no rows. The first test that needs it creates it. The names of the
     * other databases begin with it.
     */
    postgres: { readonly url: string; readonly template: string } | { readonly missing: string };
  }
}

const template = `test_template_${randomBytes(8).toString('hex')}`;
const given = process.env['TEST_DATABASE_URL'];
/** Autovacuum starts at any moment. It then keeps old versions of rows, and changes the plans that tests read. */
const settings = { autovacuum: 'off' };
/** The projects of a run load this module once, and so share the server. */
let server: Promise<PostgresServer> | undefined;

export async function setup(project: TestProject): Promise<void> {
  try {
    const url = given ?? (await (server ??= startPostgresServer({ settings }))).url;
    await leaseByCallersClock(url);
    project.provide('postgres', { url, template });
  } catch (error) {
    project.provide('postgres', { missing: error instanceof Error ? error.message : String(error) });
  }
}

export async function teardown(): Promise<void> {
  if (given !== undefined) await dropDatabases(given);
  const ending = server;
  server = undefined;
  // Without PostgreSQL, the tests that need it have failed with the reason.
  await (await ending?.catch(() => undefined))?.[Symbol.asyncDispose]();
}

/** Drops the databases of this run from a server that outlives it. */
async function dropDatabases(url: string): Promise<void> {
  const left = await queryPostgres(url, `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`);
  for (const { datname } of left) await queryPostgres(url, `DROP DATABASE IF EXISTS "${String(datname)}" WITH (FORCE)`);
}
