import { DatabaseError } from 'pg';
import type { BusyCode } from '../../busy-error.ts';

/**
 * The SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) that are about the connection or the state
 * of the database, and not about the statement; by their first characters, and the longest that fits counts. Every other
 * state is a fault of the program.
 */
const states: Readonly<Record<string, BusyCode>> = {
  // Connections; who may connect, and to which database.
  '08': 'database_unreachable',
  '28': 'database_unreachable',
  '3D': 'database_unreachable',
  // A database that takes no connections at the moment (ALLOW_CONNECTIONS, a standby not ready for them).
  '55000': 'database_unreachable',
  // A read-only transaction: default_transaction_read_only, or a standby after a failover.
  '25006': 'database_read_only',
  // Serialization failures, deadlocks, locks that were waited for too long, objects in use, snapshots that are too old.
  '40': 'database_busy',
  '55006': 'database_busy',
  '55P03': 'database_busy',
  '72': 'database_busy',
  // Resources: memory, connections, limits of the configuration; the disk.
  '53': 'database_overloaded',
  '53100': 'database_full',
  // An operator or a crash: shutdown, start, recovery; a statement that was cancelled or took too long.
  '57': 'database_unreachable',
  '57014': 'database_busy',
  // The operating system failed a read or a write.
  '58': 'database_io_failed',
  // A page of a table or an index is not what it should be.
  XX001: 'database_damaged',
  XX002: 'database_damaged',
};

/** Codes of the faults that are the program's own. What else has no SQLSTATE is said of the connection. */
const ours = [TypeError, RangeError, SyntaxError, ReferenceError];

/** The code of an error about the connection or the state of the database; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  if (error instanceof DatabaseError) {
    const state = error.code ?? '';
    return states[state] ?? states[state.slice(0, 2)];
  }
  if (!(error instanceof Error) || ours.some((fault) => error instanceof fault)) return undefined;
  return 'database_unreachable';
}
