import type { Fault } from '../fault.ts';

/** Faults in administration: organizations, roles, access tokens, members, and the audit log. */
export const administrationFaults: readonly Fault[] = [
  {
    name: 'foreign-organization-found',
    breaks: '–: a member reads and changes every organization',
    file: 'admin-caller.ts',
    find: ': caller.organization_id === id;',
    plant: ': true;',
    tests: ['isolation-matrix.test.ts'],
  },
  {
    name: 'role-ignored',
    breaks: '–: a viewer may do what an operator may do',
    file: 'admin-caller.ts',
    find: 'if (!hasRole(caller.role, role)) {',
    plant: 'if (!hasRole(caller.role, caller.role)) {',
    tests: ['isolation-matrix.test.ts'],
  },
  {
    name: 'role-of-link-kept',
    breaks: '–: a session keeps the role of its link after the role of its member has changed',
    file: 'dashboard-sessions.ts',
    find: 'coalesce((SELECT m.role FROM members m WHERE m.id = member_id), role) AS role',
    plant: 'role',
    tests: ['sign-in/operator-members.test.ts'],
  },
  {
    name: 'revoked-token-accepted',
    breaks: '–: an access token works after its revocation',
    file: 'admin-caller.ts',
    find: 'found.revoked !== null || ',
    plant: '',
    tests: ['access-tokens.test.ts'],
  },
  {
    name: 'change-without-entry',
    breaks: '–: a change leaves no entry in the audit log',
    file: 'admin-store.ts',
    find: 'if (hasHappened(result)) await parts.recordAudit(entry);',
    plant: 'if (hasHappened(result)) await Promise.resolve(entry);',
    tests: ['access-tokens.test.ts'],
  },
];
