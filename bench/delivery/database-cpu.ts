import { readdir } from 'node:fs/promises';
import { Client } from 'pg';
import { readProcess } from './process-usage.ts';

/** Returns the CPU time that the PostgreSQL server of this database has used, with all of its processes. Needs /proc. */
export async function readDatabaseCpu(database: string): Promise<number> {
  const client = new Client({ connectionString: database });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = await readProcess(String(rows[0]?.pid));
  await client.end();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = await Promise.all(pids.map(readProcess));
  const ofServer = all.filter((each) => each && (each.pid === backend?.parent || each.parent === backend?.parent));
  return ofServer.reduce((sum, each) => sum + (each?.cpu_us ?? 0), 0);
}
