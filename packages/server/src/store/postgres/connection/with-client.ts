import { Client, DatabaseError } from 'pg';
import { StoreError } from '../../store-error.ts';
import { connectionTo } from './database.ts';
import { nameOfDatabase } from './database-url.ts';
import { unavailableCode } from './unavailable.ts';

const oldest = 15;

/**
 * Runs `work` with a connection of its own, as long as that takes. Throws a StoreError that says why the database cannot be
 * used, and never its URL.
 */
export async function withClient<T>(url: string, work: (client: Client, name: string) => Promise<T>): Promise<T> {
  const name = nameOfDatabase(url);
  let client: Client | undefined;
  try {
    // A migration may take longer than a request waits, and so may waiting for another instance's.
    client = new Client({ ...connectionTo(url, { timeout_seconds: 600 }), lock_timeout: 60_000 });
    // What becomes of the connection is told by the query under way.
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
  if (Number.parseInt(version, 10) >= oldest) return;
  throw new StoreError(`The database ${name} is PostgreSQL ${version}: it takes ${oldest} or newer.`);
}

function fixFor(error: unknown): string {
  if (error instanceof DatabaseError) {
    if (error.code === '3D000') return 'Make it first, with createdb, or name another one.';
    if (error.code?.startsWith('28')) return 'Mend the user or the password.';
    if (error.code === '42501') return 'Give this user the right to make tables there, or name another one.';
    return 'Nothing was changed: see its log, then try again.';
  }
  return unavailableCode(error) ? 'See that it runs and is reached from here, then try again.' : 'Mend its URL.';
}
