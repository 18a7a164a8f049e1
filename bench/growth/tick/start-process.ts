import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Listening, ServiceMessage, ServiceOptions, ServiceUsage } from './service-process.ts';

/** A process of the benchmark. It sends `First` when it is ready, and a `Reading` for each message. */
export interface RunningProcess<First, Reading, Message> extends AsyncDisposable {
  readonly first: First;
  send(message: Message): Promise<Reading>;
}

/** Starts a file of this folder. Its messages have the given types. */
export async function startProcess<First, Reading, Message extends string>(
  file: string,
  ...args: readonly string[]
): Promise<RunningProcess<First, Reading, Message>> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: ['--conditions=@booking-service/source'],
    env: { ...process.env, NODE_NO_WARNINGS: '1' },
  });
  const failure = once(child, 'exit').then(([code]) => {
    throw new Error(`${file} exited with code ${code}.`);
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

export function startService(
  options: ServiceOptions,
): Promise<RunningProcess<Listening, ServiceUsage, ServiceMessage>> {
  return startProcess('service-process.ts', JSON.stringify(options));
}
