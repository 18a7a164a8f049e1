import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isLocked, openFile, StoreError } from './store-error.ts';

/**
 * Holds booking-service.lock until disposed of. The operating system lets go of it when the process dies, however it
 * dies; so whoever has it knows that no other process works on the folder. Throws where another process has it.
 */
export function lockFolder(folder: string): Disposable {
  return openFile(makePrivate(join(folder, 'booking-service.lock')), (file) => {
    const lock = new DatabaseSync(file);
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      return lock;
    } catch (cause) {
      lock.close();
      if (!isLocked(cause)) throw cause;
      const mend = 'Stop it, or choose another folder.';
      throw new StoreError(`Another process has the data folder ${folder} open. ${mend}`, { cause });
    }
  });
}

/**
 * Makes the file where it is not there. What is kept is for its owner's eyes; SQLite gives its other files this mode.
 *
 * A file that is there is not opened. POSIX drops all of a process's locks on a file as soon as the process closes any
 * descriptor of it: where this process has the file open through SQLite, its locks would be gone. For the same reason
 * nothing else here opens a database's files other than through SQLite, which keeps count of its descriptors.
 */
export function makePrivate(file: string): string {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return file;
}
