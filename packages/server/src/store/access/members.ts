/** The part of the port that stores the people who were invited to an organization. Their links and sessions are in dashboard-sessions.ts. */
import type { MemberRole } from '@booking-service/contract/admin';
import type { NewestPage } from '@booking-service/kernel/store/organizations/organizations';
import { afterEvery, type Owned, type Part, type PrepareShared } from '@booking-service/kernel/store/shared-statement';
import { sessionInsert, type NewDashboardSession } from './dashboard-sessions.ts';

export interface Member {
  readonly id: string;
  readonly organization_id: string;
  /** In lower case. */
  readonly email: string;
  readonly role: MemberRole;
  readonly created: string;
  /** The time of the last sign-in; null before the first. */
  readonly signed_in: string | null;
}

export interface Invitation {
  readonly member: Omit<Member, 'signed_in'>;
  /** The link for the sign-in of the member. */
  readonly link: NewDashboardSession;
  /** The maximum of members of the organization. */
  readonly maximum: number;
}

export interface MemberReads {
  findMember(member: Owned): Promise<Member | undefined>;
  /** Returns the members of all organizations with this address, at most maxMemberships. */
  findMembersByEmail(email: string): Promise<Member[]>;
  /** Returns a page of the members of the organization. */
  listMembers(page: NewestPage & { readonly organization_id: string }): Promise<Member[]>;
}

export interface MemberWrites {
  /**
   * Stores a member and a link, and returns the member. One with this address keeps its id and gets the role. Undefined if the organization
   * has the maximum of members.
   */
  inviteMember(invitation: Invitation): Promise<Member | undefined>;
  /** Changes the role of a member and of its sessions, and returns the member; undefined if it does not exist. */
  changeMemberRole(member: Owned, role: MemberRole): Promise<Member | undefined>;
  /** Removes a member with its links and sessions, and returns it; undefined if it does not exist. */
  removeMember(member: Owned): Promise<Member | undefined>;
}

/** The organizations that an address can sign in to by one mail. */
export const maxMemberships = 20;

const columns = 'id, organization_id, email, role, created, signed_in';
const selectMember = {
  name: 'find_member',
  text: `SELECT ${columns} FROM members WHERE organization_id = $1 AND id = $2`,
};
const selectByEmail = {
  name: 'find_members_by_email',
  text: `SELECT ${columns} FROM members WHERE email = $1 ORDER BY id LIMIT ${maxMemberships}`,
};
const selectMembers = {
  name: 'list_members',
  text: `SELECT ${columns} FROM members WHERE organization_id = $3 AND id < $1 ORDER BY id DESC LIMIT $2`,
};
const countOthers = {
  name: 'count_other_members',
  text: 'SELECT count(*) AS others FROM members WHERE organization_id = $1 AND email <> $2',
};
const upsertMember = {
  name: 'invite_member',
  text: `
    INSERT INTO members (id, organization_id, email, role, created) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (organization_id, email) DO UPDATE SET role = excluded.role RETURNING ${columns}`,
};
const updateRole = {
  name: 'change_member_role',
  text: `UPDATE members SET role = $3 WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
};
const deleteMember = {
  name: 'remove_member',
  text: `DELETE FROM members WHERE organization_id = $1 AND id = $2 RETURNING ${columns}`,
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
      findMember: ({ organization_id, id }) => first(find(organization_id, id)),
      findMembersByEmail: (email) => all(findByEmail(email)),
      listMembers: ({ organization_id, before = afterEvery('mem'), limit }) =>
        all(list(before, limit, organization_id)),
    },
    writes: {
      async inviteMember({ member: { id, organization_id, email, role, created }, link, maximum }) {
        const [counted] = await count(organization_id, email);
        if (Number(counted?.others) >= maximum) return undefined;
        const member = await first(upsert(id, organization_id, email, role, created));
        if (member) await insertLink({ ...link, member_id: member.id });
        return member;
      },
      changeMemberRole: ({ organization_id, id }, role) => first(update(organization_id, id, role)),
      removeMember: ({ organization_id, id }) => first(remove(organization_id, id)),
    },
  };
}
