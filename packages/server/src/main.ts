/** The process: reads the flags, starts the sandbox, and stops it on a signal. */
import { pino } from 'pino';
import { readFlags, usage } from './config.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { toStartError } from './start-error.ts';

const longestStop_ms = 12_000;

/** Runs the command. Failures to start are one sentence on standard error and exit code 1, 2 for wrong flags. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) {
      console.log(usage);
      return;
    }
    const log = pino({ level: flags.logLevel }, pino.destination(2));
    const sandbox = await startSandbox(flags, log);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        setTimeout(() => process.exit(1), longestStop_ms).unref();
        sandbox.close().catch((error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exitCode = 1;
        });
      });
    }
    console.log(sandbox.welcome);
  } catch (error) {
    const { message, exitCode } = toStartError(error);
    console.error(message);
    process.exitCode = exitCode;
  }
}
