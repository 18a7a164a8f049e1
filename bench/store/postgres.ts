/**
 * Measures creates on PostgreSQL, beside pgbench with the same prepared statement and as many connections. The difference is the
 * driver and the store's own code. Rounds of the two alternate. The server does not wait for the disk in either.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createOrganization, createSealing, openPostgresStore } from '@booking-service/server';
// @boundaries-ignore the benchmark compares the statement itself, which the library does not export
import { createValues, insertBooking } from '../../packages/server/src/store/bookings/postgres-bookings.ts';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { callers, creates, measure, median, newCreate } from './creates.ts';
import { amount } from '../smoke.ts';

const run = promisify(execFile);
const rounds = amount(9, 1);
const goal = 0.6;

export async function runPostgres(): Promise<string> {
  if (!(await hasPgbench())) return 'store: PostgreSQL skipped, because pgbench is not installed.';
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgresServer());
  const store = opened.use(await openPostgresStore(server.url, { sealing: createSealing(new Uint8Array(32)) }));
  const webhook_url = 'https://diner.test/webhooks';
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-bench-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const limit = await preparePgbench({ folder, url: server.url, organization_id });

  const measured: { store_per_second: number; pgbench: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { per_second: store_per_second } = await measure(store, organization_id);
    const pgbench = await limit();
    // The first round only warms up.
    if (round > 0) measured.push({ store_per_second, pgbench });
  }
  const ratios = measured.map(({ store_per_second, pgbench }) => store_per_second / pgbench);
  const ratio = median(ratios);
  const row = (name: string, values: number[]) => `${name.padEnd(34)}${median(values).toFixed(0).padStart(9)}`;
  return [
    `store: PostgreSQL, createBooking, ${callers} callers, ${rounds} rounds of ${creates}`,
    `${''.padEnd(34)}creates/s`,
    row(
      'pgbench, the same statement',
      measured.map(({ pgbench }) => pgbench),
    ),
    row(
      'the store',
      measured.map(({ store_per_second }) => store_per_second),
    ),
    `  ${ratio.toFixed(2)} × pgbench, goal ${goal}: ${ratio < goal ? 'MISSED' : 'held'} (rounds: ${ratios.map((each) => each.toFixed(2)).join(' ')})`,
  ].join('\n');
}

async function hasPgbench(): Promise<boolean> {
  return run('pgbench', ['--version']).then(
    () => true,
    () => false,
  );
}

/** Prepares a round of pgbench: the parameters of one create, with new ids each time. */
async function preparePgbench({
  folder,
  url,
  organization_id,
}: {
  folder: string;
  url: string;
  organization_id: string;
}): Promise<() => Promise<number>> {
  const { booking, events, ...rest } = newCreate(organization_id);
  const [event] = events;
  const [delivery] = event?.deliveries ?? [];
  if (!event || !delivery) throw new Error('A create has an event and its delivery.');
  const values = createValues({ booking, events, ...rest });
  // Each round trip replaces the end of each id with a new number.
  const ids = [booking.id, event.id, delivery.id, rest.idempotency_key ?? ''];
  const parameter = (number: number) => {
    const value = values[number - 1] ?? '';
    const fresh = ids.filter((id) => value.includes(id));
    return fresh.reduce((text, id) => `replace(${text}, '${id.slice(-12)}', :fresh::text)`, `:p${number}::text`);
  };
  const script = join(folder, 'create.sql');
  const text = insertBooking.text.replaceAll(
    /\$(\d+)/g,
    (_, number: string) => `(${parameter(Number(number))})${number === '2' ? '::json' : ''}`,
  );
  await writeFile(script, `\\set fresh random(1, 9000000000000000000)\n${text.replaceAll(/\s*\n\s*/g, ' ')};\n`);
  const given = values.flatMap((value, index) => ['-D', `p${index + 1}=${value}`]);

  return async () => {
    const each = Math.ceil(creates / callers);
    const how = ['-n', '-M', 'prepared', '-c', String(callers), '-j', '2', '-t', String(each), '-f', script];
    const { stdout } = await run('pgbench', [...how, ...given, url]);
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
  };
}
