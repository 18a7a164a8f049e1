import type { Attempt } from './record.ts';

/**
 * How much is logged: all at and before the level named. `error`: a call that failed; `warn`: an attempt that is followed by another;
 * `info`: a call that went well; `debug`: an attempt that begins.
 */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** What a line tells beside the operation. Never the key, a body, a header or the id of a resource. */
export type LogFields = Partial<Attempt>;

/** Where the lines go; `console` is one. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (operation: string, fields: LogFields) => void>>;

export type Log = (level: Exclude<LogLevel, 'off'>, operation: string, fields: LogFields) => void;

export interface LogOptions {
  /** Where to log; `console` is one. Default: nowhere. */
  readonly logger?: Logger;
  /** Default `warn`: an attempt that is followed by another, and a call that failed. */
  readonly logLevel?: LogLevel;
}

/** A level logs itself and those before it. `off` is not listed: its position is -1. */
const levels = 'error warn info debug';

/** Without a logger, nothing is logged. */
export function createLog({ logger, logLevel = 'warn' }: LogOptions): Log {
  return (level, operation, fields) => {
    if (levels.indexOf(level) <= levels.indexOf(logLevel)) logger?.[level](operation, fields);
  };
}
