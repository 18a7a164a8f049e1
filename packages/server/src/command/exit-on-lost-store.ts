import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';

/** Logs that the store is lost and exits with 1, so that a supervisor restarts the process. */
export function exitOnLostStore(log: Pick<Logger, 'fatal'>): (error: Error) => void {
  return (error) => {
    log.fatal({ err: errorLine(error) }, 'the store is lost; exiting');
    process.exit(1);
  };
}
