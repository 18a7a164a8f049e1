import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

export type HostCommand = readonly [string, ...string[]];

export interface StartedHost {
  /** Its output so far. */
  readonly printed: () => string;
  /** Throws if it has ended. */
  readonly check: () => void;
  /** Stops it by SIGTERM. Returns how it ended. */
  readonly stop: () => Promise<number | string | null>;
}

/** Runs `use` with a program. Afterwards the program has ended; an error has what it printed. */
export async function withHost<Result>(
  [program, ...args]: HostCommand,
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
  use: (host: StartedHost) => Promise<Result>,
): Promise<Result> {
  const host = spawn(program, args, {
    cwd,
    env: { ...process.env, NODE_NO_WARNINGS: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(host, 'close');
  let printed = '';
  for (const stream of [host.stdout, host.stderr]) stream.setEncoding('utf8').on('data', (text) => (printed += text));
  try {
    return await use({
      printed: () => printed,
      check() {
        if (host.exitCode !== null) throw new Error(`It ended with ${host.exitCode}.`);
      },
      async stop() {
        host.kill('SIGTERM');
        const [code, signal] = (await closed) as [number | null, string | null];
        return code ?? signal;
      },
    });
  } catch (error) {
    host.kill('SIGKILL');
    await closed;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\nThe host printed:\n${printed}`, {
      cause: error,
    });
  }
}

/** Sends a request until it has a response. */
export async function untilItListens(send: () => Promise<unknown>, { check }: StartedHost): Promise<void> {
  for (;;) {
    try {
      await send();
      return;
    } catch {
      check();
      await delay(100);
    }
  }
}
