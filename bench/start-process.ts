import { fork } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A process of a benchmark. It sends `First` when it is ready, and a `Reading` for each message. */
export interface RunningProcess<First, Reading, Message> extends AsyncDisposable {
  readonly first: First;
  send(message: Message): Promise<Reading>;
}

/** The arguments of Node for a process of a benchmark. */
export const processArgs: string[] = [
  '--conditions=@booking-service/source',
  `--import=${new URL('end-with-parent.ts', import.meta.url).href}`,
];

interface ProcessOptions {
  readonly args?: readonly string[];
  /** The file for its standard output. Default: that of this process. */
  readonly log?: string | undefined;
}

/** Starts a file. Its messages have the given types. */
export async function startProcess<First, Reading, Message extends string | number>(
  file: URL,
  { args = [], log }: ProcessOptions = {},
): Promise<RunningProcess<First, Reading, Message>> {
  await using output = log === undefined ? undefined : await open(log, 'a');
  const child = fork(fileURLToPath(file), args, {
    execArgv: processArgs,
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', output?.fd ?? 'inherit', 'inherit', 'ipc'],
  });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${file.pathname} exited with code ${code}.`);
  });
  // Waited for only in the races below.
  failure.catch(() => undefined);
  const receive = async <Received>() => ((await Promise.race([once(child, 'message'), failure])) as [Received])[0];
  const first = await receive<First>();
  return {
    first,
    async send(message) {
      child.send(message);
      return receive<Reading>();
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}
