/** The usage of processes, read from Linux. */
import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';

/** Linux counts CPU time in ticks of 10 ms. */
const tick_us = 10_000;

interface ProcessUsage {
  readonly pid: string;
  readonly parent: string;
  /** With all of its threads, and with its children that have ended. */
  readonly cpu_us: number;
  /** The highest resident memory. 0 for a process of the kernel. */
  readonly peak_mb: number;
}

/** Returns undefined if the process has ended. */
export async function readProcess(pid: string): Promise<ProcessUsage | undefined> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => undefined);
  const [stat, status] = await Promise.all([read('stat'), read('status')]);
  // The name of the program is in parentheses and may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (!fields) return undefined;
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const peak_kb = Number(/^VmHWM:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0);
  return { pid, parent: fields[1] ?? '', cpu_us: ticks * tick_us, peak_mb: Math.round(peak_kb / 1_024) };
}

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
