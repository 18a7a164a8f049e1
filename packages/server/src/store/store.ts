/**
 * The port to the database. Each method is one transaction (STA-12).
 *
 * Terms: a *lease* lets one worker at a time work on a run or a delivery. It ends at `lease_until`, so that another worker
 * can claim the work after a crash. A *lease token* fences the completion: a worker whose lease is lost changes nothing.
 */
import type { Booking, JsonText, KeyMode, Scope, Session } from '@booking-service/contract';
import type { NewEvent } from '../domain/booking.ts';
import type { Origin } from '../domain/origin.ts';
import type { AdminStore } from './admin-store.ts';
import type { KeyUse } from './access/api-keys.ts';
import type { BookingChange, ClaimedRun, Lease, NewRun, RunOf, StoredBooking } from './bookings/booking-changes.ts';
import type { NextDue, Workload } from './upkeep/due-work.ts';
import type { History } from './upkeep/history.ts';
import type { AttemptRecord } from './lists/attempt-record.ts';
import type { Owned } from './lists/owned.ts';
import type { Organization } from './organizations/organizations.ts';
import type { Resources } from './upkeep/resources.ts';
import type { Failing, RunAges } from './runs/stuck-runs.ts';

export type { AttemptRecord, BookingChange, ClaimedRun, Failing, Lease, NewRun, Owned, RunOf, StoredBooking };
export type { AdminStore } from './admin-store.ts';
export type { AuditEntry } from './access/audit-log.ts';
export type { KeptBooking, KeptEvent } from './bookings/personal-data.ts';
export type { Sealing } from './sealing.ts';
export type { SealedSecrets, SigningSecretPair } from './organizations/signing-secrets.ts';
export { maxPage } from './organizations/organizations.ts';
export type { ApiKeys, NewApiKey } from './access/api-keys.ts';
export type { ListedOrganization, Organization, Organizations } from './organizations/organizations.ts';

/** The organization and the key of a request, with the fields that the refusals of AUT-11 need. */
export interface Caller {
  readonly organization: Pick<Organization, 'id' | 'suspended' | 'rate_limit' | 'test_allowance' | 'test_confirmed'>;
  readonly key: { readonly id: string; readonly mode: KeyMode; readonly scopes: readonly Scope[] };
}

/** A booking as it is stored, with the fields that a read compares. */
export interface BookingText {
  readonly livemode: boolean;
  readonly expires_at: string | null;
  /** The exact text that JSON.stringify made of the booking. */
  readonly text: JsonText<Booking>;
}

export interface AcceptedBooking {
  readonly organization_id: string;
  readonly booking: Booking;
  readonly idempotency_key: string | undefined;
  readonly events: readonly NewEvent[];
  /** What caused the booking. Default: no request. */
  readonly origin?: Origin | undefined;
  /** Omitted if the booking begins in requires_action. */
  readonly run?: NewRun | undefined;
}

/** The runs of one provider that this instance is working on, and the organization that had the last turn. */
export interface ProviderTurn {
  readonly provider: string;
  /** The organization that had the last turn. The next one in order of id follows; empty begins with the first. */
  readonly after: string;
  readonly busy: readonly { readonly organization_id: string; readonly runs: number }[];
}

/** A claim of runs, with the bounds of the work under way. */
export interface RunClaim extends Claim {
  /** The maximum of runs under way at each provider, including those in `turns`. */
  readonly limit: number;
  /** The maximum of runs under way of each organization at each provider. Default: `limit`. */
  readonly per_organization?: number;
  /** Default: nothing is under way, and the turns begin with the first organization. */
  readonly turns?: readonly ProviderTurn[];
}

export interface StoredSession {
  readonly organization_id: string;
  readonly version: number;
  readonly session: Session;
  /** The card service's reference of the session. */
  readonly session_reference: string;
  /** The card service's reference of the card; null until the session is verified. */
  readonly card_reference: string | null;
}

/** An organization and a destination. The database has only a keyed digest of the destination. */
export interface SessionCreationsOf {
  readonly organization_id: string;
  readonly destination: string;
}

/** A change of a session. It is made only if the session still has the version of `before`. */
export interface SessionChange {
  readonly before: StoredSession;
  readonly session: Session;
  /** The card that the card service returned for the right code, and the time. */
  readonly verified?: { readonly card_reference: string; readonly at: Date };
}

export interface ClaimedDelivery extends Owned, Origin {
  readonly booking_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly payload: string;
  /** The number of this attempt, from 1. The claim counts it. */
  readonly attempt: number;
  /** The attempt after which the delivery is abandoned: the fourth, or the one of the last resend. */
  readonly attempts_allowed: number;
  readonly webhook_url: string;
  readonly signing_secret: string;
  readonly lease_token: string;
}

/** The outcome of an attempt of a claimed delivery: its final state, or the time of the next attempt. */
export type AttemptOutcome = {
  readonly delivery: Owned & Pick<ClaimedDelivery, 'attempt' | 'lease_token'>;
  readonly attempt: AttemptRecord;
} & ({ readonly state: 'succeeded' | 'abandoned' } | { readonly due_at: Date });

export interface Claim extends Lease {
  readonly now: Date;
  readonly limit: number;
}

/** `slow`: in the organization's last turn the receiver was slow. All others are `quick`. */
export type Receivers = 'quick' | 'slow';

/** The right to deliver the webhooks of an organization. */
export interface ClaimedTurn {
  readonly organization_id: string;
  readonly webhook_url: string | null;
}

export interface EndedTurn {
  /** Whether the next turn begins at the earliest possible time. */
  readonly due: boolean;
  /** The events of the abandoned deliveries. */
  readonly abandoned: readonly string[];
}

export interface Store extends AdminStore, History, AsyncDisposable {
  /**
   * Calls `wake` when another process on the same database may have stored a run. Returns a function that ends this.
   * Omitted if no other process works on the database.
   */
  watchRuns?(wake: () => void): () => void;
  /** Returns the migration of the database, and the newest migration of this program. */
  readMigration(): Promise<{ database: number; program: number }>;
  /** Makes a write that changes nothing. Rejects if writes fail, or if damage was found in the database. */
  checkWrite(): Promise<void>;
  /** Counts the due work at `now`: deliveries of organizations with a webhook URL, and runs. */
  readWorkload(now: Date): Promise<Workload>;
  /** Returns how long runs have been waiting or held up at `now`, and counts those that are stuck: held up since `stuck_before`. */
  readRunAges(at: { readonly now: Date; readonly stuck_before: Date }): Promise<RunAges>;
  /** Returns what the database uses. Reads no row of a table. */
  readResources(): Promise<Resources>;
  /** Returns when work is due next. */
  findNextDue(): Promise<NextDue>;
  /** Finds the owner of a key; undefined for an unknown or revoked key. */
  authenticate(digest: string): Promise<Caller | undefined>;
  /** Stores when keys were last used, at most once in a minute for each key (KeyUses). */
  recordKeyUses(uses: readonly KeyUse[]): Promise<void>;
  /**
   * Finds the owner of a key and counts a metered request in the organization's window that begins at `window_start` (LIM-1).
   * `calls` is the count with this request. Past the limit it stays at limit + 1, and nothing is written.
   */
  admit(request: { digest: string; window_start: string }): Promise<{ caller: Caller; calls: number } | undefined>;

  /**
   * Stores the booking, or returns the one that was created earlier under the same idempotency key (IDM-1). Throws free_tier_exhausted
   * if a test booking would exceed the test allowance, with the bookings in progress (MOD-3).
   */
  createBooking(accepted: AcceptedBooking): Promise<{ stored: StoredBooking; replayed: boolean }>;
  /** Finds a booking without parsing it. */
  findBookingText(booking: Owned): Promise<BookingText | undefined>;
  findBookingByKey(key: {
    organization_id: string;
    livemode: boolean;
    idempotency_key: string;
  }): Promise<StoredBooking | undefined>;
  /**
   * Claims bookings in requires_action that have expired, the oldest first. Another claim returns them again only after
   * `lease_until`. The lease fences nothing: changeBooking decides.
   */
  claimExpired(claim: Omit<Claim, 'lease_token'>): Promise<StoredBooking[]>;

  /**
   * Marks at most `limit` runs as ready whose time has come or whose lease has ended, and returns their number. A claim takes
   * only ready runs, so it never reads runs that are not due.
   */
  readyRuns(due: { now: Date; limit: number }): Promise<number>;
  /**
   * Claims due runs within the bounds. At each provider the organizations take turns, so an organization with many runs does
   * not delay the others. Marks some runs as ready first.
   */
  claimRuns(claim: RunClaim): Promise<ClaimedRun[]>;
  /** Claims the run of this booking if it is due and not leased. */
  claimRun(claim: Lease & RunOf & { now: Date }): Promise<ClaimedRun | undefined>;
  /**
   * Makes a run due again at `due_at`; false if the lease is lost. `because` is stored: the failures of the provider, or that it is
   * pending. Without it the run is neither failing nor pending.
   */
  postponeRun(run: ClaimedRun, due_at: Date, because?: Failing | 'pending'): Promise<boolean>;
  /** Ends a run that changes no booking; false if the lease is lost. */
  finishRun(run: ClaimedRun): Promise<boolean>;

  /** Returns the stored creation times of sessions for this destination, oldest first (SES-4). */
  findSessionCreations(of: SessionCreationsOf): Promise<readonly string[]>;
  /**
   * Replaces the creation times `before` by `after`; false if another request changed them first. Also removes a few
   * rows of the organization's other destinations whose latest creation is not after `forget_before`.
   */
  changeSessionCreations(
    change: SessionCreationsOf & {
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly forget_before: Date;
    },
  ): Promise<boolean>;
  createSession(created: Pick<StoredSession, 'organization_id' | 'session' | 'session_reference'>): Promise<void>;
  findSession(session: Owned): Promise<StoredSession | undefined>;
  /** Returns the session that the organization verified last. */
  findLatestVerifiedSession(organization_id: string): Promise<StoredSession | undefined>;
  /** Makes the change and returns the new session; undefined if another change was first. */
  changeSession(change: SessionChange): Promise<StoredSession | undefined>;

  /**
   * Claims the turns of organizations with a webhook URL and a due delivery, longest waiting first, and returns them.
   * No other worker gets a claimed turn before it is ended or its lease ends.
   */
  claimTurns(claim: Claim & { readonly receivers: Receivers }): Promise<ClaimedTurn[]>;
  /**
   * Ends a turn and stores the kind of its receiver. The next turn begins when a delivery is due, but later than `now`, and not
   * before `not_before`. Also abandons the deliveries of the organization whose last attempt was claimed but, because of a
   * crash, never recorded (DLV-5). Changes nothing if the lease is lost.
   */
  endTurn(turn: {
    readonly organization_id: string;
    readonly lease_token: string;
    readonly now: Date;
    readonly receivers: Receivers;
    /** Default: one millisecond after `now`. */
    readonly not_before?: Date;
  }): Promise<EndedTurn>;
  /** Claims due deliveries of this organization, or of all, if it has a webhook URL, and counts their attempts. */
  claimDeliveries(claim: Claim & { organization_id?: string }): Promise<ClaimedDelivery[]>;
  /** Undoes a claim: ends the leases that it still holds, and subtracts the attempts that it counted. */
  giveBackDeliveries(claimed: { readonly deliveries: readonly Owned[]; readonly lease_token: string }): Promise<void>;
  /** Records at least one attempt, each of another delivery. Returns for each whether it was recorded: false if its lease is lost. */
  recordAttempts(outcomes: readonly AttemptOutcome[]): Promise<boolean[]>;
}
