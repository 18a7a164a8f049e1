/**
 * The port to the database. Each method is one transaction: it happens whole or not at all (STA-12).
 *
 * Terms: a *lease* lets one worker at a time work on a run or a delivery; it ends at `lease_until`, so that work cut
 * off by a crash is taken up again. A *lease token* fences the completion: who lost the lease changes nothing.
 */
import type {
  Booking,
  ContinueBooking,
  EventType,
  KeyMode,
  ModifyBooking,
  Scope,
  Session,
} from '@booking-service/contract';
import type { NewEvent } from '../domain/booking-events.ts';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  readonly suspended: boolean;
  readonly webhook_url: string | null;
  readonly signing_secret: string;
  readonly rate_limit: number;
  readonly test_allowance: number;
  readonly test_confirmed: number;
}

/** An organization as it is listed: without its secret. */
export type ListedOrganization = Omit<Organization, 'signing_secret'>;

/** Who makes a call, as far as the refusals of AUT-11 need to know. */
export interface Caller {
  readonly organization: Pick<Organization, 'id' | 'suspended' | 'rate_limit' | 'test_allowance' | 'test_confirmed'>;
  readonly key: { readonly id: string; readonly mode: KeyMode; readonly scopes: readonly Scope[] };
}

export interface NewApiKey {
  readonly id: string;
  readonly organization_id: string;
  readonly digest: string;
  readonly mode: KeyMode;
  readonly scopes: readonly Scope[];
  readonly created: string;
}

/** A key as it is listed: neither the key nor its digest. */
export interface ApiKey extends Omit<NewApiKey, 'digest'> {
  /** When it was revoked; null while it may call. */
  readonly revoked: string | null;
}

export interface StoredBooking {
  readonly organization_id: string;
  readonly version: number;
  readonly step: number;
  /** Whether there is work for the provider that has not ended. */
  readonly working: boolean;
  readonly booking: Booking;
}

/** Work for the provider, to begin at `due_at`. */
export interface NewRun {
  readonly step: number;
  readonly answer?: ContinueBooking | undefined;
  /** What to modify; left out where the provider is to make or undo the booking. */
  readonly changes?: ModifyBooking | undefined;
  readonly due_at: string;
  /** Set where whoever stores the run works on it at once: it is claimed from the start. */
  readonly lease?: Lease | undefined;
}

/** Who may work on a run, until when. */
export interface Lease {
  readonly lease_until: Date;
  readonly lease_token: string;
}

export interface AcceptedBooking {
  readonly organization_id: string;
  readonly booking: Booking;
  readonly idempotency_key: string | undefined;
  readonly events: readonly NewEvent[];
  /** Left out where the booking begins by asking for something. */
  readonly run?: NewRun | undefined;
}

/** A change of a booking, made only if its version is still the one that was read. */
export interface BookingChange {
  readonly before: StoredBooking;
  readonly booking: Booking;
  readonly events: readonly NewEvent[];
  /** The provider's next work. Where the booking has some of this step already, that is only brought forward. */
  readonly run?: NewRun | undefined;
  /** The run that this change completes; the change is not made where its lease is lost. */
  readonly finished?: ClaimedRun | undefined;
}

/** How often in a row the provider could not be asked, and since when. */
export interface Failing {
  readonly times: number;
  readonly since: string;
}

/** The runs of one provider that are under way here, and the organization that had the last turn. */
export interface ProviderTurn {
  readonly provider: string;
  /** The turn goes on with the organization that follows this one; empty: with the first. */
  readonly after: string;
  readonly busy: readonly { readonly organization_id: string; readonly runs: number }[];
}

/** Who may have how many runs under way. */
export interface RunClaim extends Claim {
  /** Runs of each provider, those of its turn included. */
  readonly limit: number;
  /** Runs of each organization at each provider. Default: the same. */
  readonly per_organization?: number;
  /** Default: nothing is under way, and the turns begin with the first. */
  readonly turns?: readonly ProviderTurn[];
}

export interface ClaimedRun {
  readonly booking_id: string;
  readonly organization_id: string;
  readonly provider: string;
  readonly step: number;
  readonly answer: ContinueBooking | undefined;
  readonly changes: ModifyBooking | undefined;
  readonly attempt: number;
  /** When the first run of this step was due. */
  readonly began: string;
  readonly failing: Failing | undefined;
  readonly lease_token: string;
}

export interface StoredSession {
  readonly organization_id: string;
  readonly version: number;
  readonly session: Session;
  /** The card service's name for the session. */
  readonly session_reference: string;
  /** The card service's name for the card; null until the session is verified. */
  readonly card_reference: string | null;
}

/** Whose creations of sessions, and for which destination. The store keeps a keyed digest of the destination alone. */
export interface SessionCreationsOf {
  readonly organization_id: string;
  readonly destination: string;
}

/** A change of a session, made only if its version is still the one that was read. */
export interface SessionChange {
  readonly before: StoredSession;
  readonly session: Session;
  /** What the card service gave for the right code, and when. */
  readonly verified?: { readonly card_reference: string; readonly at: Date };
}

export interface ClaimedDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly organization_id: string;
  readonly payload: string;
  /** This attempt's number, from 1, counted when it was claimed. */
  readonly attempt: number;
  /** After which attempt it is abandoned: the fourth, or the one that was asked for by hand. */
  readonly attempts_allowed: number;
  readonly webhook_url: string;
  readonly signing_secret: string;
  readonly lease_token: string;
}

/** What came of one attempt: a status, or the kind of error where there was none. */
export interface AttemptRecord {
  /** What was sent beside the payload; null for attempts of before this was kept. */
  readonly request_headers: Readonly<Record<string, string>> | null;
  readonly started: string;
  readonly duration_ms: number;
  readonly status: number | null;
  readonly error: 'timeout' | 'address_refused' | 'response_flood' | 'connection' | null;
  /** The first bytes of the answer, for the history. */
  readonly answer: string | null;
}

/** A delivery with its history (DLV-7). */
export interface DeliveryRecord {
  readonly id: string;
  readonly organization_id: string;
  readonly event_id: string;
  readonly event_type: EventType;
  readonly booking_id: string;
  /** When the event happened. */
  readonly created: string;
  readonly state: 'pending' | 'succeeded' | 'abandoned';
  /** The event's payload: the body of every attempt. */
  readonly request_body: string;
  /** When the next attempt is due; null where none is. */
  readonly next_attempt_at: string | null;
  readonly attempts: readonly ({ readonly attempt: number } & AttemptRecord)[];
}

export interface Claim extends Lease {
  readonly now: Date;
  readonly limit: number;
}

/** `slow`: the organization's last turn met a receiver that did not answer in time. All others are `quick`. */
export type Receivers = 'quick' | 'slow';

/** Up to how many are counted: a count reads no more rows, however many wait. */
export const mostCounted = 1_000;

/** How much work waits. What is being worked on counts until it is done. */
export interface Workload {
  /** At most mostCounted, which means: so many, or more. */
  readonly due_deliveries: number;
  /**
   * When the delivery that has waited longest fell due, of those counted, which begin with the organization that has waited
   * longest; null where none is due.
   */
  readonly oldest_due_delivery: string | null;
  /** At most mostCounted, likewise. */
  readonly due_runs: number;
}

/**
 * When work falls due next, by what does it; null where none waits. It may be earlier than the work can be done, never
 * later: work that someone has under a lease counts as due.
 */
export interface NextDue {
  readonly runs: string | null;
  /** The next turn of an organization with a quick receiver, and a webhook URL; where one is under a lease, the end of that. */
  readonly deliveries: string | null;
  /** The same of those with a slow one. */
  readonly slow_deliveries: string | null;
  /** Of bookings in requires_action. */
  readonly expiries: string | null;
}

/** Organizations and their keys, as whoever runs the service manages them, also while a server works. */
export interface Organizations {
  /** Keeps the signing secret sealed. */
  createOrganization(organization: Omit<Organization, 'suspended' | 'test_confirmed'>): Promise<void>;
  /** In the order in which they were made. */
  listOrganizations(): Promise<ListedOrganization[]>;
  /** Suspends or resumes an organization and tells it as it is now; undefined where there is none (AUT-5). */
  setStanding(organization_id: string, standing: 'active' | 'suspended'): Promise<ListedOrganization | undefined>;
  createApiKey(key: NewApiKey): Promise<void>;
  /** The keys of this organization, or of all, in the order in which they were made. */
  listApiKeys(organization_id?: string): Promise<ApiKey[]>;
  /** Revokes a key, once and for all, and tells it as it is now; undefined where there is none (AUT-7). */
  revokeApiKey(id: string, now: Date): Promise<ApiKey | undefined>;
}

export interface Store extends Organizations, AsyncDisposable {
  /**
   * Has `wake` called when another process on the same database may have stored a run. Tells how to end that.
   * Left out where no other process works on it.
   */
  watchRuns?(wake: () => void): () => void;
  /** The migration that the database is at, and the newest one that this program has. */
  readMigration(): Promise<{ database: number; program: number }>;
  /** Writes something that changes nothing. Rejects where writes fail, or the database was found damaged. */
  checkWrite(): Promise<void>;
  /** Counts what is due at `now`: deliveries of organizations that have a webhook URL, and runs. */
  readWorkload(now: Date): Promise<Workload>;
  /** When the worker has something to do next. */
  findNextDue(): Promise<NextDue>;
  findOrganization(id: string): Promise<Organization | undefined>;
  setWebhookUrl(organization_id: string, webhook_url: string | null): Promise<void>;
  /** Finds who a key belongs to; a revoked key belongs to nobody. */
  authenticate(digest: string): Promise<Caller | undefined>;
  /**
   * The same for a metered call, which is counted in the organization's window that begins at `window_start` (LIM-1): `calls`
   * says how many there are now; past the limit it stays at limit + 1, and nothing is written.
   */
  admit(call: { digest: string; window_start: string }): Promise<{ caller: Caller; calls: number } | undefined>;

  /** Stores the booking, or finds the one made earlier under the same idempotency key (IDM-1). */
  createBooking(accepted: AcceptedBooking): Promise<{ stored: StoredBooking; replayed: boolean }>;
  findBooking(id: string): Promise<StoredBooking | undefined>;
  findBookingByKey(key: {
    organization_id: string;
    livemode: boolean;
    idempotency_key: string;
  }): Promise<StoredBooking | undefined>;
  /** Makes the change and tells the booking as it is now, or undefined where somebody else changed it first. */
  changeBooking(change: BookingChange): Promise<StoredBooking | undefined>;
  /** Bookings in requires_action whose time is over. */
  listExpired(now: Date, limit: number): Promise<StoredBooking[]>;

  /**
   * Marks as ready, and says how many, runs whose time has come or whose lease has ended: at most `limit`. Only what is ready
   * is claimed, so that a claim passes over nothing that waits.
   */
  readyRuns(due: { now: Date; limit: number }): Promise<number>;
  /**
   * Claims due runs, at each provider one organization after the other, within the bounds: however many runs one of them has,
   * each of the others has its turn. Marks some as ready first.
   */
  claimRuns(claim: RunClaim): Promise<ClaimedRun[]>;
  /** Claims this booking's run, if it is due and free. */
  claimRun(claim: Lease & { now: Date; booking_id: string }): Promise<ClaimedRun | undefined>;
  /** Puts a run back, to be claimed again at `due_at`; false where the lease is lost. Left out: it fails no longer. */
  postponeRun(run: ClaimedRun, due_at: Date, failing?: Failing): Promise<boolean>;
  /** Ends a run that changes no booking; false where the lease is lost. */
  finishRun(run: ClaimedRun): Promise<boolean>;

  /** When sessions were created for this destination, oldest first: as many of them as were last kept (SES-4). */
  findSessionCreations(of: SessionCreationsOf): Promise<readonly string[]>;
  /**
   * Keeps `after` in the place of `before`; false where another call changed them first. Also removes a few
   * rows of other destinations whose latest creation is not after `forget_before`.
   */
  changeSessionCreations(
    change: SessionCreationsOf & {
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly forget_before: Date;
    },
  ): Promise<boolean>;
  createSession(created: Pick<StoredSession, 'organization_id' | 'session' | 'session_reference'>): Promise<void>;
  findSession(id: string): Promise<StoredSession | undefined>;
  /** The session that the organization verified last. */
  findLatestVerifiedSession(organization_id: string): Promise<StoredSession | undefined>;
  /** Makes the change and tells the session as it is now, or undefined where somebody else changed it first. */
  changeSession(change: SessionChange): Promise<StoredSession | undefined>;

  /**
   * Abandons deliveries whose last attempt was claimed and, by a crash, never recorded: they get no fifth one (DLV-5).
   * Tells which, `limit` of them at most.
   */
  abandonSpentDeliveries(now: Date, limit: number): Promise<{ event_id: string; organization_id: string }[]>;
  /**
   * Claims the turns of organizations that have a webhook URL and a delivery due, the longest waiting first, and returns
   * their ids. Nobody else gets the turn before it is ended or the lease is over.
   */
  claimTurns(claim: Claim & { readonly receivers: Receivers }): Promise<string[]>;
  /**
   * Ends a turn, and says of which kind the receiver was. The next turn comes when a delivery is due, and later than `now`.
   * Changes nothing where the lease is lost.
   */
  endTurn(turn: {
    readonly organization_id: string;
    readonly lease_token: string;
    readonly now: Date;
    readonly receivers: Receivers;
  }): Promise<void>;
  /** Claims due deliveries of this organization, or of all, that have a webhook URL, counting the attempt. */
  claimDeliveries(claim: Claim & { organization_id?: string }): Promise<ClaimedDelivery[]>;
  /** Records an attempt and when to try again: undefined succeeds or abandons. False where the lease is lost. */
  recordAttempt(
    delivery: ClaimedDelivery,
    outcome: { attempt: AttemptRecord; state: 'succeeded' | 'abandoned' } | { attempt: AttemptRecord; due_at: Date },
  ): Promise<boolean>;
  /** The newest deliveries, newest first, each with its attempts. */
  listDeliveries(page: { limit: number }): Promise<DeliveryRecord[]>;
  /**
   * Has a delivery that succeeded or was abandoned sent once more, with the same event id, and tells it as it is now; one
   * that is pending stays as it is. Undefined where there is none (DLV-10).
   */
  resendDelivery(id: string, now: Date): Promise<{ delivery: DeliveryRecord; resent: boolean } | undefined>;
}
