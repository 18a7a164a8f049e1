import type { Clock, DashboardOperations } from '@booking-service/contract/dashboard';
import type { SandboxClock } from './sandbox-clock.ts';

/** The sandbox's clock on the operations port: to read, and to move. */
export function clockOperations(
  clock: SandboxClock,
): Pick<DashboardOperations, 'getSandboxClock' | 'advanceSandboxClock'> {
  const shown = (): Clock => ({ object: 'clock', now: clock.now().toISOString(), offset_ms: clock.offset_ms() });
  return {
    getSandboxClock: async () => ({ status: 200, body: shown() }),
    async advanceSandboxClock({ body: { ms } }) {
      await clock.advance(ms);
      return { status: 200, body: shown() };
    },
  };
}
