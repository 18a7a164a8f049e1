import { apiKeys } from '../access/api-keys.ts';
import { postgresCallers } from '../access/postgres-callers.ts';
import { postgresCommits } from '../commit/postgres-commit.ts';
import { deliveryCounts } from '../deliveries/delivery-counts.ts';
import { postgresDeliveries } from '../deliveries/postgres-deliveries.ts';
import { postgresDeliveryQueues } from '../turns/postgres-delivery-queues.ts';
import { postgresHistoryRemoval } from '../history/postgres-history.ts';
import type { KernelStore } from '../kernel-store.ts';
import { organizations } from '../organizations/organizations.ts';
import { postgresCreations } from '../organizations/postgres-creations.ts';
import { signingSecrets } from '../organizations/signing-secrets.ts';
import { joinParts } from '../shared-statement.ts';
import { prepareSharedOn, type Database } from './database.ts';

/** Returns every method of the kernel that runs SQL. A service with methods of its own adds them. */
export function postgresKernel(
  database: Database,
  limits: { readonly window_seconds: number },
): Omit<KernelStore, 'checkWrite' | typeof Symbol.asyncDispose> {
  const prepare = prepareSharedOn(database);
  const { reads, writes } = joinParts(
    apiKeys(prepare),
    deliveryCounts(prepare),
    organizations(prepare),
    signingSecrets(prepare),
  );
  return {
    ...reads,
    ...writes,
    ...postgresCallers(database, limits),
    ...postgresCommits(database),
    ...postgresCreations(database),
    ...postgresDeliveries(database),
    ...postgresDeliveryQueues(database),
    ...postgresHistoryRemoval(database),
  };
}
