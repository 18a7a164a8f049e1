import type { Clock } from '../time/clock.ts';
import type { ModificationResult } from '../domain/modification.ts';
import type { NewId } from '../domain/ids.ts';
import type { Observer } from '../log/observer.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Provider } from '../providers/provider.ts';
import type { DeliveryDelays } from '../domain/booking-events.ts';
import type { ClaimedRun, Lease, Store, StoredBooking } from '../store/store.ts';

/** What operations work with; each takes out what it uses. */
export interface OperationContext {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly observer: Pick<Observer, 'replayed'>;
  readonly providers: readonly Provider[];
  /** Left out, whatever needs the card service is refused with cardservice_disabled. */
  readonly cardService?: CardService | undefined;
  readonly deliveryDelays?: DeliveryDelays | undefined;
  readonly runs: {
    /** Has the worker look for work now. */
    wake(): void;
    /** Runs this booking's work now, and resolves when that is over; never rejects. */
    runNow(booking_id: string): Promise<void>;
    /** A lease for a run that the call itself works on. */
    newLease(): Lease;
    /** Works on the modification whose run was stored under such a lease; undefined where the provider does not answer. */
    modifyNow(run: ClaimedRun, stored: StoredBooking): Promise<ModificationResult | undefined>;
  };
}
