import type { Listening } from '../../http/listening.ts';
import { leaveOut } from './leave-out.ts';
import type { ObservedOptions } from './observed-service.ts';

const quiet: ObservedOptions = { logs: false, traces: false };

/** The same service, with and without what is measured. */
export const candidates = {
  /** No log, and no trail that joins lines and traces. */
  bare: async () => {
    leaveOut('trails');
    return listen(quiet);
  },
  /** No log, and the traceparent of the caller is not read. */
  untraced: async () => {
    leaveOut('traceparent');
    return listen(quiet);
  },
  quiet: () => listen(quiet),
  /** Shows how far two equal services differ. */
  'quiet, again': () => listen(quiet),
  logs: () => listen({ ...quiet, logs: true }),
  traces: () => listen({ ...quiet, traces: true }),
} as const satisfies Readonly<Record<string, () => Promise<Listening>>>;

export type CandidateName = keyof typeof candidates;

async function listen(options: ObservedOptions): Promise<Listening> {
  // Loaded after a part of it may have been left out.
  const { listenObserved } = await import('./observed-service.ts');
  return listenObserved(options);
}
