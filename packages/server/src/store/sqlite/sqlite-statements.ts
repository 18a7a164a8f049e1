import type { DatabaseSync } from 'node:sqlite';
import { accessTokens } from '../access/access-tokens.ts';
import { auditLog } from '../access/audit-log.ts';
import { bookingReads } from '../reads/booking-reads.ts';
import { dashboardSessions } from '../access/dashboard-sessions.ts';
import { deliveryIncidents } from '../access/delivery-incidents.ts';
import { members } from '../access/members.ts';
import { callAudited, type AuditedRun } from '../admin-store.ts';
import { bookingCalls } from '../runs/booking-calls.ts';
import { objectSearch } from '../lists/search-objects.ts';
import { personalData } from '../bookings/personal-data.ts';
import { type BookingInsert, sqliteBookings } from '../bookings/sqlite.ts';
import { sqliteBookingLists } from '../lists/sqlite-booking-lists.ts';
import { sqliteDeliveryLists } from '../lists/sqlite-delivery-lists.ts';
import { requestLog, sqliteIndex } from '../requests/requests.ts';
import { sqliteRequests } from '../requests/sqlite-requests.ts';
import { runStates } from '../runs/port.ts';
import { sqliteRuns } from '../runs/sqlite.ts';
import { sessions } from '../sessions/sessions.ts';
import { sqliteSessionCreations } from '../sessions/sqlite-session-creations.ts';
import { joinParts, type Part } from '@booking-service/kernel/store';
import { sqliteStatements as kernelStatements, prepareSharedOn } from '@booking-service/kernel/store/sqlite';
import type { StoreReads, StoreWrites } from '../store.ts';
import { sqliteUpkeep } from '../upkeep/sqlite-upkeep.ts';

/** The methods of the write thread: the writes of the port, and those that other methods of this engine are made of. */
export interface SqliteWrites extends StoreWrites, BookingInsert, AuditedRun {}

/** The methods that run SQL: `reads` on the main thread, on a connection that cannot write, and `writes` on the write thread. */
export type SqliteStatements = Part<StoreReads, SqliteWrites>;

/** Prepares every statement of the engine on this connection. */
export function sqliteStatements(db: DatabaseSync): SqliteStatements {
  const prepare = prepareSharedOn(db);
  const { reads, writes } = joinParts(
    kernelStatements(db),
    accessTokens(prepare),
    auditLog(prepare),
    bookingCalls(prepare),
    bookingReads(prepare),
    dashboardSessions(prepare),
    deliveryIncidents(prepare),
    members(prepare),
    objectSearch(prepare),
    personalData(prepare),
    requestLog(prepare, sqliteIndex),
    runStates(prepare),
    sessions(prepare),
    sqliteBookingLists(db),
    sqliteBookings(db),
    sqliteDeliveryLists(db),
    sqliteRequests(db),
    sqliteRuns(db),
    sqliteSessionCreations(db),
    sqliteUpkeep(db),
  );
  return { reads, writes: { ...writes, ...sqliteAudited(db, { ...reads, ...writes }) } };
}

/**
 * Calls a method under an audit entry. On the write thread both are part of the transaction of their group (group-commit.ts). Beside a
 * server, the command that opened the connection makes one call at a time.
 */
function sqliteAudited(db: DatabaseSync, statements: Parameters<typeof callAudited>[0]): AuditedRun {
  return {
    async runAudited(call) {
      if (db.isTransaction) return callAudited(statements, call);
      db.exec('BEGIN IMMEDIATE');
      try {
        const result = await callAudited(statements, call);
        db.exec('COMMIT');
        return result;
      } catch (error) {
        // If the disk is full or fails, SQLite has already undone the transaction.
        if (db.isTransaction) db.exec('ROLLBACK');
        throw error;
      }
    },
  };
}
