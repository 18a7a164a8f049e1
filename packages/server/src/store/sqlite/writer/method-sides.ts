/**
 * The side of the embedded store that runs each method. A new method of the port compiles only with a row in this table.
 */
import type { EngineStore } from '../../seal-store.ts';
import type { BookingInsert } from '../../bookings/sqlite-bookings.ts';

/**
 * - `read`: this thread, on a connection that cannot write
 * - `write`: the write thread, together with other waiting writes (group-commit.ts)
 * - `composed`: sqlite-store.ts builds it from other methods
 */
type Side = 'read' | 'write' | 'composed';

/** The methods of the port, and those that only this engine has. */
type SqliteMethods = EngineStore & BookingInsert;

/** Every method of the engine. `watchRuns` is absent: no other process works on an embedded store. */
type Method = Exclude<keyof SqliteMethods, symbol | 'watchRuns'>;

export const sides = {
  activateSecret: 'write',
  addTestEvent: 'write',
  admit: 'composed',
  authenticate: 'read',
  changeBooking: 'write',
  changeSession: 'write',
  changeSessionCreations: 'write',
  checkWrite: 'write',
  claimDeliveries: 'write',
  claimExpired: 'write',
  claimRun: 'write',
  claimRuns: 'write',
  claimTurns: 'write',
  createAccessToken: 'write',
  createApiKey: 'write',
  createBooking: 'composed',
  createDashboardLink: 'write',
  createOrganization: 'write',
  createSession: 'write',
  deleteAttemptResponse: 'write',
  discardSecret: 'write',
  endTurn: 'write',
  eraseBooking: 'write',
  findAccessToken: 'read',
  findAccessTokenById: 'read',
  findApiKey: 'read',
  findBooking: 'read',
  findBookingByKey: 'read',
  findBookings: 'read',
  findBookingText: 'read',
  findDashboardLink: 'read',
  findDashboardSession: 'read',
  findDashboardSessionById: 'read',
  findDelivery: 'read',
  findKeptBooking: 'read',
  findLatestVerifiedSession: 'read',
  findListedOrganization: 'read',
  findNextDue: 'read',
  findOrganization: 'read',
  findRun: 'read',
  findSealedCheck: 'read',
  findSecrets: 'read',
  findSession: 'read',
  findSessionCreations: 'read',
  findSettings: 'read',
  finishRun: 'write',
  giveBackDeliveries: 'write',
  insertBooking: 'write',
  listAccessTokens: 'read',
  listApiKeys: 'read',
  listAuditEntries: 'read',
  listBookingEvents: 'read',
  listBookings: 'read',
  listDashboardSessions: 'read',
  listDeliveries: 'read',
  listNewestOrganizations: 'read',
  listOrganizations: 'read',
  listSealedSecrets: 'read',
  listStuckRuns: 'read',
  markAccessTokenUsed: 'write',
  markDashboardSessionUsed: 'write',
  postponeRun: 'write',
  prepareSecret: 'write',
  readDeliveryCounts: 'read',
  readFailingSince: 'read',
  readMigration: 'read',
  readResources: 'composed',
  readRunAges: 'read',
  readTestAllowance: 'read',
  readUsage: 'composed',
  readWorkload: 'read',
  readyRuns: 'write',
  recordAttempts: 'write',
  recordAudit: 'write',
  recordKeyUses: 'write',
  removeDashboardSessions: 'write',
  removeHistory: 'write',
  renameApiKey: 'write',
  replaceSealedCheck: 'write',
  replaceSealedSecrets: 'write',
  resendAbandonedDeliveries: 'write',
  resendDelivery: 'write',
  retryRun: 'write',
  revokeAccessToken: 'write',
  revokeApiKey: 'write',
  revokeDashboardSession: 'write',
  runAudited: 'write',
  scanBookings: 'read',
  setLimits: 'write',
  setStanding: 'write',
  setWebhookUrl: 'write',
  useDashboardLink: 'write',
} as const;

sides satisfies Record<Method, Side>;

type MethodOn<Chosen extends Side> = { [M in Method]: (typeof sides)[M] extends Chosen ? M : never }[Method];

export type ReadMethod = MethodOn<'read'>;
export type WriteMethod = MethodOn<'write'>;
/** A method that runs SQL. */
export type StatementMethod = ReadMethod | WriteMethod;
/** The statements of the engine: what its SQL implements. */
export type SqliteStatements = Pick<SqliteMethods, StatementMethod>;

export type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** Calls the method with this name. The arguments must be those that a caller passed to the method of the same name. */
export function callMethod(
  statements: SqliteStatements,
  method: StatementMethod,
  args: readonly unknown[],
): Promise<unknown> {
  return (statements[method] as AnyMethod)(...args);
}

/** Returns an object with every method that runs SQL. `read` and `write` make the methods of their side. */
export function makeMethods({
  read,
  write,
}: {
  read: (method: ReadMethod) => AnyMethod;
  write: (method: WriteMethod) => AnyMethod;
}): SqliteStatements {
  const methods: [string, AnyMethod][] = [];
  for (const name of Object.keys(sides) as Method[]) {
    if (isOn('read', name)) methods.push([name, read(name)]);
    else if (isOn('write', name)) methods.push([name, write(name)]);
  }
  // The table has every name of the type, and each name has the method that was made for it.
  return Object.fromEntries(methods) as unknown as SqliteStatements;
}

function isOn<Chosen extends Side>(side: Chosen, name: Method): name is MethodOn<Chosen> {
  return sides[name] === side;
}
