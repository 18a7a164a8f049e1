export {
  type Clock,
  DeadlineError,
  endsWithin,
  readInstant,
  systemClock,
  type Ticker,
  withDeadline,
} from '../time/clock.ts';
export { createSandboxClock, type SandboxClock, type SandboxClockOptions } from '../time/sandbox-clock.ts';
