import { Unchecked } from './verdict.ts';
import type { Admin } from './admin.ts';

/** The time of the service. */
export interface ServiceClock {
  /** True if time passes without waiting. */
  readonly movable: boolean;
  /** The time of the service, in milliseconds. */
  now(): number;
  /** Lets this time pass: on the sandbox clock at once, else by waiting. Throws Unchecked if that takes longer than allowed. */
  pass(seconds: number): Promise<void>;
}

interface Reading {
  readonly offset_ms?: number;
}

/** Opens the sandbox clock behind an admin server. Without one, time passes as it does. */
export async function openClock(admin: Admin | undefined, maxWait_seconds: number): Promise<ServiceClock> {
  const readable = admin && (await admin.statusOf('GET /sandbox/clock').catch(() => 0)) === 200;
  let offset_ms = readable ? ((await admin.call<Reading>('GET /sandbox/clock')).offset_ms ?? 0) : 0;
  return {
    movable: readable === true,
    now: () => Date.now() + offset_ms,
    async pass(seconds) {
      if (readable) {
        const { offset_ms: moved = 0 } = await admin.call<Reading>('POST /sandbox/clock/advance', {
          ms: Math.ceil(seconds * 1000),
        });
        offset_ms = moved;
      } else if (seconds > maxWait_seconds) {
        throw new Unchecked(`it takes ${seconds} s, and the service has no sandbox clock (--max-wait)`);
      } else await new Promise((done) => setTimeout(done, seconds * 1000));
    },
  };
}
