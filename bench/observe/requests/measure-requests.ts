import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verdict } from '../../delivery/report.ts';
import { toMarkdown, type Report } from '../../growth/report.ts';
import { start, type Kind, type Running } from '../../http/load.ts';
import type { CpuTime } from '../../http/listening.ts';
import type { CandidateName } from './candidates.ts';
import { sendRequests } from './send-requests.ts';

/** Many short rounds: on a busy computer some of them are undisturbed. */
const [warmUp, rounds, requests] = [4_000, 60, 800];
const kinds: readonly Kind[] = ['create', 'read'];

interface Comparison {
  readonly what: string;
  readonly of: CandidateName;
  readonly base: CandidateName;
  /** Microseconds of the whole process. */
  readonly atMost?: number;
}

const comparisons: readonly Comparison[] = [
  { what: 'the log line, with everything that joins it', of: 'logs', base: 'bare', atMost: 20 },
  { what: 'of this, the trail', of: 'quiet', base: 'bare' },
  { what: 'tracing off', of: 'quiet', base: 'untraced' },
  { what: 'two equal services', of: 'quiet, again', base: 'quiet' },
  { what: 'tracing on, every request', of: 'traces', base: 'quiet' },
];

const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736';
const client_address = '203.0.113.195';
/** What a proxy and a caller with tracing send. */
const headers = { traceparent: `00-${trace_id}-00f067aa0ba902b7-01`, 'x-forwarded-for': client_address };

type Costs = Readonly<Record<CandidateName, CpuTime[]>>;

/** Measures what the log and tracing add to a request: the differences between services whose rounds alternate. */
export async function measureRequests(onProgress: (what: string) => void): Promise<Omit<Report, 'title'>> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'booking-service-observe-')));
  const collector = opened.use(await startCollector());
  const program = fileURLToPath(new URL('candidate.ts', import.meta.url));
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const open = async (name: CandidateName) =>
    opened.use(await start(name, { folder: folder.path, program, env, headers }));
  const running = {
    bare: await open('bare'),
    untraced: await open('untraced'),
    quiet: await open('quiet'),
    'quiet, again': await open('quiet, again'),
    logs: await open('logs'),
    traces: await open('traces'),
  } satisfies Record<CandidateName, Running>;
  const measured: Record<string, Costs> = {};
  for (const kind of kinds) {
    onProgress(`${kind}s`);
    measured[kind] = await measureKind(running, kind);
  }
  await requireLine(running.logs);
  if (collector.received() === 0) throw new Error('The service sent no spans.');
  return toReport(measured);
}

async function measureKind(running: Readonly<Record<CandidateName, Running>>, kind: Kind): Promise<Costs> {
  // The record has these names and no others.
  const names = Object.keys(running) as CandidateName[];
  const costs: Costs = { bare: [], untraced: [], quiet: [], 'quiet, again': [], logs: [], traces: [] };
  for (const name of names) await sendRequests(running[name], kind, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another service, so that none always follows the same one.
    const turn = round % names.length;
    for (const name of [...names.slice(turn), ...names.slice(0, turn)])
      costs[name].push(await sendRequests(running[name], kind, requests));
  }
  return costs;
}

function toReport(measured: Readonly<Record<string, Costs>>): Omit<Report, 'title'> {
  const columns = kinds.flatMap((kind) => [`${kind}, main thread`, `${kind}, process`]);
  const each = (values: (costs: Costs, part: 'thread' | 'process') => number) =>
    kinds.flatMap((kind) => {
      const costs = measured[kind];
      return (['thread', 'process'] as const).map((part) => (costs ? values(costs, part) : Number.NaN).toFixed(1));
    });
  const whole = each((costs, part) => decileOf(costs.quiet, part));
  const lines: string[] = [];
  const rows = comparisons.map(({ what, of, base, atMost }) => {
    const values = each((costs, part) => differenceOf(costs, { of, base, part }));
    if (atMost !== undefined)
      for (const [index, kind] of kinds.entries())
        lines.push(verdict(`${kind}, ${what}, µs`, Number(values[2 * index + 1]), { atMost }));
    return [what, ...values];
  });
  const table = toMarkdown([
    ['CPU µs of a request', ...columns],
    ['the service without log and spans', ...whole],
    ...rows,
  ]);
  return { table, lines: [...table, ...lines] };
}

function differenceOf(
  costs: Costs,
  { of, base, part }: Pick<Comparison, 'of' | 'base'> & { part: 'thread' | 'process' },
): number {
  return decileOf(costs[of], part) - decileOf(costs[base], part);
}

/** The lowest decile: what a round costs when nothing disturbs it. */
function decileOf(costs: readonly CpuTime[], part: 'thread' | 'process'): number {
  const values = costs.map((cost) => cost[part]).toSorted((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 10)] ?? Number.NaN;
}

/** Throws unless the last line of the log has every field of a request, because a shorter line would cost less. */
async function requireLine({ output }: Running): Promise<void> {
  const last = (await readFile(output, 'utf8')).trimEnd().split('\n').at(-1) ?? '';
  // The log writes lines of JSON.
  const line = JSON.parse(last) as Readonly<Record<string, unknown>>;
  const missing = ['request_id', 'booking_id', 'organization_id', 'key_id', 'key_digest', 'duration_ms'].filter(
    (name) => line[name] === undefined,
  );
  if (missing.length > 0 || line['trace_id'] !== trace_id || line['client_address'] !== client_address)
    throw new Error(`A line of the log lacks ${missing.join(', ') || 'the trace or the client'}: ${last}`);
}

/** Accepts spans over OTLP and counts the requests. */
async function startCollector(): Promise<AsyncDisposable & { readonly url: string; readonly received: () => number }> {
  let received = 0;
  const server = createServer((req, res) => {
    received += 1;
    req.resume();
    req.on('end', () => res.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received: () => received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
