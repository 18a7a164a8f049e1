/**
 * Creates and reads over HTTP: this server beside bare Express, Express with express-openapi-validator as its README shows,
 * and Fastify with its own validation. Each candidate runs in its own process. The rounds of the candidates alternate.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { body } from './request.ts';

const candidates = [
  'booking-service, in memory',
  'booking-service, SQLite',
  'fastify',
  'express bare',
  'express + validator',
] as const;
type Candidate = (typeof candidates)[number];

const rounds = 5;
const seconds = 3;
const connections = 32;

const goals = [
  { kind: 'create', of: 'booking-service, in memory', base: 'fastify', atLeast: 1 },
  { kind: 'create', of: 'booking-service, in memory', base: 'express + validator', atLeast: 2 },
  { kind: 'read', of: 'booking-service, in memory', base: 'fastify', atLeast: 0.85 },
] as const;

interface Running {
  readonly name: Candidate;
  readonly process: ChildProcess;
  readonly url: string;
  readonly key: string;
  /** A booking that can be read. */
  readonly path: string;
}

export async function run(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  const running = await Promise.all(candidates.map((name) => start(name, folder)));
  const lines: string[] = [];
  try {
    const measured = { create: await measure(running, 'create'), read: await measure(running, 'read') };
    for (const kind of ['create', 'read'] as const) {
      lines.push(`http: ${kind}, ${connections} connections, medians of ${rounds} rounds of ${seconds} s`);
      for (const name of candidates) {
        const per_second = median(measured[kind][name]).toFixed(0).padStart(7);
        lines.push(
          `  ${name.padEnd(26)} ${per_second} /s  ${ratioOf(measured[kind], name, 'fastify').toFixed(2)} × fastify`,
        );
      }
    }
    for (const { kind, of, base, atLeast } of goals) {
      const ratio = ratioOf(measured[kind], of, base);
      const verdict = ratio < atLeast ? 'MISSED' : 'held';
      lines.push(`  ${kind}: ${of} ${ratio.toFixed(2)} × ${base}, goal ${atLeast}: ${verdict}`);
    }
  } finally {
    await Promise.all(running.map(({ process: child }) => end(child)));
    await rm(folder, { recursive: true });
  }
  return lines.join('\n');
}

/** Requests per second of each candidate, round by round. */
async function measure(running: readonly Running[], kind: 'create' | 'read'): Promise<Record<Candidate, number[]>> {
  const results = Object.fromEntries(candidates.map((name) => [name, []])) as unknown as Record<Candidate, number[]>;
  for (let round = -1; round < rounds; round += 1) {
    for (const { name, url, key, path } of running) {
      const { requests, non2xx, errors } = await autocannon({
        url: kind === 'create' ? `${url}/v1/bookings` : url + path,
        method: kind === 'create' ? 'POST' : 'GET',
        connections,
        // The first round only warms up.
        duration: round === -1 ? 1 : seconds,
        headers: { authorization: `Bearer ${key}`, ...(kind === 'create' && { 'content-type': 'application/json' }) },
        ...(kind === 'create' && { body }),
      });
      if (non2xx + errors > 0) throw new Error(`${name}: ${non2xx} responses were not 2xx, ${errors} requests failed.`);
      if (round >= 0) results[name].push(requests.average);
    }
  }
  return results;
}

async function start(name: Candidate, folder: string): Promise<Running> {
  const file = fileURLToPath(new URL('candidate.ts', import.meta.url));
  const child = spawn(process.execPath, ['--conditions=@booking-service/source', file, name, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // Printed by candidate.ts.
  const { url, key } = JSON.parse(line.toString()) as { url: string; key: string };
  const made = await fetch(`${url}/v1/bookings`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body,
  });
  if (made.status !== 201) throw new Error(`${name} returned ${made.status}: ${await made.text()}`);
  const { id } = (await made.json()) as { id: string };
  return { name, process: child, url, key, path: `/v1/bookings/${id}` };
}

async function end(child: ChildProcess): Promise<void> {
  child.kill();
  await once(child, 'exit');
}

function ratioOf(measured: Record<Candidate, number[]>, of: Candidate, base: Candidate): number {
  return median(measured[of].map((value, round) => value / (measured[base][round] ?? Number.NaN)));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
