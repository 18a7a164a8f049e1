/**
 * The part of the port that stores the people who were invited to an organization, or by the operator. Their links and sessions are in
 * dashboard-sessions.ts.
 */
import type { DashboardRole } from '@booking-service/contract/admin';
import { afterEvery, type NewestPage, type Part, type PrepareShared } from '@booking-service/kernel/store';
import { sessionInsert, type NewDashboardSession } from './dashboard-sessions.ts';

export interface Member {
  readonly id: string;
  /** Null for a member of the operator. */
  readonly organization_id: string | null;
  /** In lower case. */
  readonly email: string;
  readonly role: DashboardRole;
  readonly created: string;
  /** The time of the last sign-in; null before the first. */
  readonly signed_in_at: string | null;
}

/** The names of a member. One of another organization is not found. */
export type MemberName = Pick<Member, 'organization_id' | 'id'>;

export interface Invitation {
  readonly member: Omit<Member, 'signed_in_at'>;
  /** The link for the sign-in of the member. */
  readonly link: NewDashboardSession;
  /** The maximum of members of the organization, or of the operator. */
  readonly maximum: number;
}

export interface MemberReads {
  findMember(member: MemberName): Promise<Member | undefined>;
  /** Returns the memberships of this address, at most maxMemberships: first that of the operator. */
  findMembersByEmail(email: string): Promise<Member[]>;
  /** Returns a page of the members of the organization, or of the operator. */
  listMembers(page: NewestPage & Pick<Member, 'organization_id'>): Promise<Member[]>;
}

export interface MemberWrites {
  /**
   * Stores a member and a link, and returns the member. One with this address keeps its id and gets the role. Undefined if the organization
   * or the operator has the maximum of members.
   */
  inviteMember(invitation: Invitation): Promise<Member | undefined>;
  /** Changes the role of a member and of its sessions, and returns the member; undefined if it does not exist. */
  changeMemberRole(member: MemberName, role: DashboardRole): Promise<Member | undefined>;
  /** Removes a member with its links and sessions, and returns it; undefined if it does not exist. */
  removeMember(member: MemberName): Promise<Member | undefined>;
}

/** The memberships with which an address can sign in by one mail. */
export const maxMemberships = 20;

const columns = 'id, organization_id, email, role, created, signed_in_at';
/** The index has the members of the operator under the empty text. */
const owner = `coalesce(organization_id, '')`;
const ownerOf = ({ organization_id }: Pick<Member, 'organization_id'>): string => organization_id ?? '';
const selectMember = {
  name: 'find_member',
  text: `SELECT ${columns} FROM members WHERE ${owner} = $1 AND id = $2`,
};
const selectByEmail = {
  name: 'find_members_by_email',
  text: `
    SELECT ${columns} FROM members WHERE email = $1 ORDER BY ${owner} <> '', id LIMIT ${maxMemberships}`,
};
const selectMembers = {
  name: 'list_members',
  text: `SELECT ${columns} FROM members WHERE ${owner} = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};
const countOthers = {
  name: 'count_other_members',
  text: `SELECT count(*) AS others FROM members WHERE ${owner} = $1 AND email <> $2`,
};
const upsertMember = {
  name: 'invite_member',
  text: `
    INSERT INTO members (id, organization_id, email, role, created) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (${owner}, email) DO UPDATE SET role = excluded.role RETURNING ${columns}`,
};
const updateRole = {
  name: 'change_member_role',
  text: `UPDATE members SET role = $3 WHERE ${owner} = $1 AND id = $2 RETURNING ${columns}`,
};
const deleteMember = {
  name: 'remove_member',
  text: `DELETE FROM members WHERE ${owner} = $1 AND id = $2 RETURNING ${columns}`,
};

/** The members on either engine. */
export function members(prepare: PrepareShared): Part<MemberReads, MemberWrites> {
  const find = prepare<Member>(selectMember);
  const findByEmail = prepare<Member>(selectByEmail);
  const list = prepare<Member>(selectMembers);
  const count = prepare<{ readonly others: number | string }>(countOthers);
  const upsert = prepare<Member>(upsertMember);
  const update = prepare<Member>(updateRole);
  const remove = prepare<Member>(deleteMember);
  const insertLink = sessionInsert(prepare);
  const first = async (rows: Promise<Member[]>) => {
    const [row] = await rows;
    return row && { ...row };
  };
  const all = async (rows: Promise<Member[]>) => (await rows).map((row) => ({ ...row }));
  return {
    reads: {
      findMember: (member) => first(find(ownerOf(member), member.id)),
      findMembersByEmail: (email) => all(findByEmail(email)),
      listMembers: ({ before = afterEvery('mem'), limit, ...of }) => all(list(before, limit, ownerOf(of))),
    },
    writes: {
      async inviteMember({ member: { id, organization_id, email, role, created }, link, maximum }) {
        const [counted] = await count(ownerOf({ organization_id }), email);
        if (Number(counted?.others) >= maximum) return undefined;
        const member = await first(upsert(id, organization_id, email, role, created));
        if (member) await insertLink({ ...link, member_id: member.id });
        return member;
      },
      changeMemberRole: (member, role) => first(update(ownerOf(member), member.id, role)),
      removeMember: (member) => first(remove(ownerOf(member), member.id)),
    },
  };
}
