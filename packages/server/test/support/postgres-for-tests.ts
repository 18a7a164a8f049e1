/**
 * The PostgreSQL server of a test run: the one of TEST_DATABASE_URL, or one that is started here and stopped after the run.
 * Without either, the tests that need it fail with the reason.
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
