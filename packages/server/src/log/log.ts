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
 * The process's log: one JSON object a line, with an ISO time and the level by name.
 * What is written is masked as the finished line, so that nobody who writes can go round it: fields known by name, and
 * whatever looks like a secret in any text.
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
