/** Sessions. */
import { expect } from 'vitest';
import { addSession, at, start, verify, type Cases } from './context.ts';

type SessionMethod =
  | 'findSessionCreations'
  | 'changeSessionCreations'
  | 'createSession'
  | 'findSession'
  | 'findSealedCode'
  | 'checkCode'
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
  async findSealedCode(context) {
    const { store } = context;
    const { organization_id, session } = await addSession(context);
    const found = await store.findSealedCode({ organization_id, id: session.id });
    expect(found?.destination).toMatch(/^v2\./);
    expect(JSON.stringify(found)).not.toMatch(/ada@|424242/);
    expect(await store.findSealedCode({ organization_id, id: 'ses_none' })).toBeUndefined();
    expect(await store.findSealedCode({ organization_id: 'org_none', id: session.id })).toBeUndefined();
  },
  async checkCode(context) {
    const { store } = context;
    const { organization_id, session } = await addSession(context);
    const of = { organization_id, id: session.id };
    expect(await store.checkCode({ ...of, code: '424242' })).toBe('ada@diner.test');
    expect(await store.checkCode({ ...of, code: '424243' })).toBeUndefined();
    expect(await store.checkCode({ ...of, id: 'ses_none', code: '424242' })).toBeUndefined();
    expect(await store.checkCode({ ...of, organization_id: 'org_none', code: '424242' })).toBeUndefined();
  },
  async createSession(context) {
    expect(await addSession(context)).toMatchObject({
      organization_id: context.organization.organization_id,
      session: { status: 'pending', destination: 'a***@diner.test' },
      card_reference: null,
    });
    // A session that is created later removes the code of one that is over.
    const { store } = context;
    const { organization_id } = context.organization;
    const old = await addSession(context);
    const of = { organization_id, id: old.session.id };
    await addSession(context, at(600));
    expect(await store.findSealedCode(of)).toMatchObject({ code: expect.any(String) as unknown });
    await addSession(context, at(601));
    expect(await store.findSealedCode(of)).toEqual({ code: null, destination: null });
    expect(await store.checkCode({ ...of, code: '424242' })).toBeUndefined();
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
