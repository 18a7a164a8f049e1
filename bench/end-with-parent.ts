/** Ends a process of a benchmark when its parent process has ended, also by an error. */
process.once('disconnect', () => process.exit());
