/** Sessions. */
import { expect } from 'vitest';
import { addSession, at, start, verify, type Cases } from './context.ts';

type SessionMethod =
  | 'findSessionCreations'
  | 'changeSessionCreations'
  | 'createSession'
  | 'findSession'
  | 'findLatestVerifiedSession'
  | 'changeSession';

export const sessionCases: Cases<SessionMethod> = {
  async findSessionCreations({ store, organization: { organization_id } }) {
    const of = { organization_id, destination: 'ada@diner.test' };
    expect(await store.findSessionCreations(of)).toEqual([]);
    const after = [start.toISOString(), at(1).toISOString()];
    await store.changeSessionCreations({ ...of, before: [], after, forget_before: start });
    expect(await store.findSessionCreations(of)).toEqual(after);
    expect(await store.findSessionCreations({ ...of, destination: 'eve@diner.test' })).toEqual([]);
    expect(await store.findSessionCreations({ ...of, organization_id: 'org_none' })).toEqual([]);
  },
  async changeSessionCreations({ store, organization: { organization_id } }) {
    const change = {
      organization_id,
      destination: 'ada@diner.test',
      before: [],
      after: [start.toISOString()],
      forget_before: start,
    };
    expect(await store.changeSessionCreations(change)).toBe(true);
    expect(await store.changeSessionCreations(change)).toBe(false);
    const other = { ...change, destination: 'eve@diner.test', forget_before: at(1) };
    expect(await store.changeSessionCreations(other)).toBe(true);
    expect(await store.findSessionCreations(change)).toEqual([]);
  },
  async createSession(context) {
    expect(await addSession(context)).toMatchObject({
      organization_id: context.organization.organization_id,
      session: { status: 'pending', destination: 'a***@diner.test' },
      session_reference: 'ref_1',
      card_reference: null,
    });
  },
  async findSession(context) {
    const stored = await addSession(context);
    await addSession(context);
    expect(await context.store.findSession({ ...stored, id: stored.session.id })).toStrictEqual(stored);
    expect(await context.store.findSession({ ...stored, id: 'ses_none' })).toBeUndefined();
    expect(await context.store.findSession({ organization_id: 'org_none', id: stored.session.id })).toBeUndefined();
  },
  async findLatestVerifiedSession(context) {
    const { organization_id } = context.organization;
    const pending = await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toBeUndefined();
    const verified = await verify(context, pending);
    await addSession(context);
    expect(await context.store.findLatestVerifiedSession(organization_id)).toStrictEqual(verified);
    expect(await context.store.findLatestVerifiedSession('org_none')).toBeUndefined();
  },
  async changeSession(context) {
    const before = await addSession(context);
    const changed = await verify(context, before);
    const expected = { version: before.version + 1, card_reference: 'card_1', session: { status: 'verified' } };
    expect(changed).toMatchObject(expected);
    expect(await context.store.findSession({ ...before, id: before.session.id })).toStrictEqual(changed);
    expect(await verify(context, before)).toBeUndefined();
  },
};
