import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { limitLogSize } from './open-database.ts';
import { requireNewest, requireWritable } from './open-database.ts';
import { openFile, StoreError } from './sqlite-errors.ts';

/**
 * Opens the database of the store in `folder`, also while a server runs on it: this takes no lock, ends no lease and migrates
 * nothing. `check` may refuse it. Throws a StoreError if there is no database, or if it is at another migration.
 */
export function openBeside(
  folder: string,
  check: (db: DatabaseSync, file: string) => void = () => undefined,
): DatabaseSync {
  const path = join(folder, 'booking-service.db');
  if (!existsSync(path)) {
    throw new StoreError(`There is no database in ${folder}. Make one first: booking-service migrate --data ${folder}`);
  }
  return openFile(path, (file) => {
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
    try {
      db.exec('PRAGMA busy_timeout = 5000');
      requireNewest(db, file);
      check(db, file);
      requireWritable(db);
      db.exec('PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
      limitLogSize(db);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
