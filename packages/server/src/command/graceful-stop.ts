import type { Logger } from 'pino';

const longest_ms = 12_000;

export interface GracefulStop {
  /** Lets what is under way end and cuts the rest. */
  readonly stop: () => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Ends the process on SIGTERM or SIGINT: stops once, and exits with 0 as soon as that is done; with 1 where it failed, or
 * where 12 seconds were not enough, or at once on a second signal.
 */
export function stopOnSignals({ stop, log }: GracefulStop): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      log.info({ signal }, 'stops');
      setTimeout(() => {
        log.error('could not stop in time, exits with work under way');
        process.exit(1);
      }, longest_ms).unref();
      stop().then(
        // Whatever is left by now, a provider that never answers for one, would keep the process alive.
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}
