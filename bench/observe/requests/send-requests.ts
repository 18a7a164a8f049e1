import { Pool } from 'undici';
import type { CpuTime } from '../../http/listening.ts';
import { readCpuTime, type Kind, type Running } from '../../http/load.ts';
import { body } from '../../http/request.ts';

const connections = 32;

/** Sends so many requests over 32 connections, and returns the CPU time of one in microseconds. Throws if one is refused. */
export async function sendRequests(
  { child, url, key, path, headers }: Pick<Running, 'child' | 'url' | 'key' | 'path' | 'headers'>,
  kind: Kind,
  amount: number,
): Promise<CpuTime> {
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(new Pool(url, { connections }), (each) => each.close());
  const sent = { ...headers, authorization: `Bearer ${key}` };
  const request =
    kind === 'create'
      ? ({
          method: 'POST',
          path: '/v1/bookings',
          headers: { ...sent, 'content-type': 'application/json' },
          body,
        } as const)
      : ({ method: 'GET', path, headers: sent } as const);
  let left = amount;
  const before = await readCpuTime(child);
  const caller = async () => {
    for (; left > 0;) {
      left -= 1;
      const response = await pool.request(request);
      const text = await response.body.text();
      if (response.statusCode >= 300) throw new Error(`A ${kind} returned ${response.statusCode}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, caller));
  const after = await readCpuTime(child);
  return { thread: (after.thread - before.thread) / amount, process: (after.process - before.process) / amount };
}
