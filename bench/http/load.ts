/** Candidates as processes of their own, and the load on them. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { body, type CpuTime, type Listening } from './request.ts';
import { processArgs } from '../processes.ts';

const connections = 32;

export type Kind = 'create' | 'read';

export interface Running extends AsyncDisposable, Listening {
  /** The name, with the checkout if it is another one. */
  readonly label: string;
  readonly child: ChildProcess;
  /** A booking that can be read. */
  readonly path: string;
}

/** The start of a candidate. */
export interface Starting {
  /** The folder of its files. */
  readonly folder: string;
  /** Another checkout, whose candidate it is. */
  readonly root?: string;
}

/** The cost of requests. CPU times are microseconds per request. */
export interface Cost extends CpuTime {
  readonly per_second: number;
}

/** Starts a candidate. Its standard output, with its log, goes to a file in the folder. */
export async function start(name: string, { folder, root }: Starting): Promise<Running> {
  const own = fileURLToPath(new URL('candidate.ts', import.meta.url));
  const file = root === undefined ? own : `${root}/bench/http/candidate.ts`;
  const label = root === undefined ? name : `${name} (other checkout)`;
  const id = label.replaceAll(/\W+/g, '-');
  await using log = await open(join(folder, `${id}.log`), 'a');
  const child = fork(file, [name, join(folder, id)], {
    execArgv: processArgs,
    stdio: ['ignore', log.fd, 'inherit', 'ipc'],
  });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${label} exited with code ${code} before it listened.`);
  });
  // Sent by candidate.ts.
  const [{ url, key }] = (await Promise.race([once(child, 'message'), failure])) as [Listening];
  const made = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  });
  if (made.status !== 201) throw new Error(`${name} returned ${made.status}: ${await made.text()}`);
  const booking = (await made.json()) as { id: string };
  return {
    label,
    child,
    url,
    key,
    path: `/v1/bookings/${booking.id}`,
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill();
      await exited;
    },
  };
}

/** Sends requests over 32 connections: a number of them, or for a number of seconds. */
export async function load(
  { label, child, url, key, path }: Running,
  kind: Kind,
  until: { readonly amount: number } | { readonly duration: number },
): Promise<Cost> {
  const before = await readCpuTime(child);
  const { requests, non2xx, errors, duration } = await autocannon({
    url: kind === 'create' ? `${url}/v1/bookings` : url + path,
    method: kind === 'create' ? 'POST' : 'GET',
    connections,
    ...until,
    headers: {
      authorization: `Bearer ${key}`,
      ...(kind === 'create' && { 'content-type': 'application/json' }),
    },
    ...(kind === 'create' && { body }),
  });
  const after = await readCpuTime(child);
  if (non2xx + errors > 0) throw new Error(`${label}: ${non2xx} responses were not 2xx, ${errors} requests failed.`);
  return {
    thread: (after.thread - before.thread) / requests.total,
    process: (after.process - before.process) / requests.total,
    per_second: requests.total / duration,
  };
}

/** Returns what the process of a candidate has used. */
export async function readCpuTime(child: ChildProcess): Promise<CpuTime> {
  child.send('cpu');
  // Sent by candidate.ts.
  const [used] = (await once(child, 'message')) as [CpuTime];
  return used;
}
