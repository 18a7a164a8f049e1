/**
 * Measures the removal of old events beside a steady load of creates, on both engines: how long each step holds the database, and
 * the slowest create. Every event has a delivery and an attempt, and is 70 to 100 days old.
 *
 * Run     npm run bench -- retention                     5 million events, some 30 minutes and 6 GB in the temporary folder
 *         npm run bench -- retention/sqlite --events 300000
 */
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags } from '../../scripts/programs/read-flags.ts';
import { measureRemoval, type Removal } from './measure-removal.ts';
import { plantPostgres } from './postgres.ts';
import { plantSqlite } from './sqlite.ts';
import { isSmoke } from '../smoke.ts';

/** No create may take longer. */
const goal_ms = 50;

export async function run(wanted: readonly string[], given: readonly string[] = []): Promise<string> {
  const { values } = readFlags({
    args: [...given],
    options: { events: { type: 'string', default: isSmoke ? '1000' : '5000000' } },
  });
  const events = Number(values.events);
  const lines = [`retention: ${events} events, each with a delivery and an attempt, removed beside 100 creates/s`];
  for (const [name, plant] of Object.entries({ sqlite: plantSqlite, postgres: plantPostgres })) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    await using planted = await plant(events);
    lines.push(...toLines(name, await measureRemoval(planted, { pause_ms: name === 'sqlite' ? 20 : 100 })));
  }
  return lines.join('\n');
}

function toLines(name: string, { events, seconds, steps_ms, creates_ms, alone_ms }: Removal): string[] {
  const slowest = Math.max(...creates_ms);
  return [
    `${name}: ${events} events in ${seconds.toFixed(0)} s`,
    `  a step          ${spread(steps_ms)}`,
    `  a create        ${spread(creates_ms)}`,
    `  without removal ${spread(alone_ms)}`,
    `  the slowest create took ${slowest.toFixed(0)} ms, goal ${goal_ms}: ${slowest > goal_ms ? 'MISSED' : 'held'}`,
  ];
}

function spread(times_ms: readonly number[]): string {
  const sorted = times_ms.toSorted((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1);
  return `${String(sorted.length).padStart(7)} times, ms: median ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}`;
}
