/** SHR-1: A does its worst to each thing that organizations share. B's requests all succeed meanwhile. */
import type { Booking } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import { openTestDashboard, type World } from '../../src/testing.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/own-provider.ts';
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
