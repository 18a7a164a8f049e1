import type { Logger } from 'pino';

const maxStop_ms = 12_000;
/** npm passes a signal on that the terminal has sent to every process. Within this time, it is the same one. */
const sameSignal_ms = 500;

export interface GracefulStop {
  /** Finishes work under way, and cancels what takes too long. */
  readonly stop: () => Promise<void>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Ends the process on SIGTERM or SIGINT: calls `stop` and exits with 0. It exits with 1 if `stop` fails or takes more than
 * 12 seconds, and immediately on a second signal that comes half a second later or more.
 */
export function stopOnSignals({ stop, log }: GracefulStop): void {
  let stopping_since: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      const now = performance.now();
      if (stopping_since !== undefined) {
        if (now - stopping_since >= sameSignal_ms) process.exit(1);
        return;
      }
      stopping_since = now;
      log.info({ signal }, 'stopping');
      setTimeout(() => {
        log.error('could not stop in time; exiting with work under way');
        process.exit(1);
      }, maxStop_ms).unref();
      stop().then(
        // Open handles, such as a request to a provider, would keep the process alive.
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}
