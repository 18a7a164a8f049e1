/** No provider and no organization delays the runs of another (STA-14, DLV-13). */
import { describe, expect, it } from 'vitest';
import type { Provider } from '../../src/index.ts';
import { maxRuns } from '../../src/worker/run-places.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { confirmed, createAt, ownProvider, statusOf, storeDue } from '../support/own-provider.ts';
import { eventually } from '../support/server-process.ts';

const { per_provider, per_organization } = maxRuns;

/** A provider whose every call hangs, and counts those under way at once. */
function hanging(name: string, hangs: (organization: string) => boolean = () => true) {
  const asked: string[] = [];
  const ends: (() => void)[] = [];
  const book: Provider['book'] = ({ booking }) => {
    if (!hangs(booking.id)) return Promise.resolve(confirmed);
    asked.push(booking.id);
    return new Promise((done) => ends.push(() => done(confirmed)));
  };
  return { provider: ownProvider(name, { book }), asked, ends };
}

describe.each(engines)('%s', (engine) => {
  it('DLV-13: a provider that hangs on every call delays no booking of another provider, whoever made it', async () => {
    const { provider, asked } = hanging('code_house');
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
      async () => asked.length,
      (calls) => calls === per_provider,
    );
    const ids = [await createAt(world, 'harbour_table'), await createAt(world, 'harbour_table', other.keys.test)];
    for (const id of ids) {
      await eventually(
        () => statusOf(world, id),
        (status) => status === 'confirmed',
      );
    }
    expect(asked).toHaveLength(per_provider);
    await world.clock.advance(30_000);
    await slow;
  });

  it('DLV-13: an organization with many due runs that hang delays no other at the same provider', async () => {
    const mine = new Set<string>();
    const { provider, asked } = hanging('harbour_table', (id) => mine.has(id));
    await using world = await openWorldOn(engine, { providers: [provider] });
    const other = await world.addOrganization();
    const { organization_id } = world.organization;
    for (const id of await storeDue(world, { organization_id, provider: 'harbour_table', count: 300 })) mine.add(id);
    const slow = world.clock.advance(2_000);
    await eventually(
      async () => asked.length,
      (calls) => calls === per_organization,
    );
    const id = await createAt(world, 'harbour_table', other.keys.test);
    await eventually(
      () => statusOf(world, id),
      (status) => status === 'confirmed',
    );
    expect(asked).toHaveLength(per_organization);
    await world.clock.advance(30_000);
    await slow;
  });

  it('DLV-13: as soon as a run ends its place is filled, however long the others take', async () => {
    const { provider, asked, ends } = hanging('harbour_table');
    await using world = await openWorldOn(engine, { providers: [provider] });
    const { organization_id } = world.organization;
    await storeDue(world, { organization_id, provider: 'harbour_table', count: per_organization + 3 });
    const slow = world.clock.advance(2_000);
    for (let ended = 0; ended <= 3; ended += 1) {
      await eventually(
        async () => asked.length,
        (calls) => calls === per_organization + ended,
      );
      ends[ended]?.();
    }
    for (const end of ends) end();
    await slow;
    expect(new Set(asked).size).toBe(per_organization + 3);
  });

  it('DLV-13: what falls due at once of one organization hides nothing that another has', async () => {
    const mine = new Set<string>();
    const { provider, asked } = hanging('harbour_table', (id) => mine.has(id));
    await using world = await openWorldOn(engine, { providers: [provider] });
    const other = await world.addOrganization();
    const { organization_id } = world.organization;
    for (const id of await storeDue(world, { organization_id, provider: 'harbour_table', count: 1_200 })) mine.add(id);
    const [id = ''] = await storeDue(world, {
      organization_id: other.organization_id,
      provider: 'harbour_table',
      count: 1,
    });
    // As if all of them had been put off: theirs fell due before the other's.
    const [before, after] = ['2026-11-21T09:29:58.000Z', '2026-11-21T09:29:59.000Z'];
    await world.query(
      `UPDATE runs SET ready = ${engine === 'sqlite' ? '0' : 'FALSE'}, due_at = '${before}' RETURNING 1`,
    );
    await world.query(`UPDATE runs SET due_at = '${after}' WHERE booking_id = '${id}' RETURNING 1`);
    const slow = world.clock.advance(2_000);
    await eventually(
      () => statusOf(world, id),
      (status) => status === 'confirmed',
    );
    expect(asked).toHaveLength(per_organization);
    await world.clock.advance(30_000);
    await slow;
  });
});
