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

/** Returns the URL of another database on the same server. */
export function toDatabaseUrl(url: string, name: string): string {
  return url.replace(/[^/?]*(?=\?|$)/, name);
}
