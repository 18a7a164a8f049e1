/**
 * Measures how long other work waits for the main thread while the provider reads 60,000 products of an OCTO supplier, beside the
 * plain way, which parses the response at once. A probe takes every turn of the event loop; the longest turn of a reading is what a
 * customer's request may wait. Prints the medians of the rounds, and the ratio.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createOctoProvider } from '@booking-service/octo-provider';
import { amount } from '../smoke.ts';

const rounds = amount(7, 1);
const goal = 0.25;

export async function run(): Promise<string> {
  const supplier = fork(fileURLToPath(new URL('supplier.ts', import.meta.url)));
  try {
    // Sent by supplier.ts.
    const [{ port, bytes }] = (await once(supplier, 'message')) as [{ port: number; bytes: number }];
    return await compare(`http://127.0.0.1:${port}`, bytes);
  } finally {
    supplier.kill();
  }
}

async function compare(url: string, bytes: number): Promise<string> {
  const ways = {
    'octo-provider': async () => {
      const provider = createOctoProvider({ name: 'tours', baseUrl: url, token: 'token', timeoutSeconds: 60 });
      return (await provider.searchVenues({ limit: 1 }, { organization_id: 'org_bench', livemode: false })).data.length;
    },
    'fetch, then JSON.parse': async () => JSON.parse(await (await fetch(`${url}/products/`)).text()) as unknown,
  };
  const longest = { 'octo-provider': [] as number[], 'fetch, then JSON.parse': [] as number[] };
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['octo-provider', 'fetch, then JSON.parse'] as const) {
      const turn_ms = await findLongestTurn(ways[name]);
      if (round > 0) longest[name].push(turn_ms);
    }
  }
  const [own, plain] = [median(longest['octo-provider']), median(longest['fetch, then JSON.parse'])];
  const ratio = own / plain;
  return [
    `catalogue: 60,000 products, ${(bytes / 2 ** 20).toFixed(0)} MiB; the longest turn of a reading, medians of ${rounds} rounds`,
    `  octo-provider           ${own.toFixed(1).padStart(7)} ms`,
    `  fetch, then JSON.parse  ${plain.toFixed(1).padStart(7)} ms`,
    `  octo-provider ${ratio.toFixed(3)} × fetch, then JSON.parse, goal ${goal}: ${ratio > goal ? 'MISSED' : 'held'}`,
  ].join('\n');
}

/** Returns the CPU time of the longest turn of the event loop while the work runs, in milliseconds. */
async function findLongestTurn(work: () => Promise<unknown>): Promise<number> {
  const state = { isDone: false };
  const done = work().finally(() => {
    state.isDone = true;
  });
  let longest = 0;
  let last = cpuTime_ms();
  while (!state.isDone) {
    await nextTurn();
    const now = cpuTime_ms();
    longest = Math.max(longest, now - last);
    last = now;
  }
  await done;
  return longest;
}

function cpuTime_ms(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
