/** SHR-1: A does its worst to each thing that organizations share. B's requests all succeed meanwhile. */
import { existsSync, readFileSync } from 'node:fs';
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { openTestDashboard, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';
import { attacks, hangingSupplier } from './attacks.ts';

/** Books, searches and reads as B. Returns the statuses. */
async function useAs(world: World, key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const venue of ['harbour_table', 'code_house', 'harbour_table', 'code_house', 'code_house']) {
    const created = await world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking({ venue }) });
    const found = await world.call('POST', '/v1/availability/search', {
      key,
      body: { venue_id: `ven_${venue}`, date: '2026-11-21', party_size: 2 },
    });
    const read = await world.call('GET', `/v1/bookings/${created.body.id}`, { key });
    statuses.push(created.status, found.status, read.status);
  }
  return statuses;
}

describe.each(engines)('%s', (engine) => {
  it.each(attacks)('SHR-1: $what: the other organization gets no error', async ({ begin, served = Infinity }) => {
    let attacker_id = '';
    const shared = hangingSupplier((organization_id) => organization_id === attacker_id);
    await using world = await openWorldOn(engine, {
      providers: [ownProvider('harbour_table', {}), shared.provider],
      organization: { rate_limit: 300, test_allowance: 10_000 },
    });
    // Its disposal lets the calls at the supplier end, before the service waits for them.
    using cleanUp = new DisposableStack();
    cleanUp.use(shared);
    attacker_id = world.organization.organization_id;
    const other = await world.addOrganization();
    await using dashboard = await openTestDashboard(world, { files: undefined });
    const attacking = begin({ world, organization: world.organization, cleanUp, dashboard });
    const during = await useAs(world, other.keys.test);
    const got = await attacking;
    const after = await useAs(world, other.keys.test);
    expect([...during, ...after]).toEqual(Array.from({ length: 10 }, () => [201, 200, 200]).flat());
    expect(got.filter((status) => status >= 500)).toEqual([]);
    expect(got.filter((status) => status === 200).length).toBeLessThanOrEqual(served);
  });
});

// shared-resources.yaml states the bounds of everything that organizations share, and docs/contribute/security.md the most important ones. Each
// number is that of the constant it names.

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('shared-resources.yaml', import.meta.url), 'utf8');
const groups = parse(text) as Readonly<Record<string, readonly { readonly shared: string; readonly test: string }[]>>;
const rows = Object.values(groups).flat();
const page = readFileSync(new URL('docs/contribute/security.md', root), 'utf8');
const numbers = [
  ...text.matchAll(/([\d,]+)\s+\((\w+)\s+in\s+([\w./-]+)\)/g),
  ...page.matchAll(/([\d,]+)\s+\(\[(\w+)\]\(\.\.\/\.\.\/([\w./-]+)\)\)/g),
].map(([, number = '', name = '', path = '']) => ({ name, path, value: Number(number.replaceAll(',', '')) }));

/** The numbers that a file gives to this name, as `name = 64 * 1024` or `name: 300`. */
function valuesIn(path: string, name: string): number[] {
  const source = readFileSync(new URL(path, root), 'utf8');
  const given = source.matchAll(new RegExp(`\\b${name}(?:: number)?\\s*[:=]\\s*(\\d[\\d_ *]*)`, 'g'));
  return [...given].map(([, value = '']) =>
    value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
  );
}

it.each(numbers)('SHR-1: $name is $value in $path', ({ name, path, value }) => {
  expect(valuesIn(path, name)).toContain(value);
});

it('SHR-1: every number of a constant and every row has its proof', () => {
  expect(numbers.length).toBeGreaterThan(60);
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.filter(({ test }) => !existsSync(new URL(test, root)))).toEqual([]);
});
