/** How much is logged: all at and before the level named. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** What a line tells beside its message. Never the key, a body, a header or an id of a resource. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

/** Where the lines go; `console` is one. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (message: string, fields: LogFields) => void>>;

export type Log = (level: Exclude<LogLevel, 'off'>, message: string, fields: LogFields) => void;

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** @param logger without one, nothing is logged. */
export function createLog(logger: Logger | undefined, logLevel: LogLevel): Log {
  return (level, message, fields) => {
    if (levels.indexOf(level) <= levels.indexOf(logLevel)) logger?.[level](message, fields);
  };
}
