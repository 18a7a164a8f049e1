import type { Attempt } from './record.ts';

/**
 * The lowest level that is logged. `error`: a call fails. `warn`: an attempt fails and is retried. `info`: a call succeeds.
 * `debug`: an attempt begins.
 */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** The fields of a log line. They never contain the key, a body, a header or the id of a resource. */
export type LogFields = Partial<Attempt>;

/** Receives the log lines, for example `console`. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (operation: string, fields: LogFields) => void>>;

export type Log = (level: Exclude<LogLevel, 'off'>, operation: string, fields: LogFields) => void;

export interface LogOptions {
  /** Receives the log lines, for example `console`. Default: none. */
  readonly logger?: Logger;
  /** Default `warn`: failed attempts that are retried, and failed calls. */
  readonly logLevel?: LogLevel;
}

/** A level includes those before it. `off` is not in the list: its position is -1. */
const levels = 'error warn info debug';

/** Returns the function that logs. Without a logger it does nothing. */
export function createLog({ logger, logLevel = 'warn' }: LogOptions): Log {
  return (level, operation, fields) => {
    if (levels.indexOf(level) <= levels.indexOf(logLevel)) logger?.[level](operation, fields);
  };
}
