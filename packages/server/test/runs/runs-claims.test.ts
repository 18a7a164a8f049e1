/** The claims of runs in the store (DLV-13): within the maximums, in turns, and with index searches only. */
import { describe, expect, it } from 'vitest';
import type { RunClaim } from '../../src/store/store.ts';
import { runSearches } from '../../src/store/runs/sqlite.ts';
import { openPlanningClient } from '../support/postgres/query-postgres.ts';
import { engines, makeDatabase, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { storeDue } from '../support/providers.ts';
import type { World } from '../../src/testing.ts';

function createClaim({ clock }: World, options: Pick<RunClaim, 'limit' | 'per_organization' | 'turns'>): RunClaim {
  const now = clock.now();
  return { now, lease_until: new Date(now.getTime() + 60_000), lease_token: 'lease_test', ...options };
}

function countNames(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe.each(engines)('%s', (engine) => {
  it('DLV-13: claims one run of each organization before a second one, and continues after the last turn', async () => {
    await using world = await openWorldOn(engine);
    const ids = ['org_a', 'org_b', 'org_c'];
    for (const [index, id] of ids.entries()) {
      await world.store.createOrganization({
        id,
        name: 'Diner',
        created: world.clock.now().toISOString(),
        webhook_url: null,
        signing_secret: 'whsec_test',
        rate_limit: 300,
        test_allowance: 100,
      });
      await storeDue(world, { organization_id: id, provider: 'one', count: index === 0 ? 30 : 2 });
      await storeDue(world, { organization_id: id, provider: 'two', count: 1 });
    }
    const turns = [{ provider: 'one', after: 'org_a', busy: [{ organization_id: 'org_b', runs: 2 }] }];
    const first = await world.store.claimRuns(createClaim(world, { limit: 6, per_organization: 3, turns }));
    const at = (provider: string) => first.filter((run) => run.provider === provider).map((run) => run.organization_id);
    // org_b has one place left. The fourth place at provider one goes to the organization with the next turn.
    expect(at('one')).toEqual(['org_b', 'org_c', 'org_a', 'org_c']);
    expect(countNames(at('two'))).toEqual({ org_a: 1, org_b: 1, org_c: 1 });

    const busy = [{ organization_id: 'org_a', runs: 3 }];
    const second = await world.store.claimRuns(
      createClaim(world, { limit: 6, per_organization: 3, turns: [{ provider: 'one', after: 'org_c', busy }] }),
    );
    expect(second.map((run) => run.organization_id)).toEqual(['org_b']);
    const full = [{ provider: 'one', after: '', busy: [{ organization_id: 'org_x', runs: 7 }] }];
    expect(await world.store.claimRuns(createClaim(world, { limit: 6, turns: full }))).toEqual([]);
  });
});

it('DLV-13: uses an index for every search for runs on SQLite', async () => {
  await using database = await makeDatabase('sqlite');
  await (await database.open())[Symbol.asyncDispose]();
  for (const [name, sql] of Object.entries(runSearches)) {
    const plan = await database.query(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', `''`)}`);
    const [step, ...more] = plan.map(({ detail }) => String(detail));
    expect([name, step]).toEqual([
      name,
      expect.stringMatching(/^SEARCH runs USING (COVERING )?INDEX runs_(ready|waiting|leased) \(/),
    ]);
    expect(more).toEqual([]);
  }
});

it(
  'DLV-13: reads a bounded number of rows for a claim among 100,000 due runs on PostgreSQL',
  { timeout: 240_000 },
  async () => {
    await using database = await makePostgresDatabase({ tables: true });
    await (await database.open())[Symbol.asyncDispose]();
    const instant = `'2026-11-21T09:00:00.000Z'`;
    await database.query(`
    INSERT INTO organizations (id, name, created, signing_secret, rate_limit, test_allowance)
    SELECT 'org_' || n, 'Diner', ${instant}, 'sealed', 300, 100 FROM generate_series(1, 100) n`);
    await database.query(`
    INSERT INTO bookings (id, organization_id, version, step, livemode, status, document)
    SELECT 'bkg_' || n, 'org_' || CASE WHEN n < 90000 THEN 1 ELSE n % 100 + 1 END, 1, 1, FALSE, 'processing', '{}'
    FROM generate_series(1, 150000) n`);
    await database.query(`
    INSERT INTO runs (booking_id, organization_id, provider, step, due_at, ready, began)
    SELECT id, organization_id, 'sandbox', 1, ${instant}, substring(id FROM 5)::integer <= 100000, ${instant} FROM bookings`);
    await using planning = await openPlanningClient(database.url);
    await planning.client.query('ANALYZE');
    const claim = JSON.stringify({
      lease_until: '2026-11-21T09:31:00.000Z',
      lease_token: 'lease_test',
      provider: 'sandbox',
      after: 'org_5',
      places: 56,
      per_organization: 8,
      busy: { org_1: 8 },
    });
    const functions = [
      { call: `ready_runs('2026-11-21T09:30:00.000Z', 500)`, maxRead: 1_600 },
      { call: `ready_providers()`, maxRead: 10 },
      { call: `claim_runs('${claim}')`, maxRead: 1_200 },
    ];
    for (const { call, maxRead } of functions) {
      planning.takePlans();
      await planning.client.query(`BEGIN; SELECT * FROM ${call}; ROLLBACK`);
      const nodes = planning.takePlans().flatMap((plan) => plan.nodes);
      const scans = nodes.filter(
        (node) => node['Relation Name'] === 'runs' && !['ModifyTable', 'LockRows'].includes(node['Node Type']),
      );
      expect(scans.length).toBeGreaterThan(0);
      expect(scans.filter((scan) => scan['Node Type'] === 'Seq Scan')).toEqual([]);
      const read = scans.map(
        (scan) => ((scan['Actual Rows'] ?? 0) + (scan['Rows Removed by Filter'] ?? 0)) * (scan['Actual Loops'] ?? 1),
      );
      expect({ call, isBounded: read.reduce((sum, more) => sum + more, 0) < maxRead }).toEqual({
        call,
        isBounded: true,
      });
    }
  },
);
