import type { Logger } from 'pino';
import { readFileSync } from 'node:fs';
import { errorLine } from '@booking-service/kernel/log';

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

const interval_ms = 500;

/**
 * Sends SIGTERM to this process when its parent has ended: npm passes a signal to the shell that it started, and the shell ends without
 * passing it on. `isOwnScript`: the script of npm is this command and nothing else. Then it also stops if npm or its shell had ended
 * before this call, or if a signal between two scripts ended npm and not the shell. A process that leads a process group was detached on
 * purpose: it is not watched.
 */
export function stopWithNpm({ isOwnScript }: { readonly isOwnScript: boolean }): void {
  if (findFamily(process.pid)?.group === process.pid) return;
  const parent = process.ppid;
  const stopIfEnded = () => {
    if (process.ppid === parent && !(isOwnScript && isOrphan())) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  };
  const watching = setInterval(stopIfEnded, interval_ms).unref();
  stopIfEnded();
}

/**
 * Returns whether npm or its shell has ended. Both are in the process group of this process. The process that inherits orphans is in
 * another one. On macOS, it is process 1.
 */
function isOrphan(): boolean {
  if (process.platform !== 'linux') return process.ppid === 1;
  const [own, parent] = [findFamily(process.pid), findFamily(process.ppid)];
  if (own === undefined || parent === undefined) return false;
  if (parent.group !== own.group) return true;
  // Some shells become the command that they run. Then the parent is npm.
  return isShell(process.ppid) && findFamily(parent.parent)?.group !== own.group;
}

/** Returns the parent and the group of a process; undefined if it has ended. */
function findFamily(pid: number): { readonly parent: number; readonly group: number } | undefined {
  // The name of the program is in parentheses and may contain spaces. The state, the parent and the group follow it.
  const [, parent, group] = read(`/proc/${pid}/stat`)?.split(') ').at(-1)?.split(' ') ?? [];
  return group === undefined ? undefined : { parent: Number(parent), group: Number(group) };
}

function isShell(pid: number): boolean {
  return read(`/proc/${pid}/cmdline`)?.split('\0')[1] === '-c';
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Logs that the store is lost and exits with 1, so that a supervisor restarts the process. */
export function exitOnLostStore(log: Pick<Logger, 'fatal'>): (error: Error) => void {
  return (error) => {
    log.fatal({ err: errorLine(error) }, 'the store is lost; exiting');
    process.exit(1);
  };
}
