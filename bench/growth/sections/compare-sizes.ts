import { verdict } from '../../delivery/report.ts';
import { measure, type Cost } from '../measure.ts';
import { toMarkdown, type Report } from '../report.ts';
import type { Statement } from '../statements/statement.ts';
import { openWorld, type World } from '../world.ts';
import type { Databases } from './section.ts';

const goal = 1.5;
/** The ratio begins here: smaller tables are in the processor's cache, so a ratio to them would show the cache. */
const base_bookings = 10_000;

/** Measures each statement at each size. The ratio is that of the largest size to 10,000 bookings. */
export async function compareSizes(
  statements: readonly Statement[],
  { databases, onProgress }: Databases,
): Promise<Omit<Report, 'title'>> {
  await using opened = new AsyncDisposableStack();
  const worlds: World[] = [];
  for (const { place, bookings } of databases) worlds.push(opened.use(await openWorld(place, bookings)));
  const base = Math.max(
    0,
    worlds.findIndex(({ bookings }) => bookings >= base_bookings),
  );
  const rows: { name: string; costs: readonly Cost[]; ratio: number }[] = [];
  for (const statement of statements) {
    const costs = await measure(statement, worlds);
    const ratio = (costs.at(-1)?.cpu_us ?? Number.NaN) / (costs[base]?.cpu_us ?? Number.NaN);
    rows.push({ name: statement.name, costs, ratio });
    onProgress(`measured ${statement.name}: ${ratio.toFixed(2)}`);
  }
  const hasLog = rows.some(({ costs }) => costs.some(({ wal_bytes }) => wal_bytes > 0));
  const head = ['CPU µs of a call', ...worlds.map(({ bookings }) => toLabel(bookings)), 'ratio'];
  const body = rows.map(({ name, costs, ratio }) => [
    name,
    ...costs.map(({ cpu_us }) => (Number.isFinite(cpu_us) ? cpu_us.toFixed(0) : 'failed')),
    ratio.toFixed(2),
    ...(hasLog ? [(costs.at(-1)?.wal_bytes ?? 0).toFixed(0)] : []),
  ]);
  const table = toMarkdown([[...head, ...(hasLog ? ['WAL bytes'] : [])], ...body]);
  const missed = rows.filter(({ ratio }) => !(ratio <= goal));
  const worst = Math.max(...rows.map(({ ratio }) => ratio));
  const verdicts = missed.length === 0 ? [verdict('highest ratio', worst, { atMost: goal })] : [];
  return {
    lines: [...table, ...verdicts, ...missed.map(({ name, ratio }) => verdict(name, ratio, { atMost: goal }))],
  };
}

/** Returns the number as `10k` or `1M`. */
export function toLabel(bookings: number): string {
  return bookings >= 1_000_000 ? `${bookings / 1_000_000}M` : `${bookings / 1_000}k`;
}
