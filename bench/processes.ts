/** The processes of a benchmark: how they start, and what they use. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

/** A process of a benchmark. It sends `First` when it is ready, and a `Reading` for each message. */
interface RunningProcess<First, Reading, Message> extends AsyncDisposable {
  readonly first: First;
  send(message: Message): Promise<Reading>;
}

/** The arguments of Node for a process of a benchmark. */
export const processArgs: string[] = [
  '--conditions=@booking-service/source',
  // Ends the process when its parent has ended, also by an error.
  '--import=data:text/javascript,process.once("disconnect", () => process.exit())',
];

interface ProcessOptions {
  readonly args?: readonly string[];
  /** The file for its standard output. Default: that of this process. */
  readonly log?: string | undefined;
}

/** Starts a file. Its messages have the given types. */
export async function startProcess<First, Reading, Message extends string | number>(
  file: URL,
  { args = [], log }: ProcessOptions = {},
): Promise<RunningProcess<First, Reading, Message>> {
  await using output = log === undefined ? undefined : await open(log, 'a');
  const child = fork(fileURLToPath(file), args, {
    execArgv: processArgs,
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', output?.fd ?? 'inherit', 'inherit', 'ipc'],
  });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} exited with code ${code}.`);
  });
  // Waited for only in the races below.
  failure.catch(() => undefined);
  const receive = async <Received>() => ((await Promise.race([once(child, 'message'), failure])) as [Received])[0];
  const first = await receive<First>();
  return {
    first,
    async send(message) {
      child.send(message);
      return receive<Reading>();
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

// The usage of processes, read from Linux.

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
