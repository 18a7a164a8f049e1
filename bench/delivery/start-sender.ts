import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { processArgs } from '../start-process.ts';
import type { CandidateName } from './senders/candidates.ts';
import type { Command, Response } from './senders/sender-process.ts';
import type { Order, SenderOptions, Usage } from './senders/sender.ts';

/** A candidate in its own process. */
export interface RunningSender extends AsyncDisposable {
  add(order: Order): Promise<void>;
  start(): Promise<void>;
  usage(): Promise<Usage>;
  /** Ends the process like a crash. */
  kill(): Promise<void>;
}

export async function startSender(
  name: CandidateName,
  { certificate, ...options }: SenderOptions & { certificate: string },
): Promise<RunningSender> {
  const file = fileURLToPath(new URL('senders/sender-process.ts', import.meta.url));
  const child = fork(file, [name, JSON.stringify(options)], {
    execArgv: processArgs,
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate, NODE_NO_WARNINGS: '1' },
  });
  const waiting = new Map<number, PromiseWithResolvers<Usage>>();
  const ready = Promise.withResolvers<Usage>();
  waiting.set(0, ready);
  child.on('message', ({ id, usage, error }: Response) => {
    if (usage) waiting.get(id)?.resolve(usage);
    else waiting.get(id)?.reject(new Error(`${name}: ${error}`));
    waiting.delete(id);
  });
  child.once('exit', (code, signal) => {
    for (const each of waiting.values()) each.reject(new Error(`${name} ended with ${signal ?? code}.`));
  });
  let id = 0;
  async function execute(command: Command): Promise<Usage> {
    id += 1;
    const response = Promise.withResolvers<Usage>();
    waiting.set(id, response);
    child.send({ id, command });
    return response.promise;
  }
  async function kill(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await ready.promise;
  return {
    async add(order) {
      await execute({ name: 'add', order });
    },
    async start() {
      await execute({ name: 'start' });
    },
    usage: () => execute({ name: 'usage' }),
    kill,
    [Symbol.asyncDispose]: kill,
  };
}
