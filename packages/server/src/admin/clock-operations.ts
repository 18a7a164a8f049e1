import type { Clock, AdminOperations } from '@booking-service/contract/admin';
import { nothingLeft, type EveryField } from '../domain/every-field.ts';
import type { SandboxClock } from '../time/sandbox-clock.ts';

/** The operations that read and advance the sandbox clock. */
export function clockOperations(clock: SandboxClock): Pick<AdminOperations, 'getSandboxClock' | 'advanceSandboxClock'> {
  function currentTime(): Clock {
    const now = clock.now().toISOString();
    return { object: 'clock', now, offset_ms: clock.offset_ms() } satisfies EveryField<Clock>;
  }

  return {
    getSandboxClock: async () => ({ status: 200, body: currentTime() }),
    async advanceSandboxClock({ body: { ms, ...rest } }) {
      nothingLeft(rest);
      await clock.advance(ms);
      return { status: 200, body: currentTime() };
    },
  };
}
