import { pino, stdTimeFunctions, type DestinationStream, type Level, type Logger } from 'pino';
import { errorLine } from './error-line.ts';
import { maskLine } from './mask-secrets.ts';

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
export function createLog({ level = 'info', destination = pino.destination(1) }: LogOptions = {}): Logger {
  return pino(
    {
      level,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: (error: unknown) => (error instanceof Error ? errorLine(error) : error) },
      hooks: { streamWrite: maskLine },
    },
    destination,
  );
}
