/** Organizations and API keys. */
import { apiKeyDigest } from '../../../src/domain/api-key.ts';
import { createOrganization, type Store } from '../../../src/index.ts';
import { createApiKey } from '../../../src/organizations/create-api-key.ts';
import { expect } from 'vitest';
import { at, findOrganization, start, type Cases } from './context.ts';

type OrganizationMethod =
  | 'createOrganization'
  | 'listOrganizations'
  | 'findListedOrganization'
  | 'listNewestOrganizations'
  | 'setLimits'
  | 'setStanding'
  | 'createApiKey'
  | 'listApiKeys'
  | 'revokeApiKey'
  | 'findOrganization'
  | 'setWebhookUrl'
  | 'authenticate'
  | 'admit';

export const organizationCases: Cases<OrganizationMethod> = {
  async createOrganization(context) {
    const { signing_secret } = context.organization;
    const expected = { name: 'Diner', suspended: false, test_confirmed: 0, signing_secret };
    expect(await findOrganization(context)).toMatchObject(expected);
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
  async createApiKey({ store, organization: { organization_id } }) {
    const scopes = ['venues:read'] as const;
    const { key, id } = await createApiKey(store, { organization_id, mode: 'live', scopes }, start);
    expect((await store.authenticate(apiKeyDigest(key)))?.key).toStrictEqual({ id, mode: 'live', scopes });
    await expect(createApiKey(store, { organization_id: 'org_none', mode: 'live' }, start)).rejects.toThrow(
      /foreign key/i,
    );
  },
  async listApiKeys({ store, organization: { organization_id } }) {
    const other = await createOrganization(store, { name: 'Other', webhook_url: null }, start);
    const modes = (keys: Awaited<ReturnType<Store['listApiKeys']>>) =>
      keys.map((key) => [key.organization_id, key.mode, key.revoked]);
    const own = [
      [organization_id, 'test', null],
      [organization_id, 'live', null],
    ];
    const others = [
      [other.organization_id, 'test', null],
      [other.organization_id, 'live', null],
    ];
    const listed = await store.listApiKeys({ organization_id });
    expect(modes(listed)).toEqual(own);
    expect(listed[0]).not.toHaveProperty('digest');
    expect(modes(await store.listApiKeys())).toEqual([...own, ...others]);
    const after = listed[0]?.id;
    expect(await store.listApiKeys({ organization_id, after })).toStrictEqual(listed.slice(1));
    expect(modes(await store.listApiKeys({ after, limit: 2 }))).toEqual([...own, ...others].slice(1, 3));
    expect(await store.listApiKeys({ organization_id: 'org_none' })).toEqual([]);
  },
  async revokeApiKey({ store, organization: { organization_id, keys } }) {
    const { id } = await createApiKey(store, { organization_id, mode: 'live' }, start);
    expect(await store.revokeApiKey(id, at(1))).toMatchObject({ id, revoked: at(1).toISOString() });
    expect(await store.revokeApiKey(id, at(2))).toMatchObject({ id, revoked: at(1).toISOString() });
    expect(await store.revokeApiKey('key_none', start)).toBeUndefined();
    const test = await store.authenticate(apiKeyDigest(keys.test));
    await store.revokeApiKey(test?.key.id ?? '', start);
    expect(await store.authenticate(apiKeyDigest(keys.test))).toBeUndefined();
    expect(await store.authenticate(apiKeyDigest(keys.live))).toBeDefined();
  },
  async findOrganization(context) {
    expect((await findOrganization(context)).id).toBe(context.organization.organization_id);
    expect(await context.store.findOrganization('org_none')).toBeUndefined();
  },
  async setWebhookUrl(context) {
    const other = await createOrganization(context.store, { name: 'Other', webhook_url: null }, start);
    for (const webhook_url of ['https://other.test/', null]) {
      await context.store.setWebhookUrl(context.organization.organization_id, webhook_url);
      expect(await findOrganization(context)).toMatchObject({ webhook_url });
    }
    await context.store.setWebhookUrl(other.organization_id, 'https://other.test/');
    expect(await findOrganization(context)).toMatchObject({ webhook_url: null });
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
  },
};
