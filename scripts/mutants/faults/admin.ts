import type { Fault } from '../fault.ts';

/** Faults of the admin server: its callers, and the log of their actions. The rules of the interface have no number for them. */
export const adminFaults: readonly Fault[] = [
  {
    name: 'foreign-organization-found',
    summary: 'a member reads and changes every organization',
    rules: '–',
    file: 'admitCaller',
    find: ': caller.organization_id === id;',
    plant: ': true;',
    tests: ['isolation'],
  },
  {
    name: 'role-ignored',
    summary: 'a viewer may do what an operator may do',
    rules: '–',
    file: 'admitCaller',
    find: 'if (!hasRole(caller.role, role)) {',
    plant: 'if (!hasRole(caller.role, caller.role)) {',
    tests: ['isolation'],
  },
  {
    name: 'revoked-token-accepted',
    summary: 'an access token works after its revocation',
    rules: '–',
    file: 'findTokenCaller',
    find: 'found.revoked !== null || ',
    plant: '',
    tests: ['accessTokens'],
  },
  {
    name: 'change-without-entry',
    summary: 'a change leaves no entry in the audit log',
    rules: '–',
    file: 'adminStore',
    find: 'if (hasHappened(result)) await parts.recordAudit(entry);',
    plant: 'if (hasHappened(result)) await Promise.resolve(entry);',
    tests: ['accessTokens'],
  },
];
