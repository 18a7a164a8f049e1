/** The module of statements of a service that brings only SQL. A service with methods of its own joins these with them. */
import type { DatabaseSync } from 'node:sqlite';
import { apiKeys } from '../access/port.ts';
import { sqliteCallers, sqliteCreations } from '../access/sqlite.ts';
import { sqliteCommits, sqliteTestEvents } from '../events/sqlite.ts';
import { deliveryCounts } from '../deliveries/port.ts';
import { sqliteDeliveries, sqliteDeliveryQueues } from '../deliveries/sqlite.ts';
import { sqliteHistoryRemoval } from '../history/sqlite.ts';
import type { KernelReads, KernelWrites, WriteChecks } from '../kernel-store.ts';
import { organizations, signingSecrets } from '../organizations/organizations.ts';
import { joinParts, type Part } from '../shared-statement.ts';
import { prepareOn, prepareSharedOn } from './statement.ts';

/** Prepares every statement of the kernel on this connection. */
export function sqliteStatements(db: DatabaseSync): Part<KernelReads, KernelWrites> {
  const prepare = prepareSharedOn(db);
  return joinParts(
    apiKeys(prepare),
    deliveryCounts(prepare),
    organizations(prepare),
    signingSecrets(prepare),
    sqliteCallers(db),
    sqliteCommits(db),
    sqliteCreations(db),
    sqliteDeliveries(db),
    sqliteDeliveryQueues(db),
    sqliteHistoryRemoval(db),
    sqliteTestEvents(db),
    sqliteWriteChecks(db),
  );
}

function sqliteWriteChecks(db: DatabaseSync): Part<object, WriteChecks> {
  // SQLite writes the page to its log although nothing changes.
  const check = prepareOn(db).write('UPDATE sealing SET check_value = check_value');
  return {
    reads: {},
    writes: {
      async checkWrite() {
        check.run();
      },
    },
  };
}
