/**
 * The port to the database: the methods that every service has, and those of bookings. Each is one transaction (STA-12).
 *
 * Terms: a *lease* lets one worker at a time work on a run or a delivery. It ends at `lease_until`, so that another worker
 * can claim the work after a crash. A *lease token* fences the completion: a worker whose lease is lost changes nothing.
 */
import {
  type KernelReads,
  type KernelStore,
  type KernelWrites,
  type RateCounts,
  sealDeliveries,
  type Sealing,
  sealSecrets,
} from '@booking-service/kernel/store';
import type { Place } from './cells/places.ts';
import type { DeliveryIncidentWrites } from './lists/delivery-lists.ts';
import {
  type AdminReads,
  type AdminStore,
  type AdminWrites,
  type AuditedMethod,
  auditedMethods,
  type AuditedParts,
  type AuditedRun,
  type Measured,
  type UpkeepReads,
} from './admin-store.ts';
import type { BookingCreation, BookingReads, BookingWrites } from './bookings/port.ts';
import type { BookingReadReads, BookingReadWrites } from './reads/booking-reads.ts';
import type { BookingCallWrites } from './runs/booking-calls.ts';
import type { RequestLogWrites } from './requests/requests.ts';
import type { RunPlace, RunWrites } from './runs/port.ts';
import type { CodeChecks, SessionCreationsOf, SessionReads, SessionWrites } from './sessions/sessions.ts';

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
interface Cells {
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

// Seals and opens secrets at the port, for both engines, also in audited calls. Callers of a store work with signing secrets,
// destinations and codes in clear text. An engine, and any thread or server that it writes with, sees only what is sealed, and digests.
// The sealing key stays in this thread.

/** Returns the store that callers use. */
export function sealStore({ runAudited, ...engine }: EngineStore, sealing: Sealing): Store {
  // A destination is personal data. Without the key, addresses and phone numbers cannot be tested against its digest.
  function digestDestination<T extends SessionCreationsOf>(of: T): T {
    return { ...of, destination: sealing.digest(of.destination, of.organization_id) };
  }

  /** Returns the creations that are stored under the digest of the key that seals, and those that other keys counted besides. */
  async function findCreations(of: SessionCreationsOf): Promise<{ stored: readonly string[]; all: readonly string[] }> {
    const stored = await engine.findSessionCreations(digestDestination(of));
    const others: string[] = [];
    for (const destination of sealing.otherDigests(of.destination, of.organization_id)) {
      others.push(...(await engine.findSessionCreations({ ...of, destination })));
    }
    const counted = others.filter((instant) => !stored.includes(instant));
    return { stored, all: counted.length === 0 ? stored : [...stored, ...counted].toSorted() };
  }

  return {
    ...engine,
    ...sealAdminStore({ ...engine, runAudited }, sealing),
    ...sealDeliveries(engine, sealing),
    ...sealCodes(engine, sealing),
    findSessionCreations: async (of) => (await findCreations(of)).all,
    async changeSessionCreations(change) {
      if (sealing.other_key_ids.length === 0) return engine.changeSessionCreations(digestDestination(change));
      // During a rotation `before` is the creations under every key, and only the row of the key that seals changes.
      const { stored, all } = await findCreations(change);
      if (all.join() !== change.before.join()) return false;
      return engine.changeSessionCreations({ ...digestDestination(change), before: stored });
    },
  };
}

/** Returns the methods with the code and the destination of a session. Both belong to the session, so no other row opens them. */
function sealCodes(
  engine: Pick<EngineStore, 'createSession' | 'findSealedCode'>,
  sealing: Sealing,
): Pick<Store, 'createSession' | 'checkCode'> {
  return {
    async createSession({ destination, code, ...created }) {
      const { id } = created.session;
      return engine.createSession({
        ...created,
        destination: sealing.seal(destination, id),
        code: sealing.digest(code, id),
      });
    },
    async checkCode({ organization_id, id, code }) {
      const sealed = await engine.findSealedCode({ organization_id, id });
      if (!sealed || sealed.code === null || sealed.destination === null) return undefined;
      // Another instance may seal with another key during a rotation.
      return sealing.isDigest(sealed.code, code, id) ? sealing.open(sealed.destination, id) : undefined;
    },
  };
}

/** Returns the part for administration. Its callers pass and receive signing secrets in clear text. */
export function sealAdminStore({ runAudited, ...engine }: EngineAdminStore, sealing: Sealing): AdminStore {
  return {
    ...engine,
    ...sealSecrets(engine, sealing),
    audited(entry) {
      // The keys of the table are the methods.
      const names = Object.keys(auditedMethods) as AuditedMethod[];
      const calls = names.map((method) => {
        return [method, (...args: readonly unknown[]) => runAudited({ method, args, entry })] as const;
      });
      // Each method passes its arguments on and returns the result of the engine's method.
      const audited = Object.fromEntries(calls) as unknown as AuditedParts;
      return { ...audited, ...sealSecrets(audited, sealing) };
    },
  };
}
