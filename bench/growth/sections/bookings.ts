import type { Report } from '../report.ts';
import { requestStatements } from '../statements/requests.ts';
import { pollStatements } from '../statements/worker.ts';
import { compareSizes } from './compare-sizes.ts';
import type { Databases } from './section.ts';

/** Measures every statement while nothing is due. */
export function measureBookings(given: Databases): Promise<Omit<Report, 'title'>> {
  return compareSizes([...pollStatements, ...requestStatements], given);
}
