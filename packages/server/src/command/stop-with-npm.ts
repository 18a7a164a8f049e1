import { readFileSync } from 'node:fs';

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
