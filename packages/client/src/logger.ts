/** How much is logged: all at and before the level named. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** What a line tells beside its message. Never the key, a body or a header: names, numbers and ids of requests. */
export type LogFields = Readonly<Record<string, string | number | undefined>>;

/** Where the lines go; `console` is one. */
export type Logger = Readonly<Record<Exclude<LogLevel, 'off'>, (message: string, fields: LogFields) => void>>;

export type Log = (level: Exclude<LogLevel, 'off'>, message: string, fields: LogFields) => void;

const levels: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** @param logger without one, nothing is logged. */
export function createLog(logger: Logger | undefined, logLevel: LogLevel): Log {
  const most = levels.indexOf(logLevel);
  return (level, message, fields) => {
    if (levels.indexOf(level) <= most) logger?.[level](`booking-service: ${message}`, fields);
  };
}
