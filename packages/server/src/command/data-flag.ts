import { hasPassword } from '../store/postgres/connection/database-url.ts';
import type { Place } from './database.ts';

/**
 * The flag that names the place in a line to paste, with the space before it; nothing for the default, and for a URL with a
 * password, which is no flag.
 */
export function dataFlag({ data, database }: Place): string {
  if (database !== undefined) return hasPassword(database) ? '' : ` --database ${JSON.stringify(database)}`;
  return data === 'data' ? '' : ` --data ${/^[\w./-]+$/.test(data) ? data : JSON.stringify(data)}`;
}
