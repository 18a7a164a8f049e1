import { statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bookingFiles } from '../../booking-files.ts';
import type { Resources } from '../../upkeep/upkeep.ts';
import { databaseFile, makePrivate } from '@booking-service/kernel/store/sqlite';

/** Its time of change is that of the last backup. */
const backupFile = 'last-backup';

/** Returns what the database in this folder uses. Opens no file. */
export function readFolderResources(folder: string): Resources {
  const file = databaseFile(folder, bookingFiles);
  const { bavail, bsize } = statfsSync(folder);
  const backup = statSync(join(folder, backupFile), { throwIfNoEntry: false });
  return {
    engine: 'sqlite',
    database_bytes: statSync(file).size,
    wal_bytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    disk_free_bytes: bavail * bsize,
    connections: null,
    last_backup: backup?.mtime ?? 'never',
  };
}

/** Records that a backup of this folder is complete. Returns whether this user may write there. */
export function recordBackup(folder: string, to: string): boolean {
  try {
    writeFileSync(makePrivate(join(folder, backupFile)), `${to}\n`);
    return true;
  } catch {
    return false;
  }
}
