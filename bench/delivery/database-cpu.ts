import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

/** Linux counts CPU time in ticks of 10 ms. */
const tick_us = 10_000;

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
  return ofServer.reduce((sum, each) => sum + (each?.ticks ?? 0), 0) * tick_us;
}

/** Returns undefined if the process has ended. `ticks` includes the children that have ended. */
async function readProcess(pid: string): Promise<{ pid: string; parent: string; ticks: number } | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program is in parentheses and may contain spaces.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: fields[1] ?? '', ticks };
}
