import type { Logger } from 'pino';

const longestStop_ms = 12_000;

/** Something that was started. */
export interface Running {
  /** What to print once it runs. */
  readonly welcome: string;
  close(): Promise<void>;
}

/** Closes it when the process is told to end, and ends the process by itself where that takes longer than 12 seconds. */
export function stopOnSignal(running: Running, log: Logger): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), longestStop_ms).unref();
      running.close().catch((error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exitCode = 1;
      });
    });
  }
}
