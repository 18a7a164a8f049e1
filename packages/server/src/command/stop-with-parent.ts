const interval_ms = 500;

/** Sends SIGTERM to this process when the process that started it has ended: a script of `npm start` that runs several programs. */
export function stopWithParent(): void {
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, 'SIGTERM');
  }, interval_ms).unref();
}
