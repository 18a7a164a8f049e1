import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Creates a database of a version before the first release in this folder. Its migrations had the same numbers. */
export function makeUnreleasedDatabase(folder: string): void {
  using db = new DatabaseSync(join(folder, 'booking-service.db'));
  db.exec('CREATE TABLE organizations (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT; PRAGMA user_version = 1');
}
