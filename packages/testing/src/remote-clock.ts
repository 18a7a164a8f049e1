import type { Clock } from '@booking-service/webhooks';
import { bodyOf, type AdminClient } from './admin-client.ts';
import { toMilliseconds, type Duration } from './duration.ts';

/**
 * The clock of a sandbox: the time of this computer and an offset. It runs by itself. Every user of the sandbox can advance it, so the
 * offset is read again.
 */
export interface RemoteClock extends Clock {
  /** Reads the offset. */
  refresh(): Promise<void>;
  /** Advances the sandbox, and resolves when everything that was due is done. */
  advance(by: Duration | number | Date): Promise<void>;
}

export async function openRemoteClock(admin: AdminClient): Promise<RemoteClock> {
  let offset_ms = 0;
  const clock: RemoteClock = {
    now: () => new Date(Date.now() + offset_ms),
    async refresh() {
      ({ offset_ms } = await bodyOf(admin.GET('/sandbox/clock')));
    },
    async advance(by) {
      const ms = by instanceof Date ? by.getTime() - clock.now().getTime() : toMilliseconds(by);
      if (!(ms >= 1)) throw new RangeError(`A clock cannot be advanced by ${ms} ms. It only moves forward.`);
      ({ offset_ms } = await bodyOf(admin.POST('/sandbox/clock/advance', { body: { ms: Math.ceil(ms) } })));
    },
  };
  await clock.refresh();
  return clock;
}
