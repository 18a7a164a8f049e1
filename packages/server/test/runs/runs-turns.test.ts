/** No provider and no organization delays the runs of another (STA-14, DLV-13). */
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../src/index.ts';
import { maxRuns } from '../../src/worker/runs/run-bookings.ts';
import { openWorld } from '../../src/testing.ts';
import { engines, makeDatabase, openWorldOn } from '../support/engines.ts';
import { confirmed, createAt, ownProvider, statusOf, storeDue } from '../support/providers.ts';
import { eventually } from '../support/processes/server-process.ts';

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

describe.each(engines)('%s', (engine) => {
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
