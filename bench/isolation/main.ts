/**
 * Measures how much longer requests of organization B take while organization A does its worst. Each round measures B alone and beside
 * the attack, so other programs affect both alike. Prints B's errors and its 99th percentile beside the attack, divided by the one
 * alone: the median of the rounds. The goals are rule SHR-1.
 *
 * Needs three free processors: one each for the service, A and B.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { toTable, verdict } from '../delivery/report.ts';
import { amount } from '../smoke.ts';
import { processArgs } from '../start-process.ts';
import { attacks, create } from './attacks.ts';
import type { Listening } from './shared-service.ts';

const rounds = amount(5, 1);
const requests = amount(400, 10);
const goals = { errors: 0, ratio: 2 } as const;

interface Measured {
  readonly errors: number;
  readonly p99_ms: number;
}

export async function run(): Promise<string> {
  const rows: string[][] = [['A does', "B's errors", 'alone, ms', 'beside, ms', 'ratio']];
  const verdicts: string[] = [];
  for (const name of Object.keys(attacks)) {
    const { errors, alone_ms, beside_ms, ratio } = await measure(name);
    rows.push([name, String(errors), alone_ms.toFixed(1), beside_ms.toFixed(1), ratio.toFixed(2)]);
    verdicts.push(verdict(`${name}, errors`, errors, { atMost: goals.errors }));
    verdicts.push(verdict(`${name}, ratio of p99`, ratio, { atMost: goals.ratio }));
  }
  const title = `isolation: B beside A, medians of ${rounds} rounds of ${requests} requests; ${availableParallelism()} processors`;
  return [title, toTable(rows), ...verdicts].join('\n');
}

/** Measures one attack against a service of its own. */
async function measure(name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const service = start('shared-service.ts', [folder]);
  try {
    // Sent by shared-service.ts.
    const [{ url, keys }] = (await once(service, 'message')) as [Listening];
    const useAsB = () => useAs(keys.b, url);
    await useAsB();
    const measured: { alone: Measured; beside: Measured }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const alone = await useAsB();
      const attacker = start('attacker.ts', [url, keys.a, name]);
      await once(attacker, 'message');
      const beside = await useAsB();
      await end(attacker);
      measured.push({ alone, beside });
    }
    return {
      errors: measured.reduce((sum, { alone, beside }) => sum + alone.errors + beside.errors, 0),
      alone_ms: median(measured.map(({ alone }) => alone.p99_ms)),
      beside_ms: median(measured.map(({ beside }) => beside.p99_ms)),
      ratio: median(measured.map(({ alone, beside }) => beside.p99_ms / alone.p99_ms)),
    };
  } finally {
    await end(service);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Creates and reads as B, one request after the other. */
async function useAs(key: string, url: string): Promise<Measured> {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const times_ms: number[] = [];
  let errors = 0;
  let path = '';
  for (let count = 0; count < requests; count += 1) {
    const isCreate = count % 2 === 0;
    const begun = performance.now();
    const response = await fetch(url + (isCreate ? '/v1/bookings' : path), {
      headers,
      ...(isCreate && { method: 'POST', body: create }),
    });
    // The body of a booking.
    const { id } = (await response.json()) as { id?: string };
    times_ms.push(performance.now() - begun);
    path = `/v1/bookings/${id}`;
    if (!response.ok) errors += 1;
  }
  const sorted = times_ms.toSorted((left, right) => left - right);
  return { errors, p99_ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN };
}

function start(file: string, given: readonly string[]): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), given, { execArgv: processArgs });
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
