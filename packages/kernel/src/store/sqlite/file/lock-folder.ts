import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isLocked, openFile, StoreError } from './sqlite-errors.ts';

/**
 * Locks `NAME.lock` until disposal, by the name of the program. The operating system releases the lock when the process dies, so the owner of the
 * lock is the only process that works on the folder. Throws a StoreError if another process has the lock.
 */
export function lockFolder(folder: string, { program }: { readonly program: string }): Disposable {
  return openFile(makePrivate(join(folder, `${program}.lock`)), (file) => {
    const lock = new DatabaseSync(file);
    try {
      lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
      return lock;
    } catch (cause) {
      lock.close();
      if (!isLocked(cause)) throw cause;
      const fix = 'Stop it, or choose another folder.';
      throw new StoreError(`Another process has the data folder ${folder} open. ${fix}`, { cause });
    }
  });
}

/**
 * Creates the file if it does not exist, readable by its owner only. SQLite gives its other files the same mode.
 *
 * An existing file is not opened. POSIX drops all locks of a process on a file when the process closes any descriptor of the
 * file, so SQLite would lose its locks. For the same reason only SQLite, which counts its descriptors, opens database files.
 */
export function makePrivate(file: string): string {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return file;
}
