/** The process: environment, terminal, signals and exit code. */
import { runCommandLine } from './run-command-line.ts';

/** Runs `booking` and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that has seen enough, such as head, ends the command.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      process.exit();
    });
  const exitCode = await runCommandLine(args, {
    // npx sets this variable to exec. Then the program is not on the path.
    name: process.env['npm_command'] === 'exec' ? 'npx @booking-service/cli' : 'booking',
    environment: process.env,
    input: process.stdin,
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    stopSignal,
  });
  if (exitCode === 0) return;
  for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written));
  // An explicit exit: a sandbox that did not start leaves a thread of its database.
  process.exit(exitCode);
}

function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}
