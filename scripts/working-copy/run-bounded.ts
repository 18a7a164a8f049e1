import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Ended {
  /** Null if the run was stopped: it took too long, or `signal` was aborted. */
  readonly code: number | null;
  readonly output: string;
}

export interface BoundedRun {
  readonly cwd: string;
  readonly temporary: string;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

const grace_ms = 5_000;

/** Runs a command in its own process group. Ends the whole group after `seconds`, or when `signal` is aborted. */
export async function runBounded(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, temporary, seconds, signal }: BoundedRun,
): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-(2 ** 20))));
  }
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const ending = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const end = () => {
    endGroup(child.pid, 'SIGTERM');
    // Does not keep this process alive if the group ends in time.
    setTimeout(() => endGroup(child.pid, 'SIGKILL'), grace_ms).unref();
  };
  if (ending.aborted) end();
  else ending.addEventListener('abort', end, { once: true });
  const [code] = await exit;
  ending.removeEventListener('abort', end);
  // End the processes that the command left running.
  endGroup(child.pid, 'SIGKILL');
  return { code: ending.aborted ? null : code, output };
}

function endGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // The group has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
