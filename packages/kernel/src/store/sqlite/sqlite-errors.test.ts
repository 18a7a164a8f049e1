import { expect, it } from 'vitest';
import { unavailableCode } from './sqlite-errors.ts';

it.each([
  { result: 'SQLITE_PERM', errcode: 3, code: 'database_read_only' },
  { result: 'SQLITE_BUSY', errcode: 5, code: 'database_busy' },
  { result: 'SQLITE_BUSY_SNAPSHOT', errcode: 517, code: 'database_busy' },
  { result: 'SQLITE_LOCKED', errcode: 6, code: 'database_busy' },
  { result: 'SQLITE_NOMEM', errcode: 7, code: 'database_overloaded' },
  { result: 'SQLITE_READONLY', errcode: 8, code: 'database_read_only' },
  { result: 'SQLITE_READONLY_DBMOVED', errcode: 1032, code: 'database_read_only' },
  { result: 'SQLITE_IOERR_WRITE', errcode: 778, code: 'database_io_failed' },
  { result: 'SQLITE_IOERR_FSYNC', errcode: 1034, code: 'database_io_failed' },
  { result: 'SQLITE_IOERR_SHMSIZE', errcode: 4874, code: 'database_io_failed' },
  { result: 'SQLITE_CORRUPT', errcode: 11, code: 'database_damaged' },
  { result: 'SQLITE_CORRUPT_INDEX', errcode: 779, code: 'database_damaged' },
  { result: 'SQLITE_FULL', errcode: 13, code: 'database_full' },
  { result: 'SQLITE_CANTOPEN', errcode: 14, code: 'database_unreachable' },
  { result: 'SQLITE_PROTOCOL', errcode: 15, code: 'database_busy' },
  { result: 'SQLITE_NOTADB', errcode: 26, code: 'database_damaged' },
  // Bugs of the program.
  { result: 'SQLITE_ERROR', errcode: 1, code: undefined },
  { result: 'SQLITE_TOOBIG', errcode: 18, code: undefined },
  { result: 'SQLITE_CONSTRAINT_UNIQUE', errcode: 2067, code: undefined },
  { result: 'SQLITE_MISUSE', errcode: 21, code: undefined },
])('$result is $code', ({ errcode, code }) => {
  expect(unavailableCode(Object.assign(new Error('failed'), { errcode }))).toBe(code);
});

it('returns no code for an error of another kind', () => {
  expect(unavailableCode(new Error('failed'))).toBeUndefined();
});
