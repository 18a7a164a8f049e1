/** The database file: its errors, the faults of its disk, its lock, and how it is opened. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { DatabaseSync } from './node-sqlite.ts';
import { dirname, join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { type BusyCode, StoreError } from '../store-errors.ts';
import { createSealing, type Sealing } from '../sealing.ts';
import {
  applicationIdOf,
  foreignDatabase,
  isNewer,
  migrationsAfter,
  newestMigrationOf,
  type ServiceFiles,
  unreleasedDatabase,
} from '../migration-files.ts';

/** Opens one of the store's files. An error of SQLite becomes a StoreError with the file name and what to do. */
export function openFile<T>(file: string, open: (file: string) => T): T {
  try {
    return open(file);
  } catch (cause) {
    if (cause instanceof StoreError || !isSqliteError(cause)) throw cause;
    throw new StoreError(`Cannot open ${file}: ${cause.message}. ${fixFor(cause)}`, { cause });
  }
}

function isLocked(error: unknown): boolean {
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
function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return error instanceof Error && 'errcode' in error;
}

/** Codes for faults of the database or its disk (https://sqlite.org/rescode.html). Every other code is a bug of the program. */
const codes: ReadonlyMap<number, BusyCode> = new Map([
  // PERM, READONLY: the file or its folder is not writable, or the file was moved.
  [3, 'database_read_only'],
  [8, 'database_read_only'],
  // BUSY, LOCKED, PROTOCOL: another connection has the lock.
  [5, 'database_busy'],
  [6, 'database_busy'],
  [15, 'database_busy'],
  // NOMEM: out of memory.
  [7, 'database_overloaded'],
  // IOERR: the operating system failed a read, a write or a flush. A quota and a file size limit cause it too.
  [10, 'database_io_failed'],
  // CORRUPT, NOTADB: a page is damaged.
  [11, 'database_damaged'],
  [26, 'database_damaged'],
  // FULL: the disk is full.
  [13, 'database_full'],
  // CANTOPEN: the database, its log or a temporary file does not open. The process may have too many open files.
  [14, 'database_unreachable'],
]);

/** Returns the code of an error of the database or its disk; undefined for every other error. */
export function unavailableCode(error: unknown): BusyCode | undefined {
  // The lowest byte of an extended result code is the primary code.
  return isSqliteError(error) ? codes.get(error.errcode & 0xff) : undefined;
}

export interface DiskFault {
  /** Keeps the error if it means that the disk is full or fails. */
  note(error: unknown): void;
  /**
   * Moves the log into the database, empties its file, checks that the disk has room, and clears the fault if all of that works. Call it
   * outside a transaction.
   */
  retry(): void;
  /** Returns the kept fault. */
  find(): unknown;
}

/** More than the writes of some requests. */
const room = Buffer.alloc(256 * 1024, 1);

/** The errors of a write while the disk has no room: full, over a quota, or over the limit of a file's size. */
const roomErrors: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/**
 * Keeps the last fault of the disk. A small write does not prove that the disk has room again, because a failed commit leaves
 * space in the log that small writes can use. A checkpoint makes room, because the file of the log becomes empty, but it may fit into
 * the pages that the database has. So a file of 256 KiB must also fit beside the database.
 */
export function createDiskFault(db: DatabaseSync): DiskFault {
  const file = db.location();
  let fault: unknown;

  function note(error: unknown): void {
    const code = unavailableCode(error);
    if (code === 'database_full' || code === 'database_io_failed') fault = error;
  }

  return {
    note,
    retry() {
      if (fault === undefined) return;
      try {
        emptyLog(db);
        if (file === null || hasRoom(`${file}-room`)) fault = undefined;
      } catch (error) {
        note(error);
      }
    },
    find: () => fault,
  };
}

/** Moves the log into the database as far as other connections permit, without a wait for them. */
function emptyLog(db: DatabaseSync): void {
  const { timeout = 0 } = db.prepare('PRAGMA busy_timeout').get() ?? {};
  db.exec('PRAGMA busy_timeout = 0');
  try {
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    db.exec(`PRAGMA busy_timeout = ${Number(timeout)}`);
  }
}

/** Writes the file to the disk and removes it. Any other error than missing room is left to the database. */
function hasRoom(file: string): boolean {
  try {
    const descriptor = openSync(file, 'w', 0o600);
    try {
      for (let written = 0; written < room.length;) written += writeSync(descriptor, room, written);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
      rmSync(file, { force: true });
    }
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && roomErrors.has(error.code));
  }
}

/** At this size a commit checkpoints the write-ahead log, and the next commit restarts the log. */
const checkpoint_bytes = 4 * 1024 * 1024;
const page_bytes = 4096;

/**
 * Limits the write-ahead log of this connection's database to about 4 MB. The log exceeds this by at most one commit, or while
 * another connection, such as a backup, reads an older snapshot. Afterwards the file is truncated.
 */
export function limitLogSize(db: DatabaseSync): void {
  db.exec(`
    PRAGMA wal_autocheckpoint = ${checkpoint_bytes / page_bytes};
    PRAGMA journal_size_limit = ${checkpoint_bytes}`);
}

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

// Opens the database file. Steps 1 and 2 refuse a database before anything is written:
//  1. Compare its service and its migration with the program's. Another service, a newer migration and a database of an unreleased version
//     are refused, and an older one too unless `migrate` is automatically.
//  2. Test the sealing key on the sealed check value, and that this user can write.
//  3. Run the missing migrations.

/** The sealing, or a function that returns it. `sealed` is whether the database already has a key. */
export type SealingSource = Sealing | ((database: { readonly sealed: boolean }) => Sealing);

export interface OpenedDatabase {
  readonly db: DatabaseSync;
  readonly sealing: Sealing;
  /** The migration before and after. */
  readonly from: number;
  readonly to: number;
}

/** Opens the database file at the newest migration. Creates and migrates it if `migrate` is automatically. */
export function openDatabase(
  file: string,
  {
    sealing: source,
    migrate,
    files,
  }: {
    sealing: SealingSource;
    migrate: 'automatically' | 'never';
    files: ServiceFiles;
  },
): OpenedDatabase {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    db.exec('PRAGMA busy_timeout = 5000');
    const from = migrate === 'automatically' ? versionOf(db, file, files) : requireNewest(db, file, files);
    const sealed = hasSealing(db);
    const sealing = typeof source === 'function' ? source({ sealed }) : source;
    if (sealed) requireKey(db, file, sealing);
    requireWritable(db);

    // With FULL, a returned commit survives a power cut.
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    limitLogSize(db);
    migrateFrom(from, db, { sealing, files });
    return { db, sealing, from, to: newestMigrationOf('sqlite', files) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Refuses a database that is not at the newest migration, and returns that migration. */
export function requireNewest(db: DatabaseSync, file: string, files: ServiceFiles): number {
  const newest = newestMigrationOf('sqlite', files);
  const version = versionOf(db, file, files);
  if (version === newest) return version;
  throw new StoreError(
    `The database ${file} is at migration ${version}, older than this program (${newest}). Bring it up to date first: ${files.program} migrate --data ${dirname(file)}`,
  );
}

/** Refuses a key other than the one that sealed the secrets of the database. */
export function requireKey(db: DatabaseSync, file: string, sealing: Sealing): void {
  const row = db.prepare('SELECT check_value FROM sealing').get();
  try {
    sealing.open(String(row?.['check_value']), 'check_value');
  } catch (cause) {
    throw new StoreError(
      `The signing secrets in ${file} are sealed with another key than the one given. Nothing was changed. Use the key that sealed them.`,
      { cause },
    );
  }
}

/** Refuses a file that this user cannot write. SQLite would open it and fail at the first write. */
export function requireWritable(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${migrationOf(db)}; ROLLBACK`);
}

/** Returns the migration of the database. Refuses a database of another service, of a newer program, or of an unreleased version. */
export function versionOf(db: DatabaseSync, file: string, files: ServiceFiles): number {
  requireOwn(db, file, files);
  const [version, newest] = [migrationOf(db), newestMigrationOf('sqlite', files)];
  if (!isNewer(version, newest)) return version;
  throw new StoreError(
    `The database is at migration ${version}, newer than this program supports (${newest}). Run a newer version of the program.`,
  );
}

function hasSealing(db: DatabaseSync): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'sealing'`).get() !== undefined;
}

function migrateFrom(
  from: number,
  db: DatabaseSync,
  { sealing, files }: { sealing: Sealing; files: ServiceFiles },
): void {
  db.function('seal', { directOnly: true }, (text, owner) => sealing.seal(String(text), String(owner)));
  const marks = `PRAGMA application_id = ${applicationIdOf(files)}`;
  for (const { version, sql } of migrationsAfter(from, 'sqlite', files)) {
    db.exec(`BEGIN IMMEDIATE; ${sql}; ${marks}; PRAGMA user_version = ${version}; COMMIT`);
  }
}

/** Refuses a database of another service, and one of an unreleased version, which has no application id. */
function requireOwn(db: DatabaseSync, file: string, files: ServiceFiles): void {
  const id = Number(db.prepare('PRAGMA application_id').get()?.['application_id']);
  const fix = 'Choose another data folder.';
  if (id !== 0 && id !== applicationIdOf(files)) throw foreignDatabase(file, files, fix);
  if (id === 0 && migrationOf(db) > 0) throw unreleasedDatabase(file, fix);
}

/** Returns the migration that the database is at, which is its user_version. */
export function migrationOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version']);
}

/** Returns the sealing whose key is in a file, in base64. Throws a StoreError if the file is damaged. */
export function readSealingFile(file: string): Sealing {
  const key = Buffer.from(readFileSync(file, 'utf8'), 'base64');
  if (key.length === 32) return createSealing(key);
  throw new StoreError(`${file} is damaged. Restore it from a copy, or choose another data folder.`);
}

/**
 * The same, but creates the file if it does not exist. Only its owner can read it. Call it with the folder locked, or two processes create
 * two keys. Throws a StoreError if the file is missing although its key has sealed secrets.
 */
export function openSealingFile(file: string, { sealed }: { readonly sealed: boolean }): Sealing {
  if (existsSync(file)) return readSealingFile(file);
  if (sealed) {
    throw new StoreError(
      `The database in ${dirname(file)} is sealed, but ${file} is missing. Restore the file from a copy, or choose another data folder.`,
    );
  }
  // Renamed when it is complete, so that a crash cannot leave half of a file.
  writeFileSync(`${file}.new`, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  return readSealingFile(file);
}
