/**
 * Creates and reads over HTTP: what a request costs here, in raw node:http, and in other frameworks, with and without the same work
 * behind them. Each candidate runs in its own process, and the rounds of the candidates alternate. CPU time is the measure: wall time
 * also depends on the load generator and on what else the computer does.
 *
 * BENCH_CANDIDATES selects candidates by a part of their names, separated by commas. BENCH_CHECKOUT names another checkout of this
 * repository, whose servers become candidates, too.
 */
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { candidates } from './candidates.ts';
import { load, start, type Cost, type Kind, type Running } from './load.ts';
import { amount, isSmoke } from '../report.ts';

const warmUp = amount(5_000, 32);
const rounds = amount(8, 1);
const seconds = 1;

interface Goal {
  readonly kind: Kind;
  readonly of: string;
  readonly base: string;
  readonly atLeast: number;
}

/** The CPU time of `base` divided by that of `of`. */
const goals: readonly Goal[] = [
  // One line of the same log on both sides. Fastify's default log writes two lines for a request, each by itself.
  { kind: 'read', of: 'booking-service, log', base: 'fastify, same work, our log', atLeast: 1.05 },
  { kind: 'create', of: 'booking-service, log', base: 'fastify, same work, our log', atLeast: 1.05 },
  { kind: 'read', of: 'booking-service, SQLite, log', base: 'fastify, same work, SQLite, our log', atLeast: 1.05 },
  { kind: 'create', of: 'booking-service, SQLite, log', base: 'fastify, same work, SQLite, our log', atLeast: 1 },
  { kind: 'read', of: 'booking-service, log', base: 'fastify, same work, log', atLeast: 1.05 },
  { kind: 'create', of: 'booking-service, log', base: 'fastify, same work, log', atLeast: 1.05 },
  { kind: 'read', of: 'booking-service, SQLite, log', base: 'fastify, same work, SQLite, log', atLeast: 1.2 },
  { kind: 'create', of: 'booking-service, SQLite, log', base: 'fastify, same work, SQLite, log', atLeast: 0.95 },
  { kind: 'read', of: 'booking-service', base: 'fastify, validation', atLeast: 0.65 },
  { kind: 'create', of: 'booking-service', base: 'fastify, validation', atLeast: 0.6 },
  { kind: 'read', of: 'booking-service, request log', base: 'booking-service', atLeast: 0.95 },
  { kind: 'create', of: 'booking-service, request log', base: 'booking-service', atLeast: 0.95 },
  { kind: 'read', of: 'booking-service, SQLite, request log', base: 'booking-service, SQLite', atLeast: 0.95 },
  { kind: 'create', of: 'booking-service, SQLite, request log', base: 'booking-service, SQLite', atLeast: 0.95 },
  { kind: 'read', of: 'booking-service, 200 operations', base: 'booking-service', atLeast: 0.9 },
  { kind: 'create', of: 'booking-service, 200 operations', base: 'booking-service', atLeast: 0.9 },
];

type Measured = ReadonlyMap<string, readonly Cost[]>;

export async function run(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-bench-')));
  const running: Running[] = [];
  for (const place of places()) running.push(opened.use(await start(place.name, { folder: folder.path, ...place })));
  const lines: string[] = [];
  for (const kind of ['create', 'read'] as const) {
    const measured = await measure(running, kind);
    lines.push(...toTable(kind, measured), ...toVerdicts(kind, measured), '');
  }
  return lines.join('\n');
}

/** The selected candidates, and those of another checkout. */
function places(): { name: string; root?: string }[] {
  const { BENCH_CANDIDATES: selected = '', BENCH_CHECKOUT: root } = process.env;
  const names = Object.keys(candidates).filter((name) => selected.split(',').some((part) => name.includes(part)));
  const others = root === undefined ? [] : names.filter((name) => name.startsWith('booking-service'));
  return [...names.map((name) => ({ name })), ...others.map((name) => ({ name, root: root ?? '' }))];
}

async function measure(running: readonly Running[], kind: Kind): Promise<Measured> {
  const measured = new Map(running.map(({ label }) => [label, [] as Cost[]]));
  for (const candidate of running) await load(candidate, kind, { amount: warmUp });
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of running)
      measured
        .get(candidate.label)
        ?.push(await load(candidate, kind, isSmoke ? { amount: 32 } : { duration: seconds }));
  }
  return measured;
}

function toTable(kind: Kind, measured: Measured): string[] {
  const head = `http: ${kind}, ${rounds} rounds of ${seconds} s; CPU µs per request is the lower quartile of the rounds`;
  const columns = `  ${''.padEnd(42)}${'main thread'.padStart(12)}${'process'.padStart(10)}${'per second'.padStart(12)}`;
  return [head, columns, ...[...measured].map(([name, costs]) => `  ${name.padEnd(42)}${toCells(costs)}`)];
}

function toCells(costs: readonly Cost[]): string {
  const cpu = [quartile(costs.map(({ thread }) => thread)), quartile(costs.map((cost) => cost.process))];
  const per_second = quartile(costs.map((cost) => -cost.per_second));
  return `${cpu[0]?.toFixed(1).padStart(12)}${cpu[1]?.toFixed(1).padStart(10)}${(-per_second).toFixed(0).padStart(12)}`;
}

/** Compares the CPU time of the main threads. */
function toVerdicts(kind: Kind, measured: Measured): string[] {
  return goals.flatMap((goal) => {
    const [of, base] = [measured.get(goal.of), measured.get(goal.base)];
    if (goal.kind !== kind || !of || !base) return [];
    const ratio = quartile(base.map(({ thread }) => thread)) / quartile(of.map(({ thread }) => thread));
    const verdict = ratio < goal.atLeast ? 'MISSED' : 'held';
    return [`  ${kind}: ${goal.of} ${ratio.toFixed(2)} × ${goal.base} by CPU, goal ${goal.atLeast}: ${verdict}`];
  });
}

/** The lower quartile: what a round costs when little disturbs it. */
function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}
