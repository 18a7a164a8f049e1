/**
 * Runs a real `serve` on each engine beside each other, under load, and checks that nothing grows without bound.
 *
 * Run     npm run soak -- --minutes 20    default: 20. --rate 10: creates in a second on each engine
 *         npm run soak -- --leak          plants a leak in each service, which the verdict must find
 *         npm run soak -- --write         writes the tables into docs/soak.md
 * Prints  a table for each engine and a verdict for each row of it. Exits 1 if something grows, or if a request failed.
 */
import { availableParallelism, arch } from 'node:os';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../scripts/programs/read-flags.ts';
import { toMarkdown } from '../growth/report.ts';
import { startLoad } from './load.ts';
import { toRow, type Interval } from './measured.ts';
import { startSoaked, type EngineName } from './soaked-service.ts';
import { judge, type Verdict } from './verdict.ts';
import { isSmoke } from '../smoke.ts';

interface Soaked {
  readonly engine: EngineName;
  readonly intervals: readonly Interval[];
  readonly verdicts: readonly Verdict[];
  readonly unexpected: ReadonlyMap<string, number>;
}

const engines: readonly EngineName[] = ['sqlite', 'postgres'];
const intervalsOfRun = 20;
const page = new URL('../../docs/soak.md', import.meta.url);

export async function run(_sections: readonly string[], given: readonly string[]): Promise<string> {
  const { values } = readFlags({
    args: [...given],
    options: {
      minutes: { type: 'string', default: isSmoke ? '0.05' : '20' },
      rate: { type: 'string', default: '10' },
      leak: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
    },
  });
  const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
  if (!(minutes > 0 && rate > 0)) throw new Error('--minutes and --rate are numbers above 0.');
  await using closing = new AsyncDisposableStack();
  const server = closing.use(await startPostgresServer());
  const soaked = await Promise.all(
    engines.map((engine) => soak(engine, { minutes, rate, leak: values.leak, postgres: server.url })),
  );
  const what = `${minutes} minutes at ${rate} creates/s on each engine, Node ${process.versions.node}, ${availableParallelism()} cores (${arch()}), ${new Date().toISOString().slice(0, 10)}`;
  const lines = soaked.flatMap((each) => ['', `### ${each.engine}`, '', ...toReport(each)]);
  if (values.write) await writePage([what, ...lines]);
  return [`soak: ${what}`, ...lines].join('\n');
}

async function soak(
  engine: EngineName,
  { minutes, rate, leak, postgres }: { minutes: number; rate: number; leak: boolean; postgres: string },
): Promise<Soaked> {
  await using service = await startSoaked(engine, { leak, postgres });
  await using load = startLoad(service, { rate });
  const interval_ms = (minutes * 60_000) / intervalsOfRun;
  const intervals: Interval[] = [];
  for (let number = 1; number <= intervalsOfRun; number += 1) {
    const measured = await service.measure({ during: pause(interval_ms) });
    intervals.push({ seconds: (number * interval_ms) / 1000, ...load.take(), ...measured });
  }
  return { engine, intervals, verdicts: judge(intervals), unexpected: load.unexpected };
}

function toReport({ intervals, verdicts, unexpected }: Soaked): string[] {
  const rows = intervals.map(toRow);
  const table = toMarkdown([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))]);
  const checks = verdicts.map(({ what, growth, allowed, holds }) => [
    what,
    growth,
    allowed,
    holds ? 'holds' : 'MISSED',
  ]);
  const errors = [...unexpected].map(([what, count]) => `- ${count} times ${what}`);
  return [
    ...table,
    '',
    ...(errors.length > 0 ? [...errors, ''] : []),
    ...toMarkdown([['in the second half', 'change', 'allowed', 'verdict'], ...checks]),
  ];
}

async function writePage(lines: readonly string[]): Promise<void> {
  const text = await readFile(page, 'utf8');
  const [begin, end] = ['<!-- begin soak -->', '<!-- end soak -->'];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from === -1 || to === -1) throw new Error('docs/soak.md has no markers.');
  await writeFile(page, [text.slice(0, from) + begin, '', ...lines, '', text.slice(to)].join('\n'));
}
