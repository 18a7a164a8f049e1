import { DatabaseError } from 'pg';

/**
 * By their first characters, the SQLSTATEs of a database that cannot be asked now: connections (08), who may connect and to what
 * (28, 3D), resources (53), a standby after a failover (25006), an operator's or a crash's shutdown and cancelled
 * statements (57), locks and deadlocks (40, 55P03), the disk (58).
 */
const states = ['08', '25006', '28', '3D', '40', '53', '55P03', '57', '58'];

/** Whether this is about the connection or the state of the database, and not about what was asked. */
export function isUnavailable(error: unknown): error is Error {
  if (error instanceof DatabaseError) return states.some((state) => error.code?.startsWith(state));
  // What the driver and the operating system say of a connection has no class of its own; a fault of ours has.
  const ours = [TypeError, RangeError, SyntaxError, ReferenceError];
  return error instanceof Error && !ours.some((fault) => error instanceof fault);
}
