/** Sign-in links and sessions of the dashboard. */
import { expect } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import type { NewDashboardSession } from '../../../src/store/access/dashboard-sessions.ts';
import { at, start, type Cases, type Context } from './context.ts';

type DashboardMethod =
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

const unused = { signed_in: null, last_used: null };

async function addLink({ store }: Context, more: Partial<NewDashboardSession> = {}): Promise<NewDashboardSession> {
  const id = randomId('das');
  const created = start.toISOString();
  const expires = at(900).toISOString();
  const link: NewDashboardSession = {
    id,
    organization_id: null,
    digest: `link ${id}`,
    role: 'operator',
    name: null,
    created,
    ...unused,
    expires,
    ...more,
  };
  await store.createDashboardSession(link);
  return link;
}

async function addSession(context: Context, more: Partial<NewDashboardSession> = {}): Promise<NewDashboardSession> {
  const link = await addLink(context, more);
  const digest = `session ${link.id}`;
  await context.store.useDashboardLink({ link_digest: link.digest, digest, now: at(1), expires: at(1000) });
  return { ...link, digest };
}

const used = { signed_in: at(1).toISOString(), last_used: at(1).toISOString(), expires: at(1000).toISOString() };

export const dashboardCases: Cases<DashboardMethod> = {
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
    const use = { link_digest, digest: 'session', now: at(899), expires: at(1000) };
    expect(await store.useDashboardLink({ ...use, now: at(900) })).toBeUndefined();
    const [signed_in, expires] = [at(899).toISOString(), at(1000).toISOString()];
    const session = { ...link, signed_in, last_used: signed_in, expires };
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
    const lastUsed = async ({ id }: { id: string }) => (await context.store.findDashboardSessionById(id))?.last_used;
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
