import { Client, DatabaseError } from 'pg';
import { StoreError } from '../store-errors.ts';
import { connectionTo, unavailableCode, type ConnectionOptions } from './database.ts';
import { nameOfDatabase } from './database-url.ts';

const minVersion = 15;

/**
 * Runs `work` with its own connection. Throws a StoreError that says why the database cannot be used. Its message never contains
 * the URL.
 */
export async function withClient<T>(
  url: string,
  { program }: Pick<ConnectionOptions, 'program'>,
  work: (client: Client, name: string) => Promise<T>,
): Promise<T> {
  const name = nameOfDatabase(url);
  let client: Client | undefined;
  try {
    // A migration may take longer than a request may wait, and so may the migration of another instance.
    client = new Client({ ...connectionTo(url, { timeout_seconds: 600, program }), lock_timeout: 60_000 });
    // The query under way rejects if the connection is lost.
    client.on('error', () => undefined);
    await client.connect();
    await requireVersion(client, name);
    return await work(client, name);
  } catch (cause) {
    if (cause instanceof StoreError) throw cause;
    const reason =
      cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause) : String(cause);
    throw new StoreError(`Cannot use the database ${name}: ${reason}. ${fixFor(cause)}`, { cause });
  } finally {
    await client?.end().catch(() => undefined);
  }
}

async function requireVersion(client: Client, name: string): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= minVersion) return;
  throw new StoreError(`The database ${name} is PostgreSQL ${version}. Use PostgreSQL ${minVersion} or newer.`);
}

function fixFor(error: unknown): string {
  if (error instanceof DatabaseError) {
    if (error.code === '3D000') return 'Create it with createdb, or use another database.';
    if (error.code?.startsWith('28')) return 'Check the user name and password.';
    if (error.code === '42501') return 'Allow this user to create tables there, or use another database.';
    return 'Nothing was changed. Read the log of the database, then try again.';
  }
  return unavailableCode(error) ? 'Check that it runs and can be reached from here, then try again.' : 'Check the URL.';
}
