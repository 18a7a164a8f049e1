import { Client } from 'pg';

/** Runs SQL on a separate connection. */
export async function queryPostgres(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

/** Lets the leases of this user's connections follow the clock of the caller, which tests move. See lease_time.sql. */
export async function leaseByCallersClock(url: string): Promise<void> {
  await queryPostgres(url, `ALTER ROLE CURRENT_USER SET leases.clock = 'caller'`);
}

/** Returns the URL of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  return url.replace(/[^/?]*(?=\?|$)/, name);
}
