/** Access tokens, and the audit log. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import type { NewAccessToken } from '../../../src/store/access/access-tokens.ts';
import type { AuditEntry } from '../../../src/store/access/audit-log.ts';
import { at, findOrganization, start, type Cases, type Context } from './context.ts';

type AccessMethod =
  | 'createAccessToken'
  | 'findAccessToken'
  | 'findAccessTokenById'
  | 'listAccessTokens'
  | 'markAccessTokenUsed'
  | 'revokeAccessToken'
  | 'recordAudit'
  | 'listAuditEntries'
  | 'audited';

async function addToken({ store }: Context, more: Partial<NewAccessToken> = {}): Promise<NewAccessToken> {
  const id = randomId('tok');
  const created = start.toISOString();
  const token: NewAccessToken = {
    id,
    organization_id: null,
    digest: id,
    role: 'operator',
    name: 'Ada',
    created,
    expires: null,
    ...more,
  };
  await store.createAccessToken(token);
  return token;
}

function entryOf(organization_id: string | null, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: randomId('aud'),
    organization_id,
    created: start.toISOString(),
    actor: { kind: 'access_token', id: 'tok_1', name: 'Ada' },
    action: 'setStanding',
    target: null,
    details: { standing: 'suspended', count: 3, was: null, done: true },
    ...more,
  };
}

const valid = { last_used: null, revoked: null };

export const accessCases: Cases<AccessMethod> = {
  async createAccessToken(context) {
    const { organization_id } = context.organization;
    const expires = at(60).toISOString();
    const { digest, ...token } = await addToken(context, { organization_id, role: 'viewer', expires });
    expect(await context.store.findAccessToken(digest)).toStrictEqual({ ...token, ...valid });
    await expect(addToken(context, { organization_id, role: 'viewer', digest })).rejects.toThrow(/unique/i);
    await expect(addToken(context, { organization_id })).rejects.toThrow(/check/i);
    await expect(addToken(context, { role: 'admin' })).rejects.toThrow(/check/i);
  },
  async findAccessToken(context) {
    const { digest, id } = await addToken(context);
    expect(await context.store.findAccessToken(digest)).toMatchObject({ id, role: 'operator', ...valid });
    expect(await context.store.findAccessToken('none')).toBeUndefined();
  },
  async findAccessTokenById(context) {
    const { digest: _digest, ...token } = await addToken(context);
    expect(await context.store.findAccessTokenById(token.id)).toStrictEqual({ ...token, ...valid });
    expect(await context.store.findAccessTokenById('tok_none')).toBeUndefined();
  },
  async listAccessTokens(context) {
    const { store } = context;
    const tokens = [await addToken(context), await addToken(context), await addToken(context)];
    const [first, second, third] = tokens.map(({ id }) => id);
    const list = async (page: Parameters<typeof store.listAccessTokens>[0]) =>
      (await store.listAccessTokens(page)).map(({ id }) => id);
    expect(await list({ limit: 10 })).toEqual([third, second, first]);
    expect(await list({ limit: 2 })).toEqual([third, second]);
    expect(await list({ before: second, limit: 2 })).toEqual([first]);
    expect((await store.listAccessTokens({ limit: 1 }))[0]).not.toHaveProperty('digest');
  },
  async markAccessTokenUsed(context) {
    const [{ id }, other] = [await addToken(context), await addToken(context)];
    await context.store.markAccessTokenUsed(id, at(1));
    expect(await context.store.findAccessTokenById(id)).toMatchObject({ last_used: at(1).toISOString() });
    expect(await context.store.findAccessTokenById(other.id)).toMatchObject({ last_used: null });
  },
  async revokeAccessToken(context) {
    const [{ id }, other] = [await addToken(context), await addToken(context)];
    const revoked = at(1).toISOString();
    expect(await context.store.revokeAccessToken(id, at(1))).toMatchObject({ id, revoked });
    expect(await context.store.revokeAccessToken(id, at(2))).toMatchObject({ id, revoked });
    expect(await context.store.findAccessTokenById(other.id)).toMatchObject({ revoked: null });
    expect(await context.store.revokeAccessToken('tok_none', start)).toBeUndefined();
  },
  async recordAudit({ store }) {
    const entry = entryOf(null, { actor: { kind: 'operator', id: null, name: null }, details: {} });
    await store.recordAudit(entry);
    expect(await store.listAuditEntries({ limit: 10 })).toStrictEqual([entry]);
    await expect(store.recordAudit(entry)).rejects.toThrow(/unique/i);
  },
  async listAuditEntries({ store, organization: { organization_id } }) {
    const entries = [entryOf(organization_id), entryOf(null), entryOf('org_other'), entryOf(organization_id)];
    for (const entry of entries) await store.recordAudit(entry);
    const [first, service, other, last] = entries;
    expect(await store.listAuditEntries({ limit: 10 })).toStrictEqual([last, other, service, first]);
    expect(await store.listAuditEntries({ limit: 2, before: last?.id })).toStrictEqual([other, service]);
    expect(await store.listAuditEntries({ limit: 10, organization_id })).toStrictEqual([last, first]);
    expect(await store.listAuditEntries({ limit: 1, organization_id, before: last?.id })).toStrictEqual([first]);
    expect(await store.listAuditEntries({ limit: 10, organization_id: 'org_none' })).toEqual([]);
  },
  async audited(context) {
    const { store, organization } = context;
    const { organization_id, signing_secret } = organization;
    const entry = entryOf(organization_id);
    expect(await store.audited(entry).setStanding(organization_id, 'suspended')).toMatchObject({ suspended: true });
    expect(await store.listAuditEntries({ limit: 10 })).toStrictEqual([entry]);

    // The entry is refused, so the change is undone.
    await expect(store.audited(entry).setStanding(organization_id, 'active')).rejects.toThrow(/unique/i);
    expect(await findOrganization(context)).toMatchObject({ suspended: true });

    // Nothing happened, so there is nothing to record.
    expect(await store.audited(entryOf('org_none')).setStanding('org_none', 'active')).toBeUndefined();
    expect(await store.listAuditEntries({ limit: 10 })).toHaveLength(1);

    const revealed = await store.audited(entryOf(organization_id)).findOrganization(organization_id);
    expect(revealed?.signing_secret).toBe(signing_secret);
    expect(await store.listAuditEntries({ limit: 10 })).toHaveLength(2);
  },
};
