/** The process: reads the flags, starts the sandbox, and stops it on a signal. */
import { pino } from 'pino';
import { readFlags, usage } from './config.ts';
import { stopOnSignals } from './graceful-stop.ts';
import { createLog } from './log.ts';
import { startSandbox } from './sandbox/start-sandbox.ts';
import { toStartError } from './start-error.ts';

/** Runs the command. Failures to start are one sentence on standard error and exit code 1, 2 for wrong flags. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const flags = readFlags(args);
    if (flags.help) {
      console.log(usage);
      return;
    }
    const log = createLog({ level: flags.logLevel, destination: pino.destination(2) });
    const sandbox = await startSandbox(flags, log);
    stopOnSignals({ stop: () => sandbox.close(), log });
    console.log(sandbox.welcome);
  } catch (error) {
    const { message, exitCode } = toStartError(error);
    console.error(message);
    process.exitCode = exitCode;
  }
}
