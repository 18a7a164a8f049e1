/** The requests of the people of an organization at the dashboard, in one window for each person (ADM-8). */
import { operationTable } from '@booking-service/contract';
import { adminLimits, adminRoutes, type AdminError } from '@booking-service/contract/admin';
import { newNumberedId, tokenDigest } from '@booking-service/kernel/contract';
import { describe, expect, it } from 'vitest';
import { newDashboardToken } from '../../../src/admin/dashboard/sessions.ts';
import {
  auditFilters,
  bookingFilters,
  organizationRequestFilters,
  publicFilters,
  type FilterKinds,
} from '../../../src/store/lists/list-filters.ts';
import { engines } from '../../support/engines.ts';
import { openDashboardWorld, type DashboardWorld } from '../../support/worlds/dashboard-world.ts';

/** Signs in a person with this account at an issuer. Returns the Cookie header of the session. */
async function signInPerson(of: DashboardWorld, account_digest: string): Promise<string> {
  const token = newDashboardToken('session');
  const now = of.sessionClock.now().toISOString();
  const times = { created: now, signed_in: now, last_used: now, expires: '2030-01-01T00:00:00.000Z' };
  const person = { organization_id: of.organization_id, role: 'viewer', name: 'Ada', account_digest } as const;
  await of.store.createDashboardSession({
    id: newNumberedId('das', undefined),
    ...person,
    ...times,
    digest: tokenDigest(token),
  });
  // The name of the cookie has the port of the address.
  return `${(await of.signIn('viewer')).split('=')[0]}=${token}`;
}

describe.each(engines)('on %s, the requests of a member', (engine) => {
  const { units } = adminLimits.calls;

  it('ADM-8: are counted for each person, over all sessions, at the cost of their rows', async () => {
    await using own = await openDashboardWorld(engine);
    const { organization_id } = own;
    const [first, second, other] = [
      await signInPerson(own, 'a'.repeat(64)),
      await signInPerson(own, 'a'.repeat(64)),
      await signInPerson(own, 'b'.repeat(64)),
    ];
    const call = (as: string, operationId: keyof typeof adminRoutes, query: Record<string, string> = {}) =>
      own.call<AdminError>(operationId, { path: { organization_id }, query }, as);
    const remaining = async (...of: Parameters<typeof call>) =>
      Number((await call(...of)).headers.get('ratelimit-remaining'));
    expect(await remaining(first, 'getSession')).toBe(units - 1);
    expect(await remaining(second, 'listOrganizationBookings', { limit: '49' })).toBe(units - 2);
    expect(await remaining(first, 'listOrganizationBookings')).toBe(units - 4);
    expect(await remaining(second, 'listOrganizationBookings', { limit: '1', provider: 'sandbox' })).toBe(units - 9);
    // Counted before the role is compared.
    const forbidden = await call(first, 'listAuditEntries', { limit: '1' });
    expect([forbidden.status, forbidden.headers.get('ratelimit-remaining')]).toEqual([403, String(units - 10)]);

    let left = units - 10;
    for (; left > 0; left -= 401) expect((await call(second, 'countRequests')).status).toBe(200);
    const refused = await call(first, 'getSettings');
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'rate_limited' } });
    const { headers } = refused;
    expect(headers.get('retry-after')).toBe(headers.get('ratelimit-reset'));
    expect([headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')]).toEqual([String(units), '0']);

    expect(await remaining(other, 'getSettings')).toBe(units - 1);
    // Callers of all organizations are not counted.
    const operator = await own.call('getSettings', { path: { organization_id } }, await own.signIn('operator'));
    expect([operator.status, operator.headers.get('ratelimit-limit')]).toEqual([200, null]);
    await own.clock.advance(300_000);
    expect(await remaining(first, 'getSettings')).toBe(units - 1);
  });
});

it('LIM-8: the contracts name each filter that compares rows', () => {
  const comparedBy = (filters: FilterKinds) =>
    Object.keys(filters).filter((name) => {
      const kind = filters[name];
      return kind === 'field' || (typeof kind === 'object' && !Array.isArray(kind));
    });
  const { listOrganizationBookings, listOrganizationRequests, listAuditEntries, listAllAuditEntries } = adminRoutes;
  const { listBookings, listRequests } = operationTable;
  expect(listBookings.reads.compared).toEqual(comparedBy(publicFilters.listBookings));
  expect(listRequests.reads.compared).toEqual(comparedBy(publicFilters.listRequests));
  expect(comparedBy(publicFilters.listEvents)).toEqual([]);
  expect(listOrganizationBookings.reads.compared).toEqual(comparedBy(bookingFilters));
  expect(listOrganizationRequests.reads.compared).toEqual(comparedBy(organizationRequestFilters));
  for (const { reads } of [listAuditEntries, listAllAuditEntries])
    expect(reads.compared).toEqual(comparedBy(auditFilters));
});
