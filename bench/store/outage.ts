/**
 * Measures a service on three cells while the database of one is killed, while its machine hangs, and until its standby takes over: the requests of organizations in the other
 * cells beside those of the same load without an outage, the time until the organization of the cell gets 503, and the time until it works again.
 * Service and callers are one process, which is the same in all phases.
 */
import { setTimeout as pause } from 'node:timers/promises';
// @boundaries-ignore benchmarks use the service on cells of the tests
import { openCellService, type CellName, type CellService } from '../../packages/server/test/store/cells/open-cells.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { openHangingProxy } from '../../packages/server/test/support/postgres/hanging-proxy.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer, withStandby } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { quantile, toTable, verdict } from '../delivery/report.ts';
import { amount } from '../smoke.ts';
import { median } from './creates.ts';

const rounds = amount(3, 1);
/** The requests in the other cells in a phase: a create, then its read. */
const requests = amount(240, 8);
const callers = 4;
const pause_ms = 10;
const goals = { errors: 0, ratio: 2, refused_ms: 1_000, back_ms: 5_000 } as const;

interface Phase {
  /** The 99th percentile of the requests in the other cells. */
  readonly p99_ms: number;
  /** The requests in the other cells that failed. */
  readonly errors: number;
  /** The longest request in the cell that was refused with 503. NaN if none was. */
  readonly refused_ms: number;
}

const kinds = ['killed', 'hanging', 'replaced by its standby'] as const;
type Kind = (typeof kinds)[number];

export async function runOutage(): Promise<string> {
  await using opened = new AsyncDisposableStack();
  const [one, three] = [opened.use(await startPostgresServer()), opened.use(await startPostgresServer())];
  const two = opened.use(await startPostgresServer({ settings: withStandby }));
  const proxy = opened.use(await openHangingProxy(two.url));
  const service = opened.use(await openCellService([one.url, proxy.url, three.url]));
  const standby = opened.use(await startPostgresServer({ standbyOf: two }));
  const outages: Record<Kind, { begin(): Promise<void>; end(): Promise<void> }> = {
    killed: { begin: () => two.crash(), end: () => two.start() },
    hanging: { begin: async () => void proxy.hang(), end: async () => proxy.resume() },
    'replaced by its standby': {
      begin: () => two.crash(),
      async end() {
        await standby.promote();
        proxy.direct(standby.url);
      },
    },
  };
  const measured: Record<Kind, { readonly alone: Phase; readonly beside: Phase; readonly back_ms: number }[]> = {
    killed: [],
    hanging: [],
    'replaced by its standby': [],
  };
  await runPhase(service);
  for (let round = 0; round < rounds; round += 1)
    // The standby takes over once, at the end.
    for (const kind of round + 1 < rounds ? kinds.slice(0, 2) : kinds) {
      const alone = await runPhase(service);
      await outages[kind].begin();
      const beside = await runPhase(service);
      await outages[kind].end();
      measured[kind].push({ alone, beside, back_ms: await untilBack(service) });
    }

  const rows = [['cell', 'p99 alone, ms', 'p99 beside, ms', 'ratio', 'errors', '503 after, ms', 'back after, ms']];
  const verdicts: string[] = [];
  for (const kind of kinds) {
    const phases = measured[kind];
    const ratio = median(phases.map(({ alone, beside }) => beside.p99_ms / alone.p99_ms));
    const errors = phases.reduce((sum, { alone, beside }) => sum + alone.errors + beside.errors, 0);
    const refused_ms = Math.max(...phases.map(({ beside }) => beside.refused_ms));
    const back_ms = Math.max(...phases.map((phase) => phase.back_ms));
    const p99 = (name: 'alone' | 'beside') => median(phases.map((phase) => phase[name].p99_ms)).toFixed(1);
    rows.push([
      kind,
      p99('alone'),
      p99('beside'),
      ratio.toFixed(2),
      String(errors),
      refused_ms.toFixed(0),
      back_ms.toFixed(0),
    ]);
    verdicts.push(
      verdict(`${kind}, ratio of p99`, ratio, { atMost: goals.ratio }),
      verdict(`${kind}, errors of others`, errors, { atMost: goals.errors }),
      verdict(`${kind}, ms until 503`, refused_ms, { atMost: goals.refused_ms }),
      verdict(`${kind}, ms until back`, back_ms, { atMost: goals.back_ms }),
    );
  }
  const title = `store: two cells beside one with an outage, ${callers} callers, medians of ${rounds} rounds of ${requests} requests, the longest of 503 and of back`;
  return [title, toTable(rows), ...verdicts].join('\n');
}

let orders = 0;

/** Sends the requests of organizations in all three cells, and measures each. */
async function runPhase({ book, call, organizations }: CellService): Promise<Phase> {
  const [others_ms, refused_ms]: [number[], number[]] = [[], []];
  let errors = 0;
  let left = requests;
  const timed = async (send: () => Promise<{ readonly status: number }>) => {
    const begun = performance.now();
    const { status } = await send();
    return { status, took_ms: performance.now() - begun };
  };
  const note = ({ status, took_ms }: { readonly status: number; readonly took_ms: number }) => {
    others_ms.push(took_ms);
    if (status >= 300) errors += 1;
  };
  const caller = async (_: unknown, index: number) => {
    const cell: CellName = index % 2 === 0 ? 'one' : 'three';
    for (; left > 0; await pause(pause_ms)) {
      left -= 2;
      let id = '';
      note(
        await timed(async () => {
          const created = await book(cell, `order-${(orders += 1)}`);
          ({ id } = created.body);
          return created;
        }),
      );
      note(await timed(() => call(organizations[cell].key, `GET /v1/bookings/${id}`)));
    }
  };
  const ending = new AbortController();
  const affected = async () => {
    for (; !ending.signal.aborted; await pause(pause_ms)) {
      const { status, took_ms } = await timed(() => book('two', `order-${(orders += 1)}`));
      if (status === 503) refused_ms.push(took_ms);
    }
  };
  const running = [affected(), affected()];
  await Promise.all(Array.from({ length: callers }, caller));
  ending.abort();
  await Promise.all(running);
  return { p99_ms: quantile(others_ms, 0.99), errors, refused_ms: quantile(refused_ms, 1) };
}

/** Returns the time until the organization of the cell works again. */
async function untilBack({ book }: CellService): Promise<number> {
  const begun = performance.now();
  while ((await book('two', `order-${(orders += 1)}`)).status === 503) await pause(pause_ms);
  return performance.now() - begun;
}
