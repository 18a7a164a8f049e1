import type { Logger } from 'pino';
import { errorLine } from '../log/error-line.ts';

/** What a process does whose store is lost: it says so and exits with 1, for whoever watches it to start it again. */
export function exitOnLostStore(log: Pick<Logger, 'fatal'>): (error: Error) => void {
  return (error) => {
    log.fatal({ err: errorLine(error) }, 'the store is lost, exits');
    process.exit(1);
  };
}
