const interval_ms = 500;

/**
 * Sends SIGTERM to this process when the process that started it has ended. npm passes a signal to the shell between the two, and the
 * shell ends without passing it on.
 */
export function stopWithParent(): void {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, interval_ms).unref();
}
