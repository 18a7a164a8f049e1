/**
 * Measures creates on PostgreSQL, beside pgbench with the same prepared statement and as many connections. The difference is the
 * driver and the store's own code. Rounds of the two alternate. The server does not wait for the disk in either.
 */
import { createOrganization, createSealing, openPostgresStore } from '@booking-service/server';
// @boundaries-ignore benchmarks use the PostgreSQL server of the tests
import { startPostgresServer } from '../../packages/server/test/support/postgres/postgres-server.ts';
import { callers, creates, measure, median } from './creates.ts';
import { hasPgbench, preparePgbench } from './pgbench.ts';
import { amount } from '../smoke.ts';

const rounds = amount(9, 1);
const goal = 0.6;

export async function runPostgres(): Promise<string> {
  if (!(await hasPgbench())) return 'store: PostgreSQL skipped, because pgbench is not installed.';
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startPostgresServer());
  const store = opened.use(await openPostgresStore(server.url, { sealing: createSealing(new Uint8Array(32)) }));
  const webhook_url = 'https://diner.test/webhooks';
  const { organization_id } = await createOrganization(store, { name: 'Diner', webhook_url }, new Date());
  const limit = opened.use(await preparePgbench({ url: server.url, organization_id }));

  const measured: { store_per_second: number; pgbench: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const { per_second: store_per_second } = await measure(store, organization_id);
    const pgbench = await limit.create(creates);
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
