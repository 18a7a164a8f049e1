/** Access tokens, the audit log, and sign-in links and sessions of the dashboard. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import type { NewAccessToken } from '../../../src/store/access/access-tokens.ts';
import type { AuditEntry } from '../../../src/store/access/audit-log.ts';
import { at, type Cases, type Context, findOrganization, start } from './context.ts';
import type { NewDashboardSession } from '../../../src/store/access/dashboard-sessions.ts';

type AccessMethod =
  | 'createAccessToken'
  | 'findAccessToken'
  | 'findAccessTokenById'
  | 'listAccessTokens'
  | 'markAccessTokenUsed'
  | 'revokeAccessToken'
  | 'recordAudit'
  | 'listAuditEntries'
  | 'audited'
  | 'createDashboardSession'
  | 'findDashboardLink'
  | 'useDashboardLink'
  | 'findDashboardSession'
  | 'findDashboardSessionById'
  | 'listDashboardSessions'
  | 'listOwnSessions'
  | 'markDashboardSessionUsed'
  | 'revokeDashboardSession'
  | 'removeDashboardSessions';

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
    expires_at: null,
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

const valid = { last_used_at: null, revoked_at: null };

const unused = { signed_in_at: null, last_used_at: null };

async function addLink({ store }: Context, more: Partial<NewDashboardSession> = {}): Promise<NewDashboardSession> {
  const id = randomId('das');
  const created = start.toISOString();
  const expires_at = at(900).toISOString();
  const link: NewDashboardSession = {
    id,
    organization_id: null,
    digest: `link ${id}`,
    role: 'operator',
    name: null,
    created,
    ...unused,
    expires_at,
    ...more,
  };
  await store.createDashboardSession(link);
  return link;
}

async function addSession(context: Context, more: Partial<NewDashboardSession> = {}): Promise<NewDashboardSession> {
  const link = await addLink(context, more);
  const digest = `session ${link.id}`;
  await context.store.useDashboardLink({ link_digest: link.digest, digest, now: at(1), expires_at: at(1000) });
  return { ...link, digest };
}

const used = {
  signed_in_at: at(1).toISOString(),
  last_used_at: at(1).toISOString(),
  expires_at: at(1000).toISOString(),
};

export const accessCases: Cases<AccessMethod> = {
  async createAccessToken(context) {
    const { organization_id } = context.organization;
    const expires_at = at(60).toISOString();
    const { digest, ...token } = await addToken(context, { organization_id, role: 'viewer', expires_at });
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
    expect(await context.store.findAccessTokenById(id)).toMatchObject({ last_used_at: at(1).toISOString() });
    expect(await context.store.findAccessTokenById(other.id)).toMatchObject({ last_used_at: null });
  },
  async revokeAccessToken(context) {
    const [{ id }, other] = [await addToken(context), await addToken(context)];
    const revoked_at = at(1).toISOString();
    expect(await context.store.revokeAccessToken(id, at(1))).toMatchObject({ id, revoked_at });
    expect(await context.store.revokeAccessToken(id, at(2))).toMatchObject({ id, revoked_at });
    expect(await context.store.findAccessTokenById(other.id)).toMatchObject({ revoked_at: null });
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
  async createDashboardSession(context) {
    const { organization_id } = context.organization;
    const member = { organization_id, role: 'viewer', name: 'Ada' } as const;
    const { digest, ...link } = await addLink(context, member);
    expect(await context.store.findDashboardLink(digest)).toStrictEqual({ ...link, ...unused });
    const { digest: own, ...session } = await addLink(context, { ...member, ...used });
    expect(await context.store.findDashboardSession(own)).toStrictEqual({ ...session, person: session.id });
    expect(await context.store.findDashboardLink(own)).toBeUndefined();
    await expect(addLink(context, { ...member, digest })).rejects.toThrow(/unique/i);
    await expect(addLink(context, { organization_id })).rejects.toThrow(/check/i);
    await expect(addLink(context, { role: 'admin' })).rejects.toThrow(/check/i);
  },
  async findDashboardLink(context) {
    const { digest, id } = await addLink(context);
    expect(await context.store.findDashboardLink(digest)).toMatchObject({ id, ...unused });
    expect(await context.store.findDashboardLink('none')).toBeUndefined();
    expect(await context.store.findDashboardLink((await addSession(context)).digest)).toBeUndefined();
  },
  async useDashboardLink(context) {
    const { store } = context;
    const { digest: link_digest, ...link } = await addLink(context);
    const use = { link_digest, digest: 'session', now: at(899), expires_at: at(1000) };
    expect(await store.useDashboardLink({ ...use, now: at(900) })).toBeUndefined();
    const [signed_in_at, expires_at] = [at(899).toISOString(), at(1000).toISOString()];
    const session = { ...link, signed_in_at, last_used_at: signed_in_at, expires_at };
    expect(await store.useDashboardLink(use)).toStrictEqual(session);
    expect(await store.findDashboardSession('session')).toStrictEqual({ ...session, person: session.id });
    expect(await store.useDashboardLink({ ...use, digest: 'other' })).toBeUndefined();
    expect(await store.useDashboardLink({ ...use, link_digest: 'session', digest: 'other' })).toBeUndefined();
    expect(await store.useDashboardLink({ ...use, link_digest: 'none' })).toBeUndefined();
  },
  async findDashboardSession(context) {
    const { digest, id } = await addSession(context);
    expect(await context.store.findDashboardSession(digest)).toMatchObject({ id, ...used });
    expect(await context.store.findDashboardSession('none')).toBeUndefined();
    expect(await context.store.findDashboardSession((await addLink(context)).digest)).toBeUndefined();
  },
  async findDashboardSessionById(context) {
    const { digest: _digest, ...link } = await addLink(context);
    expect(await context.store.findDashboardSessionById(link.id)).toStrictEqual({ ...link, ...unused });
    expect(await context.store.findDashboardSessionById('das_none')).toBeUndefined();
  },
  async listDashboardSessions(context) {
    const { store } = context;
    const [first, second, third] = [await addLink(context), await addSession(context), await addLink(context)];
    const list = async (page: Parameters<typeof store.listDashboardSessions>[0]) =>
      (await store.listDashboardSessions(page)).map(({ id }) => id);
    expect(await list({ limit: 10 })).toEqual([third.id, second.id, first.id]);
    expect(await list({ limit: 2 })).toEqual([third.id, second.id]);
    expect(await list({ before: second.id, limit: 2 })).toEqual([first.id]);
    const { organization_id } = context.organization;
    const member = await addLink(context, { organization_id, role: 'viewer' });
    expect(await list({ organization_id, limit: 10 })).toEqual([member.id]);
    expect(await list({ organization_id, before: member.id, limit: 10 })).toEqual([]);
    expect(await list({ organization_id: 'org_none', limit: 10 })).toEqual([]);
    expect((await store.listDashboardSessions({ limit: 1 }))[0]).not.toHaveProperty('digest');
  },
  async listOwnSessions(context) {
    const { store } = context;
    const own = async ({ id }: { readonly id: string }) => (await store.listOwnSessions(id)).map((each) => each.id);
    const [first, foreign, second] = [
      await addSession(context, { account_digest: 'ada' }),
      await addSession(context, { account_digest: 'grace' }),
      await addSession(context, { account_digest: 'ada' }),
    ];
    expect(await own(first)).toEqual([second.id, first.id]);
    expect(await own(foreign)).toEqual([foreign.id]);
    const unnamed = [await addSession(context), await addSession(context)] as const;
    expect(await own(unnamed[0])).toEqual([unnamed[0].id]);
    expect(await own({ id: 'das_none' })).toEqual([]);
  },
  async markDashboardSessionUsed(context) {
    const [session, other, link] = [await addSession(context), await addSession(context), await addLink(context)];
    for (const { id } of [session, link]) await context.store.markDashboardSessionUsed(id, at(2));
    const lastUsed = async ({ id }: { id: string }) => (await context.store.findDashboardSessionById(id))?.last_used_at;
    expect(await lastUsed(session)).toBe(at(2).toISOString());
    expect(await lastUsed(other)).toBe(at(1).toISOString());
    expect(await lastUsed(link)).toBeNull();
  },
  async revokeDashboardSession(context) {
    const [{ id, digest }, other] = [await addSession(context), await addLink(context)];
    expect(await context.store.revokeDashboardSession(id)).toMatchObject({ id, ...used });
    expect(await context.store.revokeDashboardSession(id)).toBeUndefined();
    expect(await context.store.findDashboardSession(digest)).toBeUndefined();
    expect(await context.store.findDashboardLink(other.digest)).toMatchObject({ id: other.id });
  },
  async removeDashboardSessions(context) {
    const { store } = context;
    const [link, session] = [await addLink(context), await addSession(context)];
    const removal = { now: at(899), idle_since: at(0), limit: 10 };
    expect(await store.removeDashboardSessions(removal)).toBe(0);
    expect(await store.removeDashboardSessions({ ...removal, now: at(900) })).toBe(1);
    expect(await store.findDashboardSessionById(link.id)).toBeUndefined();
    expect(await store.removeDashboardSessions({ ...removal, idle_since: at(1) })).toBe(1);
    expect(await store.findDashboardSessionById(session.id)).toBeUndefined();
    for (let count = 0; count < 3; count += 1) await addSession(context);
    expect(await store.removeDashboardSessions({ ...removal, now: at(1000), limit: 2 })).toBe(2);
    expect(await store.removeDashboardSessions({ ...removal, now: at(1000), limit: 2 })).toBe(1);
  },
};
