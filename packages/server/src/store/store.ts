/**
 * The port to the database: the methods that every service has, and those of bookings. Each is one transaction (STA-12).
 *
 * Terms: a *lease* lets one worker at a time work on a run or a delivery. It ends at `lease_until`, so that another worker
 * can claim the work after a crash. A *lease token* fences the completion: a worker whose lease is lost changes nothing.
 */
import type { Place } from './cells/places.ts';
import type { KernelReads, KernelStore, KernelWrites, RateCounts } from '@booking-service/kernel/store';
import type { DeliveryIncidentWrites } from './access/delivery-incidents.ts';
import type { AdminReads, AdminStore, AdminWrites, AuditedRun } from './admin-store.ts';
import type { BookingCreation, BookingReads, BookingWrites } from './bookings/port.ts';
import type { BookingReadReads, BookingReadWrites } from './reads/booking-reads.ts';
import type { BookingCallWrites } from './runs/booking-calls.ts';
import type { RequestLogWrites } from './requests/requests.ts';
import type { RunPlace, RunWrites } from './runs/port.ts';
import type { CodeChecks, SessionReads, SessionWrites } from './sessions/sessions.ts';
import type { Measured, UpkeepReads } from './upkeep/upkeep.ts';

export type { Caller } from '@booking-service/kernel/store';
export type { AuditEntry } from './access/audit-log.ts';
export type { NewApiKey } from '@booking-service/kernel/store';
export type { AdminStore } from './admin-store.ts';
export type { AcceptedBooking, BookingChange, StoredBooking } from './bookings/port.ts';
export type { KeptBooking } from './bookings/personal-data.ts';
export type {
  AttemptOutcome,
  AttemptRecord,
  Claim,
  ClaimedDelivery,
  Lease,
  Receivers,
} from '@booking-service/kernel/store';
export type { Organization } from '@booking-service/kernel/store';
export type { SealedSecrets, SigningSecretPair } from '@booking-service/kernel/store';
export type { BookingCall } from './runs/booking-calls.ts';
export type { ClaimedRun, Failing, NewRun, ProviderTurn, RunClaim, RunOf, RunPlace } from './runs/port.ts';
export type { Sealing } from '@booking-service/kernel/store';
export type { SessionChange, StoredSession } from './sessions/sessions.ts';

export interface StoreReads
  extends KernelReads, AdminReads, BookingReads, BookingReadReads, SessionReads, UpkeepReads {}

export interface StoreWrites
  extends
    KernelWrites,
    AdminWrites,
    BookingCallWrites,
    BookingWrites,
    BookingReadWrites,
    DeliveryIncidentWrites,
    RequestLogWrites,
    RunWrites,
    SessionWrites {}

/** The methods whose calls an engine makes in its own way: neither only on the reading nor only on the writing side. */
interface Composed extends BookingCreation, Measured {
  /**
   * Calls `wake` when another process on the same database may have stored a run, with its place if that is known. Returns a function
   * that ends this.
   * Omitted if no other process works on the database.
   */
  watchRuns?(wake: (places?: readonly RunPlace[]) => void): () => void;
  /** The organizations that left the database. Omitted by an engine that cannot be a cell, and by a store of several cells. */
  findPlace?(name: string): Promise<Place>;
  isDraining?(): Promise<boolean>;
}

/** One of the databases behind a store. Each has the organizations whose ids end with its number, and others of its own. */
export interface OpenCell {
  readonly name: string;
  readonly number: number;
  readonly store: Store;
}

/** The part of a store of several databases that one of a single database lacks. */
export interface Cells {
  readonly all: readonly OpenCell[];
  /** Returns the cell of an organization that this process has met; undefined for any other. */
  find(organization_id: string): OpenCell | undefined;
  /** Returns the cell that has the organization now. */
  locate(organization_id: string): Promise<OpenCell>;
}

export interface Store
  extends
    KernelStore,
    StoreReads,
    StoreWrites,
    Composed,
    CodeChecks,
    Pick<AdminStore, 'audited' | 'chooseCell' | 'numberOf'> {
  /** Omitted by a store of one database. */
  readonly cells?: Cells;
}

/** The methods that an engine implements: the port, with sealed secrets and keyed digests. */
export interface EngineStore extends KernelStore, StoreReads, StoreWrites, Composed, AuditedRun {}

/** The part of an engine for administration. */
export interface EngineAdminStore extends AdminReads, AdminWrites, Pick<RateCounts, 'readUsage'>, AuditedRun {}
