import type { Fault } from '../fault.ts';

/** Faults in sessions and cards. */
export const sessionFaults: readonly Fault[] = [
  {
    name: 'latest-card-of-anyone',
    summary: 'on PostgreSQL the card of the latest session can belong to another organization',
    rules: 'END-10, SES-3',
    file: 'postgresSessions',
    find: 'WHERE organization_id = $1 AND verified_at IS NOT NULL',
    plant: 'WHERE $1::text IS NOT NULL AND verified_at IS NOT NULL',
    tests: ['sessions'],
  },
  {
    name: 'session-of-anyone',
    summary: 'a session of another organization can be verified, and its card read',
    rules: 'SES-3',
    file: 'sqliteSessions',
    find: 'FROM sessions WHERE organization_id = ? AND id = ?',
    plant: 'FROM sessions WHERE ? IS NOT NULL AND id = ?',
    tests: ['sessions'],
  },
  {
    name: 'free-attempts',
    summary: 'a wrong code uses no attempt',
    rules: 'SES-2',
    file: 'verifySession',
    find: '({ session: takeAttempt(found) })',
    plant: '({ session: { ...takeAttempt(found), attempts_left: found.attempts_left } })',
    tests: ['sessions'],
  },
  {
    name: 'thin-mask',
    summary: 'the masked destination shows two letters of the address',
    rules: 'END-7',
    file: 'maskDestination',
    find: '/^(.)[^@]*/',
    plant: '/^(..?)[^@]*/',
    tests: ['sessions'],
  },
];
