/**
 * The cell of each call. A call about one organization names it, and goes to the cell of that organization. A call about the members of the
 * operator names none, and goes to the first cell. A call by an id or a digest goes to the cell whose number the name has. join-cells.ts
 * has the methods of several cells.
 */
import type { Store } from '../store.ts';

/** The methods of the port that return a promise. */
export type StoreMethods = Omit<
  Store,
  | 'audited'
  | 'cells'
  | 'chooseCell'
  | 'findPlace'
  | 'isDraining'
  | 'numberOf'
  | 'watchRuns'
  | typeof Symbol.asyncDispose
>;

/** The methods of several cells, and the creations of rows that may belong to no organization; see join-cells.ts. */
const joined = {
  checkWrite: true,
  claimDeliveries: true,
  claimExpired: true,
  claimReads: true,
  claimRuns: true,
  claimTurns: true,
  createAccessToken: true,
  createDashboardSession: true,
  createOrganization: true,
  endIncidents: true,
  endTurns: true,
  findMembersByEmail: true,
  findNextDue: true,
  findNextRead: true,
  findNextTurns: true,
  findSealedCheck: true,
  giveBackDeliveries: true,
  listAccessTokens: true,
  listAuditEntries: true,
  listDashboardSessions: true,
  listFaultyRequests: true,
  listNewestOrganizations: true,
  listOrganizations: true,
  listSealedSecrets: true,
  listStuckRuns: true,
  query: true,
  readMigration: true,
  readResources: true,
  readRunAges: true,
  readWorkload: true,
  readyRuns: true,
  recordAttempts: true,
  recordAudit: true,
  recordKeyUses: true,
  recordRequests: true,
  removeBookingCalls: true,
  removeDashboardSessions: true,
  removeHistory: true,
  removeRequests: true,
  replaceSealedCheck: true,
  searchObjects: true,
} as const;
export type JoinedMethod = keyof typeof joined;

/** The methods by an id or a digest. */
export type NamedMethod =
  | 'admit'
  | 'authenticate'
  | 'findAccessToken'
  | 'findAccessTokenById'
  | 'findApiKey'
  | 'findDashboardLink'
  | 'findDashboardSession'
  | 'findDashboardSessionById'
  | 'listOwnSessions'
  | 'markAccessTokenUsed'
  | 'markDashboardSessionUsed'
  | 'revokeAccessToken'
  | 'revokeDashboardSession'
  | 'useDashboardLink';

/** The methods of one organization: a new method of the port is one of them, or stands above. */
export type OrganizationMethod = Exclude<keyof StoreMethods, JoinedMethod | NamedMethod>;

/** Returns the name in the arguments of a call. */
type Routes<Method extends keyof StoreMethods, Name = string> = {
  readonly [M in Method]: (...args: Parameters<StoreMethods[M]>) => Name;
};

const self = (name: string): string => name;
const owner = <Id extends string | null>({ organization_id }: { readonly organization_id: Id }): Id => organization_id;
const ownerBefore = ({ before }: { readonly before: { readonly organization_id: string } }): string =>
  before.organization_id;
const digestOf = ({ digest }: { readonly digest: string }): string => digest;

/** The organization of each call; null for the members of the operator. */
export const organizationOf: Routes<OrganizationMethod, string | null> = {
  activateSecret: self,
  addTestEvent: owner,
  changeBooking: ownerBefore,
  changeMemberRole: owner,
  changeSession: ownerBefore,
  changeSessionCreations: owner,
  checkCode: owner,
  claimRun: owner,
  countCall: owner,
  commit: (_statement, _values, of) => of.organization_id,
  countRequests: owner,
  createApiKey: owner,
  createBooking: owner,
  createSession: owner,
  deleteAttemptResponse: owner,
  discardSecret: self,
  dropIncident: owner,
  eraseBooking: owner,
  findBooking: owner,
  findBookingByKey: owner,
  findBookings: owner,
  findBookingText: owner,
  countDeliveries: owner,
  findDelivery: owner,
  findEvent: owner,
  findKeptBooking: owner,
  findLatestVerifiedSession: self,
  findListedOrganization: self,
  findMember: owner,
  findOrganization: self,
  findRequest: owner,
  findRuns: owner,
  findSealedCode: owner,
  findSecrets: self,
  findSession: owner,
  findSessionCreations: owner,
  findSettings: self,
  finishRead: owner,
  finishRun: owner,
  inviteMember: ({ member }) => member.organization_id,
  listApiKeys: owner,
  listBookingCalls: owner,
  listBookingEvents: owner,
  listBookingRequests: owner,
  listBookings: owner,
  listDeliveries: owner,
  listEvents: owner,
  listMembers: owner,
  listPayments: owner,
  listRequests: owner,
  openIncident: owner,
  postponeRead: owner,
  postponeRun: owner,
  prepareSecret: owner,
  readDeliveryCounts: owner,
  readFailingSince: self,
  readTestAllowance: self,
  readUsage: owner,
  recordBookingCalls: owner,
  removeMember: owner,
  renameApiKey: owner,
  replaceSealedSecrets: ownerBefore,
  requestRead: owner,
  resendDeliveries: owner,
  resendDelivery: owner,
  retryRun: owner,
  revokeApiKey: owner,
  scanBookings: owner,
  setLimits: self,
  setStanding: self,
  setWebhookUrl: self,
  trimRequests: owner,
};

/** The id or the digest of each call. */
export const nameOf: Routes<NamedMethod> = {
  admit: digestOf,
  authenticate: self,
  findAccessToken: self,
  findAccessTokenById: self,
  findApiKey: self,
  findDashboardLink: self,
  findDashboardSession: self,
  findDashboardSessionById: self,
  listOwnSessions: self,
  markAccessTokenUsed: self,
  markDashboardSessionUsed: self,
  revokeAccessToken: self,
  revokeDashboardSession: self,
  useDashboardLink: ({ link_digest }) => link_digest,
};

/** The names of all methods. */
// The keys of the tables are the methods of the port.
export const methodNames: readonly (keyof StoreMethods)[] = Object.keys({
  ...organizationOf,
  ...nameOf,
  ...joined,
}) as (keyof StoreMethods)[];
