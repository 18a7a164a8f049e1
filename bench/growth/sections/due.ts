import type { Report } from '../report.ts';
import { requestStatements } from '../statements/requests.ts';
import { pollStatements, turnStatements } from '../statements/worker.ts';
import { compareSizes } from './compare-sizes.ts';
import type { Databases } from './section.ts';

/** The statements that read or write rows of due work. */
const callsOfRequests = new Set(['createBooking', 'changeBooking with event', 'claimRun', 'finishRun']);

/** Measures the statements of the worker, and those of requests that write due work, while much is due. */
export function measureDue(given: Databases): Promise<Omit<Report, 'title'>> {
  const requests = requestStatements.filter(({ name }) => callsOfRequests.has(name));
  return compareSizes([...requests, ...pollStatements, ...turnStatements], given);
}
