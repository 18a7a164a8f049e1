import type { NewId } from '@booking-service/kernel/contract';
import type { Clock } from '@booking-service/kernel/time';
import type { DeliveryDelays } from '../domain/booking.ts';
import type { ModificationResult } from '../domain/run-schedule.ts';
import type { NewCode } from '../domain/session.ts';
import type { Observer } from '../log/observer.ts';
import type { PortsOf } from '../providers/ports.ts';
import type { ClaimedRun, Lease, RunOf, RunPlace, Store, StoredBooking } from '../store/store.ts';

/** The dependencies of the operations. Each operation destructures the ones that it uses. */
export interface OperationContext {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly newId: NewId;
  readonly newCode: NewCode;
  readonly observer: Pick<Observer, 'replayed'>;
  readonly portsOf: PortsOf;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly runs: {
    /** Polls for due runs of the organization's cell immediately, unless the provider is given and has no place for another run of it. */
    wake(run: Pick<RunPlace, 'organization_id'> & Partial<RunPlace>): void;
    /** Sends the new webhooks of the organization, if the worker does not wait for its next tick. */
    wakeDeliveries(organization_id: string): void;
    /** Executes the run of this booking immediately. Resolves when it ends; never rejects. */
    runNow(run: RunOf): Promise<void>;
    /** Returns a lease for a run that the request itself executes. */
    newLease(): Lease;
    /** Executes a modification whose run was stored under such a lease. Undefined if the provider does not respond. */
    modifyNow(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined>;
  };
}
