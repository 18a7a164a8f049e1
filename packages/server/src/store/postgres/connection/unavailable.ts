import { DatabaseError } from 'pg';
import type { BusyCode } from '../../busy-error.ts';

/**
 * The SQLSTATEs (https://www.postgresql.org/docs/current/errcodes-appendix.html) for faults of the connection or of the
 * database. A whole state takes precedence over its class, the first two characters. Every other state is a bug of the program.
 */
const states: Readonly<Record<string, BusyCode>> = {
  // Connections, authentication and the name of the database.
  '08': 'database_unreachable',
  '28': 'database_unreachable',
  '3D': 'database_unreachable',
  // The database accepts no connections at the moment (ALLOW_CONNECTIONS, a standby that is not ready).
  '55000': 'database_unreachable',
  // A read-only transaction: default_transaction_read_only, or a standby after a failover.
  '25006': 'database_read_only',
  // Serialization failures, deadlocks, lock timeouts, objects in use, snapshots that are too old.
  '40': 'database_busy',
  '55006': 'database_busy',
  '55P03': 'database_busy',
  '72': 'database_busy',
  // Resources: memory, connections, configured limits and the disk.
  '53': 'database_overloaded',
  '53100': 'database_full',
  // Shutdown, start and recovery. A statement that was canceled or timed out.
  '57': 'database_unreachable',
  '57014': 'database_busy',
  // The operating system failed a read or a write.
  '58': 'database_io_failed',
  // A page of a table or an index is damaged.
  XX001: 'database_damaged',
  XX002: 'database_damaged',
};

/** The errors of a bug in the program. Any other error without a SQLSTATE comes from the connection. */
const programErrors = [TypeError, RangeError, SyntaxError, ReferenceError];

/** Returns the code of an error of the connection or of the database; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  if (error instanceof DatabaseError) {
    const state = error.code ?? '';
    return states[state] ?? states[state.slice(0, 2)];
  }
  if (!(error instanceof Error) || programErrors.some((fault) => error instanceof fault)) return undefined;
  return 'database_unreachable';
}
