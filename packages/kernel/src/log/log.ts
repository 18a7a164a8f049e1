import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { createMasking, errorLine } from './error-line.ts';

export interface LogOptions {
  /** Default: info. */
  readonly level?: Level | 'silent';
  /** Default: standard output. */
  readonly destination?: DestinationStream;
  /** Further fields with personal data. Their values are masked. */
  readonly personal?: readonly string[];
}

/**
 * Creates the log of the process: one JSON object per line, with an ISO time and the name of the level. Masking applies to the
 * finished line, so no caller can bypass it. It masks known fields by name and every text that looks like a secret.
 */
export function createLog({ level = 'info', destination = batchedOutput(1), personal }: LogOptions = {}): Logger {
  return pino(
    {
      level,
      timestamp: writeTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => (error instanceof Error ? errorLine(error) : error) },
      hooks: { streamWrite: createMasking(personal).maskLine },
    },
    destination,
  );
}

/** The second of the last line, and its text. */
let last = { second_ms: Number.NaN, text: '' };

/** Writes the time of a line, in ISO form. The lines of one second share the text up to its milliseconds. */
function writeTime(): string {
  const now_ms = Date.now();
  const ms = now_ms % 1000;
  const second_ms = now_ms - ms;
  if (second_ms !== last.second_ms) last = { second_ms, text: new Date(second_ms).toISOString().slice(0, -4) };
  return `,"time":"${last.text}${String(ms).padStart(3, '0')}Z"`;
}

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
