/** Organizations and API keys. */
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { fieldsOfKey } from '@booking-service/kernel/store';
import { createOrganization } from '../../../src/index.ts';
import { expect } from 'vitest';
import { at, findOrganization, start, type Cases } from './context.ts';

type OrganizationMethod =
  | 'createOrganization'
  | 'listOrganizations'
  | 'findListedOrganization'
  | 'listNewestOrganizations'
  | 'setLimits'
  | 'setStanding'
  | 'findOrganization'
  | 'authenticate'
  | 'admit'
  | 'countCall';

export const organizationCases: Cases<OrganizationMethod> = {
  async createOrganization(context) {
    const { signing_secret } = context.organization;
    const expected = { name: 'Diner', suspended: false, test_confirmed: 0, signing_secret };
    const { suspended: _, test_confirmed: __, ...stored } = await findOrganization(context);
    expect(await findOrganization(context)).toMatchObject(expected);
    const { store } = context;
    const other = { ...stored, id: 'org_other' };
    const keyOf = (organization_id: string, key: string) => {
      const shown = {
        id: `key_${key}`,
        organization_id,
        name: 'Website',
        mode: 'live',
        created: stored.created,
      } as const;
      return { ...shown, scopes: ['venues:read'] as const, ...fieldsOfKey(key) };
    };
    // The second key has the id of the first, so the error comes after the organization and a key.
    const twice = store.createOrganization(other, [keyOf(other.id, 'same'), keyOf(other.id, 'same')]);
    await expect(twice).rejects.toThrow(/unique/i);
    expect(await store.findOrganization(other.id)).toBeUndefined();
    expect(await store.findApiKey('key_same')).toBeUndefined();
    await store.createOrganization(other, [keyOf(other.id, 'first'), keyOf(other.id, 'second')]);
    expect(await store.findOrganization(other.id)).toEqual({ ...other, suspended: false, test_confirmed: 0 });
    const caller = { organization: { id: other.id }, key: { id: 'key_second', mode: 'live', scopes: ['venues:read'] } };
    expect(await store.authenticate(apiKeyDigest('second'))).toMatchObject(caller);
    // Without keys.
    await store.createOrganization({ ...other, id: 'org_bare' });
    expect(await store.listApiKeys({ organization_id: 'org_bare', limit: 10 })).toEqual([]);
  },
  async listOrganizations(context) {
    const { signing_secret: _secret, ...first } = await findOrganization(context);
    const second = await createOrganization(context.store, { name: 'Later', webhook_url: null }, start);
    const listed = await context.store.listOrganizations();
    expect(listed[0]).toStrictEqual(first);
    expect(listed.map(({ id }) => id)).toEqual([first.id, second.organization_id]);
    expect(await context.store.listOrganizations({ limit: 1 })).toStrictEqual(listed.slice(0, 1));
    expect(await context.store.listOrganizations({ after: first.id, limit: 1 })).toStrictEqual(listed.slice(1));
    expect(await context.store.listOrganizations({ after: second.organization_id })).toEqual([]);
  },
  async findListedOrganization(context) {
    const [listed] = await context.store.listOrganizations();
    expect(await context.store.findListedOrganization(context.organization.organization_id)).toStrictEqual(listed);
    expect(await context.store.findListedOrganization('org_none')).toBeUndefined();
  },
  async listNewestOrganizations({ store, organization: { organization_id: first } }) {
    const { organization_id: second } = await createOrganization(store, { name: 'Later', webhook_url: null }, start);
    const [later, earlier] = await store.listNewestOrganizations({ limit: 10 });
    expect([later?.id, earlier?.id]).toEqual([second, first]);
    expect(later).not.toHaveProperty('signing_secret');
    expect(await store.listNewestOrganizations({ limit: 1 })).toStrictEqual([later]);
    expect(await store.listNewestOrganizations({ limit: 1, before: second })).toStrictEqual([earlier]);
    expect(await store.listNewestOrganizations({ limit: 1, before: first })).toEqual([]);
  },
  async setLimits(context) {
    const { organization_id } = context.organization;
    const { test_allowance } = await findOrganization(context);
    const set = await context.store.setLimits(organization_id, { rate_limit: 7 });
    expect(set).toMatchObject({ id: organization_id, rate_limit: 7, test_allowance });
    expect(set).not.toHaveProperty('signing_secret');
    await context.store.setLimits(organization_id, { test_allowance: 0 });
    expect(await findOrganization(context)).toMatchObject({ rate_limit: 7, test_allowance: 0 });
    expect(await context.store.setLimits('org_none', { rate_limit: 7 })).toBeUndefined();
  },
  async setStanding(context) {
    const { organization_id } = context.organization;
    for (const [standing, suspended] of [
      ['suspended', true],
      ['active', false],
    ] as const) {
      const set = await context.store.setStanding(organization_id, standing);
      expect(set).toMatchObject({ id: organization_id, suspended });
      expect(set).not.toHaveProperty('signing_secret');
      expect(await findOrganization(context)).toMatchObject({ suspended });
    }
    expect(await context.store.setStanding('org_none', 'suspended')).toBeUndefined();
  },
  async findOrganization(context) {
    expect((await findOrganization(context)).id).toBe(context.organization.organization_id);
    expect(await context.store.findOrganization('org_none')).toBeUndefined();
  },
  async authenticate({ store, organization: { organization_id, keys } }) {
    const caller = await store.authenticate(apiKeyDigest(keys.live));
    expect(caller).toMatchObject({ organization: { id: organization_id }, key: { mode: 'live' } });
    expect(await store.authenticate(apiKeyDigest('sk_live_none'))).toBeUndefined();
  },
  async admit({ store, organization: { keys } }) {
    const call = { digest: apiKeyDigest(keys.test), window_start: start.toISOString() };
    expect((await store.admit(call))?.calls).toBe(1);
    expect((await store.admit(call))?.calls).toBe(2);
    expect((await store.admit({ ...call, window_start: at(300).toISOString() }))?.calls).toBe(1);
    expect(await store.admit({ ...call, digest: 'none' })).toBeUndefined();
    const read = { ...call, window: 'reads', units_per_request: 10, cost: 4 };
    expect(await store.admit(read)).toMatchObject({ calls: 4, limit: 3000 });
    expect(await store.admit({ ...read, units_per_request: 1_000_000_000 })).toMatchObject({ calls: 8, limit: 1e9 });
  },
  async countCall({ store, organization: { organization_id } }) {
    const call = { organization_id, window: 'person ada', window_start: start.toISOString(), limit: 5, cost: 2 };
    const counts = [];
    for (let sent = 0; sent < 4; sent += 1) counts.push(await store.countCall(call));
    expect(counts).toEqual([2, 4, 6, 7]);
    expect(await store.countCall({ ...call, window: 'person grace' })).toBe(2);
    expect(await store.countCall({ ...call, window_start: at(300).toISOString() })).toBe(2);
  },
};
