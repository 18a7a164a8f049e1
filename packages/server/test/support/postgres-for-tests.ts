/**
 * Set up once for a run of the server's tests: the PostgreSQL server of TEST_DATABASE_URL, or one that is started here and
 * ended with the run. Where there is none, the tests that need it fail and say so.
 */
import type { TestProject } from 'vitest/node';
import { startPostgresServer, type PostgresServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { readonly url: string } | { readonly missing: string };
  }
}

let server: PostgresServer | undefined;

export async function setup(project: TestProject): Promise<void> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given !== undefined) {
    project.provide('postgres', { url: given });
    return;
  }
  try {
    server = await startPostgresServer();
    project.provide('postgres', { url: server.url });
  } catch (error) {
    project.provide('postgres', { missing: error instanceof Error ? error.message : String(error) });
  }
}

export async function teardown(): Promise<void> {
  await server?.[Symbol.asyncDispose]();
}
