import { statSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Resources } from '../../upkeep/upkeep.ts';
import { makePrivate } from '@booking-service/kernel/store/sqlite/file/lock-folder';

/** Its time of change is that of the last backup. */
const backupFile = 'last-backup';

/** Returns what the database in this folder uses. Opens no file. */
export function readFolderResources(folder: string): Resources {
  const { bavail, bsize } = statfsSync(folder);
  const backup = statSync(join(folder, backupFile), { throwIfNoEntry: false });
  return {
    engine: 'sqlite',
    database_bytes: statSync(join(folder, 'booking-service.db')).size,
    wal_bytes: statSync(join(folder, 'booking-service.db-wal'), { throwIfNoEntry: false })?.size ?? 0,
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
