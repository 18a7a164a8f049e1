import { createSandboxProvider, type Provider } from '../../src/index.ts';
import { createManualClock } from '../../src/testing.ts';

/** A provider whose bookings stay pending, so that each booking has one event. */
export const pendingProvider: Provider = {
  ...createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) }),
  book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }),
};
