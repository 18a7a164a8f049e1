import type { Clock } from '../clock.ts';
import type { NewId } from '../ids.ts';
import type { Observer } from '../observer.ts';
import type { CardService } from '../providers/card-service.ts';
import type { Provider } from '../providers/provider.ts';
import type { Store } from '../store/store.ts';

/** What operations work with; each takes out what it uses. */
export interface OperationContext {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: NewId;
  readonly observer: Pick<Observer, 'replayed'>;
  readonly providers: readonly Provider[];
  /** Left out, whatever needs the card service is refused with cardservice_disabled. */
  readonly cardService?: CardService | undefined;
  readonly runs: {
    /** Has the worker look for work now. */
    wake(): void;
    /** Runs this booking's work now, and resolves when that is over; never rejects. */
    runNow(booking_id: string): Promise<void>;
  };
}
