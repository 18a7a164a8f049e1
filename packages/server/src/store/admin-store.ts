import type { AccessTokens } from './access/access-tokens.ts';
import type { ApiKeys } from './access/api-keys.ts';
import type { AuditEntry, AuditLog } from './access/audit-log.ts';
import type { BookingChanges } from './bookings/booking-changes.ts';
import type { DashboardSessions } from './access/dashboard-sessions.ts';
import type { BookingLists } from './lists/booking-lists.ts';
import type { DeliveryCounts } from './deliveries/delivery-counts.ts';
import type { DeliveryLists } from './lists/delivery-lists.ts';
import type { Organizations } from './organizations/organizations.ts';
import type { RunStates } from './runs/run-states.ts';
import type { PersonalData } from './bookings/personal-data.ts';
import type { Settings } from './organizations/settings.ts';
import type { SigningSecrets } from './organizations/signing-secrets.ts';
import type { TestAllowances } from './bookings/test-allowance.ts';

/** The parts of the port that the operations of the admin contract and the commands use, also while a server runs. */
export interface AdminParts
  extends
    Organizations,
    Settings,
    TestAllowances,
    SigningSecrets,
    ApiKeys,
    AccessTokens,
    DashboardSessions,
    AuditLog,
    DeliveryCounts,
    DeliveryLists,
    BookingLists,
    BookingChanges,
    RunStates,
    PersonalData {}

export interface AdminStore extends AdminParts {
  /**
   * Returns methods of the port that store `entry` in the transaction of their change. If they change nothing, they store no entry;
   * auditedMethods decides this.
   */
  audited(entry: AuditEntry): AuditedParts;
}

/** The methods that operations call under an audit entry. */
export type AuditedMethod =
  | 'activateSecret'
  | 'addTestEvent'
  | 'changeBooking'
  | 'createAccessToken'
  | 'createApiKey'
  | 'createDashboardLink'
  | 'createOrganization'
  | 'deleteAttemptResponse'
  | 'discardSecret'
  | 'eraseBooking'
  | 'findKeptBooking'
  | 'findOrganization'
  | 'findSecrets'
  | 'prepareSecret'
  | 'renameApiKey'
  | 'replaceSealedSecrets'
  | 'resendAbandonedDeliveries'
  | 'resendDelivery'
  | 'retryRun'
  | 'revokeAccessToken'
  | 'revokeApiKey'
  | 'revokeDashboardSession'
  | 'setLimits'
  | 'setStanding'
  | 'setWebhookUrl'
  | 'useDashboardLink';

export type AuditedParts = Pick<AdminParts, AuditedMethod>;

type ResultOf<M extends AuditedMethod> = Awaited<ReturnType<AdminParts[M]>>;

const always = (): boolean => true;
const isFound = (result: unknown): boolean => result !== undefined;
const isDone = (result: boolean): boolean => result;

/**
 * Returns, for each of these methods, from its result whether something happened. Without a change, or a secret that was found, no
 * entry is stored.
 */
export const auditedMethods: { readonly [M in AuditedMethod]: (result: ResultOf<M>) => boolean } = {
  activateSecret: isDone,
  addTestEvent: isDone,
  changeBooking: isFound,
  createAccessToken: always,
  createApiKey: always,
  createDashboardLink: always,
  createOrganization: always,
  deleteAttemptResponse: (result) => result?.deleted === true,
  discardSecret: isDone,
  eraseBooking: ({ outcome }) => outcome === 'erased',
  findKeptBooking: isFound,
  findOrganization: isFound,
  findSecrets: isFound,
  prepareSecret: isDone,
  renameApiKey: isFound,
  replaceSealedSecrets: isDone,
  resendAbandonedDeliveries: ({ resent }) => resent > 0,
  resendDelivery: (result) => result?.resent === true,
  retryRun: isDone,
  revokeAccessToken: isFound,
  revokeApiKey: isFound,
  revokeDashboardSession: isFound,
  setLimits: isFound,
  setStanding: isFound,
  setWebhookUrl: always,
  useDashboardLink: isFound,
};

/** A call of a method under an audit entry, as an engine receives it. */
export interface AuditedCall {
  readonly method: AuditedMethod;
  readonly args: readonly unknown[];
  readonly entry: AuditEntry;
}

/**
 * Makes the call and stores its entry, if something happened, with methods of one transaction. Returns the result of the call.
 */
export async function callAudited(
  parts: AuditedParts & Pick<AuditLog, 'recordAudit'>,
  { method, args, entry }: AuditedCall,
): Promise<unknown> {
  // The caller passed the arguments of this method, and the function of the table takes its result.
  const result = await (parts[method] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
  const hasHappened = auditedMethods[method] as (of: unknown) => boolean;
  if (hasHappened(result)) await parts.recordAudit(entry);
  return result;
}
