import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { batchedOutput } from './batched-output.ts';
import { errorLine } from './error-line.ts';
import { maskLine } from './masking.ts';

export interface LogOptions {
  /** Default: info. */
  readonly level?: Level | 'silent';
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * Creates the log of the process: one JSON object per line, with an ISO time and the name of the level. Masking applies to the
 * finished line, so no caller can bypass it. It masks known fields by name and every text that looks like a secret.
 */
export function createLog({ level = 'info', destination = batchedOutput(1) }: LogOptions = {}): Logger {
  return pino(
    {
      level,
      timestamp: writeTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => (error instanceof Error ? errorLine(error) : error) },
      hooks: { streamWrite: maskLine },
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
