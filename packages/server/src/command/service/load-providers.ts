import type { Logger } from 'pino';
import { contain } from '@booking-service/kernel/log';
import type { Clock } from '@booking-service/kernel/time';
import type { Integrations } from '../../index.ts';
import type { Environment } from '../settings/read-settings.ts';
import { isSuppliersFile, loadIntegrations } from './load-integrations.ts';

/** Creates the integrations of --providers: of a list of suppliers, or of a module. Throws a StartError with the fault. */
export async function loadProviders(
  file: string,
  given: { readonly clock: Clock; readonly log: Logger; readonly environment: Environment },
): Promise<Integrations> {
  const { clock, log } = given;
  // A module of providers does not load what reads a list of suppliers.
  if (!isSuppliersFile(file)) {
    return contain({ work: 'integration', integration: 'module' }, () => loadIntegrations(file, { clock, log }));
  }
  const { loadSuppliers } = await import('../suppliers/load-suppliers.ts');
  return loadSuppliers(file, given);
}
