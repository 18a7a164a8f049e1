/** The part of the port that the operations of the admin contract and the commands use, also while a server runs. */
import type {
  ApiKeyReads,
  ApiKeyWrites,
  Creations,
  DeliveryCountReads,
  HistoryArchive,
  HistoryWrites,
  OrganizationReads,
  OrganizationWrites,
  RateCounts,
  SettingsWrites,
  SigningSecretReads,
  SigningSecretWrites,
} from '@booking-service/kernel/store';
import { adminLimits } from '@booking-service/contract/admin';
import type { Connections } from '@booking-service/kernel/store/postgres';
import type { AccessTokenReads, AccessTokenWrites } from './access/access-tokens.ts';
import type { AuditEntry, AuditLogReads, AuditLogWrites } from './access/audit-log.ts';
import type { DashboardSessionReads, DashboardSessionWrites } from './access/dashboard-sessions.ts';
import type { MemberReads, MemberWrites } from './access/members.ts';
import type { BookingReads, BookingWrites } from './bookings/port.ts';
import type { PersonalDataReads, PersonalDataWrites } from './bookings/personal-data.ts';
import type { BookingLists } from './lists/booking-lists.ts';
import type { ObjectSearchReads } from './lists/search-objects.ts';
import type { DeliveryListReads, DeliveryListWrites } from './lists/delivery-lists.ts';
import type { RequestLogReads, RequestLogWrites } from './requests/requests.ts';
import type { BookingCallReads, BookingCallWrites } from './runs/booking-calls.ts';
import type { RunAges, RunStateReads, RunStateWrites } from './runs/port.ts';

export interface AdminReads
  extends
    AccessTokenReads,
    ApiKeyReads,
    AuditLogReads,
    BookingCallReads,
    BookingLists,
    DashboardSessionReads,
    DeliveryCountReads,
    DeliveryListReads,
    MemberReads,
    ObjectSearchReads,
    OrganizationReads,
    PersonalDataReads,
    RequestLogReads,
    RunStateReads,
    SigningSecretReads,
    Pick<BookingReads, 'findBooking' | 'readTestAllowance'> {}

export interface AdminWrites
  extends
    AccessTokenWrites,
    ApiKeyWrites,
    AuditLogWrites,
    Creations,
    DashboardSessionWrites,
    DeliveryListWrites,
    MemberWrites,
    OrganizationWrites,
    PersonalDataWrites,
    RunStateWrites,
    SettingsWrites,
    SigningSecretWrites,
    Pick<BookingWrites, 'changeBooking'> {}

export interface AdminStore extends AdminReads, AdminWrites, Pick<RateCounts, 'readUsage'> {
  /**
   * Returns methods of the port that store `entry` in the transaction of their change. If they change nothing, they store no entry;
   * auditedMethods decides this.
   */
  audited(entry: AuditEntry): AuditedParts;
  /**
   * Returns the number of the cell for a new organization: the one with this name, or the one with the most room. Undefined if none has the
   * name. Omitted by a store of one database.
   */
  chooseCell?(name?: string): Promise<number | undefined>;
  /** Returns the number of the cell that has the organization now, for new keys and tokens. Omitted by a store of one database. */
  numberOf?(organization_id: string): Promise<number>;
  /** Counts a request of a member of an organization; see RateCounts. Omitted by a store beside a server, which has the counts. */
  countCall?: RateCounts['countCall'];
}

/** The writes that no audit entry belongs to. */
type UnauditedWrite =
  | 'markAccessTokenUsed'
  | 'markDashboardSessionUsed'
  | 'recordAudit'
  | 'removeDashboardSessions'
  | 'replaceSealedCheck';

/** The methods that operations call under an audit entry: the writes, and the reads of secrets and of personal data. */
export type AuditedMethod =
  | Exclude<keyof AdminWrites, UnauditedWrite>
  | 'findKeptBooking'
  | 'findOrganization'
  | 'findSecrets';

export type AuditedParts = Pick<AdminReads & AdminWrites, AuditedMethod>;

type ResultOf<M extends AuditedMethod> = Awaited<ReturnType<AuditedParts[M]>>;

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
  changeMemberRole: isFound,
  createAccessToken: always,
  createApiKey: always,
  createDashboardSession: isDone,
  createOrganization: always,
  deleteAttemptResponse: (result) => result?.deleted === true,
  discardSecret: isDone,
  eraseBooking: ({ outcome }) => outcome === 'erased',
  findKeptBooking: isFound,
  findOrganization: isFound,
  findSecrets: isFound,
  inviteMember: isFound,
  prepareSecret: isDone,
  removeMember: isFound,
  renameApiKey: isFound,
  replaceSealedSecrets: isDone,
  resendDeliveries: ({ resent }) => resent > 0,
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
interface AuditedCall {
  readonly method: AuditedMethod;
  readonly args: readonly unknown[];
  readonly entry: AuditEntry;
}

/**
 * Makes the call and stores its entry, if something happened, with methods of one transaction. Returns the result of the call.
 */
export async function callAudited(
  parts: AuditedParts & Pick<AuditLogWrites, 'recordAudit'>,
  { method, args, entry }: AuditedCall,
): Promise<unknown> {
  // The caller passed the arguments of this method, and the function of the table takes its result.
  const result = await (parts[method] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
  const hasHappened = auditedMethods[method] as (of: unknown) => boolean;
  if (hasHappened(result)) await parts.recordAudit(entry);
  return result;
}

/** The method of an engine that makes an audited call. */
export interface AuditedRun {
  /** Makes the call and stores its entry, in one transaction. */
  readonly runAudited: (call: AuditedCall) => Promise<unknown>;
}

// The part of the port that measures the work and the database, and finds when work is due.

/** The maximum of a count of due work. A count reads no more rows than this. */
export const maxCounted: number = adminLimits.counted_work;

/** The work that is due, including work under way. */
export interface Workload {
  /** At most maxCounted, which means so many or more. */
  readonly due_deliveries: number;
  /**
   * The earliest due time of the counted deliveries; null if none is due. The count begins with the organization that has
   * waited longest.
   */
  readonly oldest_due_delivery: string | null;
  /** At most maxCounted, like due_deliveries. */
  readonly due_runs: number;
  /**
   * The age of the oldest transaction that keeps deleted rows and old versions of rows in the tables; 0 if there is none, and on
   * SQLite. Without the role pg_read_all_stats only transactions of the same user count.
   */
  readonly oldest_transaction_seconds: number;
}

/**
 * The next due time of runs and of expiries; null if there is none. A time may be earlier than the work can be claimed, because
 * leased work counts as due. It is never later.
 */
export interface NextDue {
  readonly runs: string | null;
  /** The next expiry of a booking in requires_action. */
  readonly expiries: string | null;
}

/** The resources that the database of a store uses. */
export interface Resources {
  readonly engine: 'sqlite' | 'postgres';
  /** The size of the database: of its file, or of all its tables and indexes on PostgreSQL. */
  readonly database_bytes: number;
  /** The size of the write-ahead log; null if the user of PostgreSQL may not read it (role pg_monitor). */
  readonly wal_bytes: number | null;
  /** The free space of the disk with the data folder; null on PostgreSQL, whose disk the service does not see. */
  readonly disk_free_bytes: number | null;
  /** The pool of connections of this process; null on SQLite. */
  readonly connections: Connections | null;
  /** The time of the last complete copy by `booking-service backup`; 'never', or null on PostgreSQL, which has tools of its own. */
  readonly last_backup: Date | 'never' | null;
}

export interface UpkeepReads {
  /** Returns the migration of the database and the newest one of this program, and whether the database serves this program (decision 027). */
  readMigration(): Promise<{ database: number; program: number; serves: boolean }>;
  /** Counts the due work at `now`: deliveries of organizations with a webhook URL, and runs. */
  readWorkload(now: Date): Promise<Workload>;
  /** Returns how long runs have been waiting or held up at `now`, and counts those that are stuck: held up since `stuck_before`. */
  readRunAges(at: { readonly now: Date; readonly stuck_before: Date }): Promise<RunAges>;
  /** Returns when runs and expiries are due next. findNextTurns does it for deliveries. */
  findNextDue(): Promise<NextDue>;
}

/** The measurement of the database, which reads no row of a table. */
export interface Measured {
  /** Returns what the database uses. Reads no row of a table. */
  readResources(): Promise<Resources>;
}

/** The methods of the commands `maintain`, which removes everything that is over, and `archive`. */
export interface Upkeep
  extends
    HistoryArchive,
    HistoryWrites,
    Pick<BookingCallWrites, 'removeBookingCalls'>,
    Pick<DashboardSessionWrites, 'removeDashboardSessions'>,
    Pick<RequestLogWrites, 'removeRequests'> {}
