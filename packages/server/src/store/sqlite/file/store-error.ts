import { StoreError } from '../../store-error.ts';

export { StoreError };

/** Opens one of the store's files. An error of SQLite becomes a StoreError with the file name and what to do. */
export function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${fixFor(cause)}`, { cause });
  }
}

export function isLocked(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return isSqliteError(error) && [5, 6].includes(error.errcode & 0xff);
}

function fixFor(error: Error & { errcode: number }): string {
  if (isLocked(error)) return 'Another program is using it. Stop that program, then try again.';
  // SQLITE_FULL.
  if ((error.errcode & 0xff) === 13) return 'Nothing was changed. Free space on its disk, then try again.';
  // SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN.
  if ([3, 8, 14].includes(error.errcode & 0xff)) {
    return 'Nothing was changed. Give this user write access to it and its folder, or choose another data folder.';
  }
  return 'Nothing was changed. Restore the file from a copy, or choose another data folder.';
}

/** Returns whether SQLite threw the error. `errcode` is the extended result code. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}
