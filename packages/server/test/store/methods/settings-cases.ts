/** Settings, signing secrets, API keys and usage of an organization. */
import { expect } from 'vitest';
import { apiKeyDigest } from '@booking-service/kernel/contract';
import { createOrganization } from '../../../src/index.ts';
import { createApiKey } from '../../../src/admin/organizations/create-organization.ts';
import { testSealing } from '../../../src/testing.ts';
import { addBooking, at, claim, findOrganization, start, type Cases, type Context } from './context.ts';

type SettingsMethod =
  | 'findSettings'
  | 'setWebhookUrl'
  | 'addTestEvent'
  | 'readTestAllowance'
  | 'readUsage'
  | 'findSecrets'
  | 'prepareSecret'
  | 'activateSecret'
  | 'discardSecret'
  | 'listSealedSecrets'
  | 'replaceSealedSecrets'
  | 'findSealedCheck'
  | 'replaceSealedCheck'
  | 'createApiKey'
  | 'listApiKeys'
  | 'findApiKey'
  | 'renameApiKey'
  | 'revokeApiKey'
  | 'recordKeyUses';

const none = { prepared_secret: null, secret_prepared_at: null };

async function secretsOf({ store, organization }: Context) {
  return store.findSecrets(organization.organization_id);
}

function toSecret({ organization }: Context, secret: string) {
  return { organization_id: organization.organization_id, secret, created: start.toISOString() };
}

export const settingsCases: Cases<SettingsMethod> = {
  async findSettings(context) {
    const { organization_id: id } = context.organization;
    const settings = { id, name: 'Diner', webhook_url: 'https://diner.test/', secret_prepared_at: null };
    expect(await context.store.findSettings(id)).toStrictEqual(settings);
    await context.store.prepareSecret(toSecret(context, 'whsec_next'));
    const prepared = { ...settings, secret_prepared_at: start.toISOString() };
    expect(await context.store.findSettings(id)).toStrictEqual(prepared);
    expect(await context.store.findSettings('org_none')).toBeUndefined();
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
  async addTestEvent({ store, organization: { organization_id } }) {
    const created = start.toISOString();
    const delivery = { id: 'dlv_01', due_at: created, attempts_allowed: 4 };
    const event = {
      id: 'evt_01',
      type: 'booking.failed',
      created,
      payload: '{"id":"evt_01"}',
      deliveries: [delivery],
    } as const;
    const subject_id = 'bkg_none';
    expect(await store.addTestEvent({ organization_id, subject_id, event })).toBe(true);
    const [claimed] = await store.claimDeliveries(claim);
    expect(claimed).toMatchObject({ id: 'dlv_01', event_type: 'booking.failed', payload: event.payload, attempt: 1 });
    expect(await store.findBooking({ organization_id, id: subject_id })).toBeUndefined();
    // It waits for its turn like any other delivery.
    const turns = await store.claimTurns({ ...claim, receivers: 'quick' });
    expect(turns).toMatchObject([{ organization_id }]);

    const silent = await createOrganization(store, { name: 'Silent', webhook_url: null }, start);
    const later = { ...event, id: 'evt_02', deliveries: [{ ...delivery, id: 'dlv_02' }] };
    expect(await store.addTestEvent({ organization_id: silent.organization_id, subject_id, event: later })).toBe(false);
    await store.setWebhookUrl(silent.organization_id, 'https://silent.test/');
    expect(await store.claimDeliveries({ ...claim, of: [silent.organization_id] })).toEqual([]);
  },
  async readUsage({ store, organization: { organization_id, keys } }) {
    const window = { organization_id, window_start: start.toISOString() };
    const unused = { rate_limit: 300, calls: 0 };
    expect(await store.readUsage(window)).toStrictEqual(unused);
    const digest = apiKeyDigest(keys.test);
    for (let calls = 1; calls <= 3; calls += 1) await store.admit({ digest, window_start: window.window_start });
    expect(await store.readUsage(window)).toStrictEqual({ ...unused, calls: 3 });
    expect(await store.readUsage({ ...window, window_start: at(300).toISOString() })).toStrictEqual(unused);
    expect(await store.readUsage({ ...window, organization_id: 'org_none' })).toBeUndefined();
  },
  async readTestAllowance(context) {
    const { store, organization } = context;
    const { organization_id } = organization;
    const read = () => store.readTestAllowance(organization_id);
    expect(await read()).toStrictEqual({ test_allowance: 100, test_confirmed: 0, test_reserved: 0 });
    await addBooking(context);
    await addBooking(context, { asks: true });
    expect(await read()).toStrictEqual({ test_allowance: 100, test_confirmed: 0, test_reserved: 2 });
    await store.setLimits(organization_id, { test_allowance: 1 });
    expect(await read()).toMatchObject({ test_reserved: 1 });
    expect(await store.readTestAllowance('org_none')).toBeUndefined();
  },
  async findSecrets(context) {
    const { signing_secret } = context.organization;
    expect(await secretsOf(context)).toStrictEqual({ signing_secret, ...none });
    await context.store.prepareSecret(toSecret(context, 'whsec_next'));
    const prepared = { prepared_secret: 'whsec_next', secret_prepared_at: start.toISOString() };
    expect(await secretsOf(context)).toStrictEqual({ signing_secret, ...prepared });
    expect(await context.store.findSecrets('org_none')).toBeUndefined();
  },
  async prepareSecret(context) {
    expect(await context.store.prepareSecret(toSecret(context, 'whsec_next'))).toBe(true);
    expect(await context.store.prepareSecret(toSecret(context, 'whsec_other'))).toBe(false);
    expect(await secretsOf(context)).toMatchObject({ prepared_secret: 'whsec_next' });
    const { signing_secret } = context.organization;
    expect(await findOrganization(context)).toMatchObject({ signing_secret });
    expect(await context.store.prepareSecret({ ...toSecret(context, 'x'), organization_id: 'org_none' })).toBe(false);
  },
  async activateSecret(context) {
    const { organization_id } = context.organization;
    expect(await context.store.activateSecret(organization_id)).toBe(false);
    await context.store.prepareSecret(toSecret(context, 'whsec_next'));
    expect(await context.store.activateSecret(organization_id)).toBe(true);
    expect(await secretsOf(context)).toStrictEqual({ signing_secret: 'whsec_next', ...none });
    expect(await context.store.activateSecret(organization_id)).toBe(false);
    expect(await findOrganization(context)).toMatchObject({ signing_secret: 'whsec_next' });
  },
  async discardSecret(context) {
    const { organization_id, signing_secret } = context.organization;
    expect(await context.store.discardSecret(organization_id)).toBe(false);
    await context.store.prepareSecret(toSecret(context, 'whsec_next'));
    expect(await context.store.discardSecret(organization_id)).toBe(true);
    expect(await secretsOf(context)).toStrictEqual({ signing_secret, ...none });
    expect(await context.store.activateSecret(organization_id)).toBe(false);
  },
  async listSealedSecrets(context) {
    const { store, organization } = context;
    const other = await createOrganization(store, { name: 'Other', webhook_url: null }, start);
    await store.prepareSecret(toSecret(context, 'whsec_next'));
    const listed = await store.listSealedSecrets({ after: '', limit: 10 });
    const open = ({ organization_id, signing_secret }: (typeof listed)[number]) =>
      testSealing.open(signing_secret, organization_id);
    expect(listed.map((each) => [each.organization_id, each.name, open(each)])).toEqual([
      [organization.organization_id, 'Diner', organization.signing_secret],
      [other.organization_id, 'Other', other.signing_secret],
    ]);
    const prepared = listed.map(({ prepared_secret, secret_prepared_at }) => [prepared_secret, secret_prepared_at]);
    expect(prepared).toEqual([
      [expect.stringMatching(/^v2\./), start.toISOString()],
      [null, null],
    ]);
    const next = { after: organization.organization_id, limit: 1 };
    expect(await store.listSealedSecrets(next)).toStrictEqual(listed.slice(1));
  },
  async replaceSealedSecrets(context) {
    const { store, organization } = context;
    const { organization_id } = organization;
    const seal = (secret: string) => testSealing.seal(secret, organization_id);
    const after = { signing_secret: seal('whsec_b'), prepared_secret: null, secret_prepared_at: null };
    const [before] = await store.listSealedSecrets({ after: '', limit: 1 });
    if (!before) throw new Error('The organization is not in the store.');
    for (const wrong of [
      { signing_secret: seal('x') },
      { prepared_secret: seal('x') },
      { organization_id: 'org_none' },
    ]) {
      expect(await store.replaceSealedSecrets({ before: { ...before, ...wrong }, after })).toBe(false);
    }
    expect(await secretsOf(context)).toStrictEqual({ signing_secret: organization.signing_secret, ...none });
    expect(await store.replaceSealedSecrets({ before, after })).toBe(true);
    expect(await secretsOf(context)).toStrictEqual({ signing_secret: 'whsec_b', ...none });
    expect(await store.replaceSealedSecrets({ before, after })).toBe(false);
  },
  async findSealedCheck({ store }) {
    expect(testSealing.open(await store.findSealedCheck(), 'check_value')).toBe('check');
  },
  async replaceSealedCheck({ store }) {
    const sealed = testSealing.seal('check', 'check_value');
    await store.replaceSealedCheck(sealed);
    expect(await store.findSealedCheck()).toBe(sealed);
  },
  async createApiKey({ store, organization: { organization_id } }) {
    const scopes = ['venues:read'] as const;
    const { key, id } = await createApiKey(store, { organization_id, mode: 'live', name: 'Website', scopes }, start);
    expect((await store.authenticate(apiKeyDigest(key)))?.key).toStrictEqual({ id, mode: 'live', scopes });
    expect(await store.findApiKey(id)).toStrictEqual({
      id,
      organization_id,
      name: 'Website',
      mode: 'live',
      scopes,
      last4: key.slice(-4),
      created: start.toISOString(),
      last_used_at: null,
      revoked_at: null,
    });
    await expect(createApiKey(store, { organization_id: 'org_none', mode: 'live' }, start)).rejects.toThrow(
      /foreign key/i,
    );
  },
  async listApiKeys({ store, organization: { organization_id } }) {
    const other = await createOrganization(store, { name: 'Other', webhook_url: null }, start);
    const listed = await store.listApiKeys({ organization_id, limit: 10 });
    expect(listed.map(({ mode, name, revoked_at }) => [mode, name, revoked_at])).toEqual([
      ['live', 'Live key', null],
      ['test', 'Test key', null],
    ]);
    expect(listed[0]).not.toHaveProperty('digest');
    const [newest] = listed;
    expect(await store.listApiKeys({ organization_id, limit: 1 })).toStrictEqual([newest]);
    expect(await store.listApiKeys({ organization_id, before: newest?.id, limit: 10 })).toStrictEqual(listed.slice(1));
    const others = await store.listApiKeys({ organization_id: other.organization_id, limit: 10 });
    expect(others.map((key) => key.organization_id)).toEqual([other.organization_id, other.organization_id]);
    expect(await store.listApiKeys({ organization_id: 'org_none', limit: 10 })).toEqual([]);
  },
  async findApiKey({ store, organization: { organization_id } }) {
    const [key] = await store.listApiKeys({ organization_id, limit: 1 });
    expect(await store.findApiKey(key?.id ?? '')).toStrictEqual(key);
    expect(await store.findApiKey('key_none')).toBeUndefined();
  },
  async renameApiKey({ store, organization: { organization_id } }) {
    const [key] = await store.listApiKeys({ organization_id, limit: 1 });
    const id = key?.id ?? '';
    expect(await store.renameApiKey({ organization_id, id }, 'Shop')).toStrictEqual({ ...key, name: 'Shop' });
    expect(await store.renameApiKey({ organization_id: 'org_none', id }, 'Stolen')).toBeUndefined();
    expect(await store.renameApiKey({ organization_id, id: 'key_none' }, 'Shop')).toBeUndefined();
    expect(await store.findApiKey(id)).toMatchObject({ name: 'Shop' });
  },
  async revokeApiKey({ store, organization: { organization_id, keys } }) {
    const { id } = await createApiKey(store, { organization_id, mode: 'live' }, start);
    const key = { organization_id, id };
    expect(await store.revokeApiKey({ ...key, organization_id: 'org_none' }, start)).toBeUndefined();
    expect(await store.findApiKey(id)).toMatchObject({ revoked_at: null });
    expect(await store.revokeApiKey(key, at(1))).toMatchObject({ id, revoked_at: at(1).toISOString() });
    expect(await store.revokeApiKey(key, at(2))).toMatchObject({ id, revoked_at: at(1).toISOString() });
    expect(await store.revokeApiKey({ organization_id, id: 'key_none' }, start)).toBeUndefined();
    const test = await store.authenticate(apiKeyDigest(keys.test));
    await store.revokeApiKey({ organization_id, id: test?.key.id ?? '' }, start);
    expect(await store.authenticate(apiKeyDigest(keys.test))).toBeUndefined();
    expect(await store.authenticate(apiKeyDigest(keys.live))).toBeDefined();
  },
  async recordKeyUses({ store, organization: { organization_id } }) {
    const [live, test] = await store.listApiKeys({ organization_id, limit: 2 });
    const lastUses = async () =>
      (await store.listApiKeys({ organization_id, limit: 2 })).map((key) => key.last_used_at);
    const use = (key: typeof live, seconds: number) => ({ id: key?.id ?? '', at: at(seconds).toISOString() });
    await store.recordKeyUses([use(live, 1)]);
    expect(await lastUses()).toEqual([at(1).toISOString(), null]);
    // Another instance has already stored a use in this minute. An older use changes nothing either.
    await store.recordKeyUses([use(live, 2), use(test, 2), { id: 'key_none', at: at(2).toISOString() }]);
    await store.recordKeyUses([use(live, -600)]);
    expect(await lastUses()).toEqual([at(1).toISOString(), at(2).toISOString()]);
    await store.recordKeyUses([use(live, 60)]);
    expect(await lastUses()).toEqual([at(60).toISOString(), at(2).toISOString()]);
  },
};
