import { hasPassword } from '../store/postgres/connection/database-url.ts';
import type { StoreLocation } from './open-store.ts';

/**
 * Returns the flag for this location, with a space before it, for a command that the user can paste. Returns an empty string
 * for the default location, and for a URL with a password: a password must not be in a command line.
 */
export function locationFlag({ data, database }: StoreLocation): string {
  if (database !== undefined) return hasPassword(database) ? '' : ` --database ${JSON.stringify(database)}`;
  return data === 'data' ? '' : ` --data ${/^[\w./-]+$/.test(data) ? data : JSON.stringify(data)}`;
}
