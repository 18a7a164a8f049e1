import type { Clock, DashboardOperations } from '@booking-service/contract/dashboard';
import { nothingLeft, type EveryField } from '../every-field.ts';
import type { SandboxClock } from './sandbox-clock.ts';

/** The sandbox's clock on the operations port: to read, and to move. */
export function clockOperations(
  clock: SandboxClock,
): Pick<DashboardOperations, 'getSandboxClock' | 'advanceSandboxClock'> {
  function shown(): Clock {
    const now = clock.now().toISOString();
    return { object: 'clock', now, offset_ms: clock.offset_ms() } satisfies EveryField<Clock>;
  }

  return {
    getSandboxClock: async () => ({ status: 200, body: shown() }),
    async advanceSandboxClock({ body: { ms, ...rest } }) {
      nothingLeft(rest);
      await clock.advance(ms);
      return { status: 200, body: shown() };
    },
  };
}
