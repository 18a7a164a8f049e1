/** Organizations and API keys, and the people who were invited. */
import { apiKeyDigest, randomId } from '@booking-service/kernel/contract';
import { fieldsOfKey } from '@booking-service/kernel/store';
import { expect } from 'vitest';
import { createOrganization } from '../../../src/index.ts';
import { at, type Cases, type Context, findOrganization, start } from './context.ts';
import type { Invitation, Member } from '../../../src/store/access/members.ts';

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
  | 'countCall'
  | 'findMember'
  | 'findMembersByEmail'
  | 'listMembers'
  | 'inviteMember'
  | 'changeMemberRole'
  | 'removeMember';

function invitation({ organization }: Context, more: Partial<Member> = {}): Invitation {
  const { organization_id } = organization;
  const { signed_in_at: _, ...member } = {
    id: randomId('mem'),
    organization_id,
    email: 'ada@diner.test',
    role: 'developer',
    created: start.toISOString(),
    ...more,
  } as const;
  const id = randomId('das');
  const times = { created: member.created, signed_in_at: null, last_used_at: null, expires_at: at(900).toISOString() };
  const link = { id, organization_id: member.organization_id, role: member.role, name: member.email, digest: id };
  return { member, link: { ...link, ...times }, maximum: 3 };
}

/** Adds a member. Returns it with the digest of its link. */
async function add(context: Context, more: Partial<Member> = {}): Promise<Member & { digest: string }> {
  const given = invitation(context, more);
  const member = await context.store.inviteMember(given);
  if (!member) throw new Error('The organization has the maximum of members.');
  return { ...member, digest: given.link.digest };
}

/** A member of the operator. */
const ofOperator = { organization_id: null, role: 'support' } as const;

const nameOf = ({ organization_id, id }: Member) => ({ organization_id, id });

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
  async findMember(context) {
    const { digest: _, ...member } = await add(context);
    expect(await context.store.findMember(nameOf(member))).toStrictEqual(member);
    expect(await context.store.findMember({ ...nameOf(member), id: 'mem_none' })).toBeUndefined();
    const other = await createOrganization(context.store, { name: 'Other', webhook_url: null }, start);
    const { digest: _digest, ...operator } = await add(context, ofOperator);
    expect(await context.store.findMember(nameOf(operator))).toStrictEqual(operator);
    for (const organization_id of [other.organization_id, null])
      expect(await context.store.findMember({ ...nameOf(member), organization_id })).toBeUndefined();
    const { organization_id } = member;
    expect(await context.store.findMember({ ...nameOf(operator), organization_id })).toBeUndefined();
  },
  async findMembersByEmail(context) {
    const { store } = context;
    const { organization_id } = await createOrganization(store, { name: 'Other', webhook_url: null }, start);
    const members = [await add(context), await add(context, { organization_id, role: 'admin' })];
    await add(context, { email: 'grace@diner.test' });
    const operator = await add(context, ofOperator);
    const [first, ...others] = await store.findMembersByEmail('ada@diner.test');
    // That of the operator is first, although it is the newest.
    expect(first?.id).toBe(operator.id);
    expect(others.map(({ id }) => id).toSorted()).toEqual(members.map(({ id }) => id).toSorted());
    expect(await store.findMembersByEmail('none@diner.test')).toEqual([]);
  },
  async listMembers(context) {
    const { organization_id } = context.organization;
    const [first, second] = [await add(context), await add(context, { email: 'grace@diner.test' })];
    const list = async (page: object) =>
      (await context.store.listMembers({ organization_id, limit: 10, ...page })).map(({ id }) => id);
    expect(await list({})).toEqual([second.id, first.id]);
    expect(await list({ limit: 1 })).toEqual([second.id]);
    expect(await list({ before: second.id })).toEqual([first.id]);
    const other = await createOrganization(context.store, { name: 'Other', webhook_url: null }, start);
    expect(await list({ organization_id: other.organization_id })).toEqual([]);
    expect(await list({ organization_id: null })).toEqual([]);
    const operator = await add(context, ofOperator);
    expect(await list({ organization_id: null })).toEqual([operator.id]);
    expect(await list({})).toEqual([second.id, first.id]);
  },
  async inviteMember(context) {
    const { store } = context;
    const given = invitation(context);
    const member = { ...given.member, signed_in_at: null };
    expect(await store.inviteMember(given)).toStrictEqual(member);
    expect(await store.findDashboardLink(given.link.digest)).toMatchObject({ id: given.link.id, role: 'developer' });
    const again = invitation(context, { role: 'admin' });
    expect(await store.inviteMember(again)).toStrictEqual({ ...member, role: 'admin' });
    for (const { link } of [given, again])
      expect(await store.findDashboardLink(link.digest)).toMatchObject({ role: 'admin' });
    for (const email of ['grace@diner.test', 'olga@diner.test']) await add(context, { email });
    const late = invitation(context, { email: 'late@diner.test' });
    expect(await store.inviteMember(late)).toBeUndefined();
    expect(await store.findDashboardLink(late.link.digest)).toBeUndefined();
    expect(await store.inviteMember(invitation(context))).toMatchObject({ id: given.member.id });
    // Those of the operator are counted apart, and an address is once among them.
    const operator = await add(context, ofOperator);
    expect(operator.id).not.toBe(given.member.id);
    expect(await add(context, { ...ofOperator, role: 'operator' })).toMatchObject({
      id: operator.id,
      role: 'operator',
    });
    for (const email of ['grace@diner.test', 'olga@diner.test']) await add(context, { ...ofOperator, email });
    expect(await store.inviteMember(invitation(context, { ...ofOperator, email: 'late@diner.test' }))).toBeUndefined();
    for (const wrong of [{ role: 'support' }, { organization_id: null }] as const)
      await expect(store.inviteMember(invitation(context, { ...wrong, email: given.member.email }))).rejects.toThrow(
        /check/i,
      );
  },
  async changeMemberRole(context) {
    const { store } = context;
    const { digest: link_digest, ...member } = await add(context);
    const session = await store.useDashboardLink({ link_digest, digest: 'session', now: at(1), expires_at: at(1000) });
    expect(session?.role).toBe('developer');
    const signed_in_at = at(1).toISOString();
    const changed = { ...member, signed_in_at, role: 'viewer' } as const;
    expect(await store.changeMemberRole(nameOf(member), 'viewer')).toStrictEqual(changed);
    expect(await store.findDashboardSession('session')).toMatchObject({ role: 'viewer' });
    expect(await store.changeMemberRole({ ...nameOf(member), id: 'mem_none' }, 'admin')).toBeUndefined();
    const { digest: link, ...operator } = await add(context, ofOperator);
    await store.useDashboardLink({ link_digest: link, digest: 'operator', now: at(1), expires_at: at(1000) });
    const { organization_id } = member;
    expect(await store.changeMemberRole({ ...nameOf(operator), organization_id }, 'admin')).toBeUndefined();
    expect(await store.changeMemberRole(nameOf(operator), 'operator')).toMatchObject({ role: 'operator' });
    expect(await store.findDashboardSession('operator')).toMatchObject({ role: 'operator', organization_id: null });
  },
  async removeMember(context) {
    const { store } = context;
    const { digest: link_digest, ...member } = await add(context);
    const other = await add(context, { email: 'grace@diner.test' });
    await store.useDashboardLink({ link_digest, digest: 'session', now: at(1), expires_at: at(1000) });
    const unused = invitation(context);
    await store.inviteMember(unused);
    expect(await store.removeMember(nameOf(member))).toMatchObject({ email: 'ada@diner.test' });
    expect(await store.removeMember(nameOf(member))).toBeUndefined();
    expect(await store.findDashboardSession('session')).toBeUndefined();
    expect(await store.findDashboardLink(unused.link.digest)).toBeUndefined();
    expect(await store.findDashboardLink(other.digest)).toMatchObject({ name: 'grace@diner.test' });
    const operator = await add(context, ofOperator);
    expect(await store.removeMember({ ...nameOf(operator), organization_id: member.organization_id })).toBeUndefined();
    expect(await store.removeMember(nameOf(operator))).toMatchObject({ id: operator.id });
    expect(await store.findDashboardLink(operator.digest)).toBeUndefined();
  },
};
