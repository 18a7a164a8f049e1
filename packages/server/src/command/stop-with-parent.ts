import { readFileSync } from 'node:fs';

const interval_ms = 500;

/**
 * Sends SIGTERM to this process when the process that started it has ended, also if that was before this call. npm passes a signal to
 * the shell between the two, and the shell ends without passing it on. A process that leads a process group was detached on purpose, by
 * a program that itself runs in npm: it is not watched.
 */
export function stopWithParent(): void {
  const parent = process.ppid;
  const group = groupOf(process.pid);
  if (group === String(process.pid)) return;
  if (isOrphan(parent, group)) process.kill(process.pid, 'SIGTERM');
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, interval_ms).unref();
}

/**
 * Returns whether the parent has ended already. npm and its shell are in the process group of this process. The process that inherits
 * orphans is in another one; on macOS it is process 1.
 */
function isOrphan(parent: number, group: string | undefined): boolean {
  if (process.platform !== 'linux') return parent === 1;
  const ofParent = groupOf(parent);
  return ofParent !== undefined && ofParent !== group;
}

/** Returns the process group of a process of Linux. Undefined elsewhere, or if the process has ended. */
function groupOf(pid: number): string | undefined {
  try {
    // The name of the program is in parentheses and may contain spaces. The state, the parent and the group follow it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[2];
  } catch {
    return undefined;
  }
}
