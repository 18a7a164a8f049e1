import { pino, type DestinationStream } from 'pino';

/** 1 is standard output, 2 is standard error. */
type StandardStream = 1 | 2;

interface BatchedOutput extends DestinationStream {
  /** Writes the waiting lines. pino calls it after a fatal line. */
  flushSync(): void;
}

/** One per stream, so that all logs of a process keep their order. */
const outputs = new Map<StandardStream, BatchedOutput>();

/**
 * Returns the destination of a log on a standard stream. The lines of one turn of the event loop are one write, because a write costs
 * more than everything else about a line. No line waits for a second turn. A process that exits writes them first, also by
 * process.exit and after an uncaught error. Only a kill loses the lines of its turn. The writes block, like those of console.log:
 * a write in progress on another thread would be lost at an exit.
 */
export function batchedOutput(stream: StandardStream): BatchedOutput {
  const output = outputs.get(stream) ?? createBatchedOutput(stream);
  outputs.set(stream, output);
  return output;
}

function createBatchedOutput(stream: StandardStream): BatchedOutput {
  const target = pino.destination({ dest: stream, sync: true });
  let lines = '';
  let exiting = false;

  function flushSync(): void {
    const written = lines;
    lines = '';
    if (written !== '') target.write(written);
  }

  process.on('exit', () => {
    exiting = true;
    flushSync();
  });
  return {
    flushSync,
    write(line) {
      if (lines === '' && !exiting) setImmediate(flushSync);
      lines += line;
      // No later turn follows.
      if (exiting) flushSync();
    },
  };
}
