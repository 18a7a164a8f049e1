/** The claims and turns of runs: no provider and no organization delays the runs of another (STA-14, DLV-13). */
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../src/index.ts';
import { maxRuns } from '../../src/worker/runs/run-bookings.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, makeDatabase, makePostgresDatabase, openWorldOn } from '../support/engines.ts';
import { confirmed, createAt, ownProvider, statusOf, storeDue } from '../support/providers.ts';
import { eventually } from '../support/processes/server-process.ts';
import type { RunClaim } from '../../src/store/store.ts';
import { runSearches } from '../../src/store/runs/sqlite.ts';
import { openPlanningClient } from '../support/postgres/query-postgres.ts';

const { per_provider, per_organization } = maxRuns;

/** Creates a provider whose calls hang, and records them. */
function createHangingProvider(name: string, hangs: (organization: string) => boolean = () => true) {
  const calls: string[] = [];
  const ends: (() => void)[] = [];
  const book: Provider['book'] = ({ booking }) => {
    if (!hangs(booking.id)) return Promise.resolve(confirmed);
    calls.push(booking.id);
    return new Promise((done) => ends.push(() => done(confirmed)));
  };
  return { provider: ownProvider(name, { book }), calls, ends };
}

describe.each(engines)('turns, on %s', (engine) => {
  it('DLV-13: a provider that hangs delays no booking of another provider, in any organization', async () => {
    const { provider, calls } = createHangingProvider('code_house');
    await using world = await openWorldOn(engine, { providers: [provider, ownProvider('harbour_table', {})] });
    const other = await world.addOrganization();
    // More organizations than the provider has places.
    const many = await Promise.all(Array.from({ length: 10 }, () => world.addOrganization()));
    for (const { organization_id } of [world.organization, ...many]) {
      await storeDue(world, { organization_id, provider: 'code_house', count: 20 });
    }
    await createAt(world, 'code_house');
    const slow = world.clock.advance(0);
    await eventually(
      async () => calls.length,
      (count) => count === per_provider,
    );
    for (const owner of [world.organization, other]) {
      const id = await createAt(world, 'harbour_table', owner.keys.test);
      await eventually(
        () => statusOf(world, id, owner),
        (status) => status === 'confirmed',
      );
    }
    expect(calls).toHaveLength(per_provider);
    await world.clock.advance(30_000);
    await slow;
  });

  it('DLV-13: an organization with many hanging runs delays no other at the same provider', async () => {
    const mine = new Set<string>();
    const { provider, calls } = createHangingProvider('harbour_table', (id) => mine.has(id));
    await using world = await openWorldOn(engine, { providers: [provider], organization: { test_allowance: 10_000 } });
    const other = await world.addOrganization();
    const { organization_id } = world.organization;
    for (const id of await storeDue(world, { organization_id, provider: 'harbour_table', count: 300 })) mine.add(id);
    const slow = world.clock.advance(2_000);
    await eventually(
      async () => calls.length,
      (count) => count === per_organization,
    );
    const id = await createAt(world, 'harbour_table', other.keys.test);
    await eventually(
      () => statusOf(world, id, other),
      (status) => status === 'confirmed',
    );
    expect(calls).toHaveLength(per_organization);
    await world.clock.advance(30_000);
    await slow;
  });

  it('DLV-13: fills a place as soon as its run ends, while others still run', async () => {
    const { provider, calls, ends } = createHangingProvider('harbour_table');
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { organization_id } = world.organization;
    await storeDue(world, { organization_id, provider: 'harbour_table', count: per_organization + 3 });
    const slow = world.clock.advance(2_000);
    for (let ended = 0; ended <= 3; ended += 1) {
      await eventually(
        async () => calls.length,
        (count) => count === per_organization + ended,
      );
      ends[ended]?.();
    }
    for (const end of ends) end();
    await slow;
    expect(new Set(calls).size).toBe(per_organization + 3);
  });

  it('DLV-13: creates of an organization without a free place start no claims, until a run ends', async () => {
    await using database = await makeDatabase(engine);
    await using opened = await database.open();
    let claims = 0;
    const claimRuns: typeof opened.claimRuns = (claim) => {
      claims += 1;
      return opened.claimRuns(claim);
    };
    const { provider, calls, ends } = createHangingProvider('harbour_table');
    await using world = await openWorld({ store: { ...opened, claimRuns }, providers: [provider] });
    const { organization_id } = world.organization;
    await storeDue(world, { organization_id, provider: 'harbour_table', count: per_organization });
    const slow = world.clock.advance(2_000);
    await eventually(
      async () => calls.length,
      (count) => count === per_organization,
    );
    const before = claims;
    for (let made = 0; made < 12; made += 1) await createAt(world, 'harbour_table');
    // The tick itself may claim once more, for runs that it has marked as ready.
    expect(claims - before).toBeLessThan(3);
    ends[0]?.();
    await eventually(
      async () => calls.length,
      (count) => count === per_organization + 1,
    );
    await world.clock.advance(30_000);
    await slow;
  });

  it('DLV-13: many runs of one organization that become due at once hide no run of another', async () => {
    const mine = new Set<string>();
    const { provider, calls } = createHangingProvider('harbour_table', (id) => mine.has(id));
    await using world = await openWorldOn(engine, { providers: [provider], organization: { test_allowance: 10_000 } });
    const other = await world.addOrganization();
    const { organization_id } = world.organization;
    for (const id of await storeDue(world, { organization_id, provider: 'harbour_table', count: 1_200 })) mine.add(id);
    const [id = ''] = await storeDue(world, {
      organization_id: other.organization_id,
      provider: 'harbour_table',
      count: 1,
    });
    // As if all had been postponed, with the due time of these before that of the other.
    const [before, after] = ['2026-11-21T09:29:58.000Z', '2026-11-21T09:29:59.000Z'];
    await world.query(
      `UPDATE runs SET ready = ${engine === 'sqlite' ? '0' : 'FALSE'}, due_at = '${before}' RETURNING 1`,
    );
    await world.query(`UPDATE runs SET due_at = '${after}' WHERE booking_id = '${id}' RETURNING 1`);
    const slow = world.clock.advance(2_000);
    await eventually(
      () => statusOf(world, id, other),
      (status) => status === 'confirmed',
    );
    // The other run may begin before the last of these.
    await eventually(
      () => Promise.resolve(calls.length),
      (begun) => begun >= per_organization,
    );
    expect(calls).toHaveLength(per_organization);
    expect(calls).toHaveLength(per_organization);
    await world.clock.advance(30_000);
    await slow;
  });
});

function createClaim({ clock }: World, options: Pick<RunClaim, 'limit' | 'per_organization' | 'turns'>): RunClaim {
  const now = clock.now();
  return { now, lease_until: new Date(now.getTime() + 60_000), lease_token: 'lease_test', ...options };
}

function countNames(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

describe('claims', () => {
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
      const at = (provider: string) =>
        first.filter((run) => run.provider === provider).map((run) => run.organization_id);
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
});
