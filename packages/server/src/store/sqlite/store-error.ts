/** Why the store cannot be opened or used, in a sentence that names the mend. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/** Opens one of the store's files. What SQLite says of it is told with the file's name and what to do. */
export function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    const mend = isLocked(cause)
      ? 'Another program works on it: end that one, then try again.'
      : 'Nothing was changed: restore the file from a copy, or choose another data folder.';
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${mend}`, { cause });
  }
}

export function isLocked(error: unknown): boolean {
  // SQLITE_BUSY and SQLITE_LOCKED.
  return isSqliteError(error) && [5, 6].includes(error.errcode & 0xff);
}

function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}
