import { StoreError } from '../../store-error.ts';

export { StoreError };

/** Opens one of the store's files. What SQLite says of it is told with the file's name and what to do. */
export function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    const mend = fixFor(cause);
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${mend}`, { cause });
  }
}

export function isLocked(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return isSqliteError(error) && [5, 6].includes(error.errcode & 0xff);
}

function fixFor(error: Error & { errcode: number }): string {
  if (isLocked(error)) return 'Another program works on it: end that one, then try again.';
  // SQLITE_FULL.
  if ((error.errcode & 0xff) === 13) return 'Nothing was changed: make room on its disk, then try again.';
  // SQLITE_PERM, SQLITE_READONLY and SQLITE_CANTOPEN.
  if ([3, 8, 14].includes(error.errcode & 0xff)) {
    return 'Nothing was changed: give this user the right to write it and its folder, or choose another data folder.';
  }
  return 'Nothing was changed: restore the file from a copy, or choose another data folder.';
}

/** Whether SQLite threw this; `errcode` is its extended result code. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}
