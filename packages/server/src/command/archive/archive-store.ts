/**
 * Moves the old events of one store to a folder, a file for each day (UTC). Its name has the day and the time of the run, so no name comes
 * twice, even if files are moved elsewhere. The end of the name shows how far the file is:
 *  1. .parquet.new       the rows are written, flushed, read again and compared with those of the store
 *  2. .parquet.verified  the file is complete. Its rows are removed from the store
 *  3. .parquet           the store has none of its rows any more
 * A run that was interrupted continues: it deletes a new file, and removes the rows of a verified one. Only rows that were read from a
 * verified file are removed. Events of a day that end later, such as those of a pending delivery, are in a file of a later run.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type FinishedDelivery, type HistoryArchive, timeOf } from '@booking-service/kernel/store';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';
import { lockFolder } from '@booking-service/kernel/store/sqlite';
import { DisposableStack } from '@whatwg-node/disposablestack';
import { eraseEvent } from '../../domain/personal-data.ts';
import { flush } from '../../store/sqlite/sqlite-store.ts';
import { StartError } from '../start-error.ts';

// A Parquet file of the archive: one row for each delivery that is over, with its event. Rows of an organization are beside each other
// in groups of `rowsOfGroup`, which is what memory holds of a file.

const rowsOfGroup = 10_000;
const level = 9;

const columns = [
  { name: 'organization_id', type: 'STRING', nullable: false },
  { name: 'event_id', type: 'STRING', nullable: false },
  { name: 'type', type: 'STRING', nullable: false },
  { name: 'subject_id', type: 'STRING', nullable: false },
  { name: 'created', type: 'TIMESTAMP', nullable: false },
  { name: 'livemode', type: 'BOOLEAN' },
  { name: 'request_id', type: 'STRING' },
  { name: 'payload', type: 'STRING', nullable: false },
  { name: 'delivery_id', type: 'STRING' },
  { name: 'state', type: 'STRING' },
  { name: 'attempts', type: 'INT32' },
  { name: 'started_at', type: 'TIMESTAMP' },
  { name: 'duration_ms', type: 'INT32' },
  { name: 'status', type: 'INT32' },
  { name: 'error', type: 'STRING' },
  { name: 'cause', type: 'STRING' },
  { name: 'later_attempts', type: 'STRING' },
] as const satisfies readonly { name: keyof FinishedDelivery; type: string; nullable?: boolean }[];

/** The contents of a file: what a reader must find in it again. */
export interface Contents {
  readonly rows: number;
  readonly digest: string;
}

/** Writes the rows into a new file, flushed to the disk, that only its owner can read. Throws if the file exists. */
export async function writeArchive(file: string, pages: AsyncIterable<readonly FinishedDelivery[]>): Promise<Contents> {
  const descriptor = openSync(file, 'wx', 0o600);
  const contents = countContents();
  async function* toRows() {
    for await (const group of toGroups(pages)) {
      for (const row of group) {
        contents.add(row);
        yield {
          ...row,
          created: new Date(row.created),
          started_at: row.started_at === null ? null : new Date(row.started_at),
        };
      }
    }
  }
  try {
    await parquetWriteRows({
      writer: fileWriter(file),
      rows: toRows(),
      columns: [...columns],
      rowGroupSize: rowsOfGroup,
      codec: 'ZSTD',
      compressors: {
        ZSTD: (bytes) => zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: level } }),
      },
      createdBy: 'booking-service archive',
    });
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  return contents.read();
}

/** Reads the rows of a file, a group at a time. */
export async function* readArchive(file: string): AsyncGenerator<FinishedDelivery[]> {
  const buffer = await asyncBufferFromFile(file);
  const metadata = await parquetMetadataAsync(buffer);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const compressors = { ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes) };
    const rows = await parquetReadObjects({ file: buffer, metadata, rowStart, rowEnd, compressors });
    yield rows.map(toDelivery);
    rowStart = rowEnd;
  }
}

/** Reads the whole file again, and returns its contents. */
export async function readContents(file: string): Promise<Contents> {
  const contents = countContents();
  for await (const rows of readArchive(file)) for (const row of rows) contents.add(row);
  return contents.read();
}

function toDelivery(row: Readonly<Record<string, unknown>>): FinishedDelivery {
  const named = columns.map(({ name }) => {
    const value = row[name] ?? null;
    return [name, value instanceof Date ? value.toISOString() : value] as const;
  });
  // The file has these columns. Another value changes the digest.
  return Object.fromEntries(named) as unknown as FinishedDelivery;
}

async function* toGroups(pages: AsyncIterable<readonly FinishedDelivery[]>): AsyncGenerator<FinishedDelivery[]> {
  let waiting: FinishedDelivery[] = [];
  for await (const page of pages) {
    waiting.push(...page);
    while (waiting.length >= rowsOfGroup) yield waiting.splice(0, rowsOfGroup).toSorted(byOrganization);
  }
  yield waiting.toSorted(byOrganization);
}

function byOrganization(one: FinishedDelivery, other: FinishedDelivery): number {
  if (one.organization_id !== other.organization_id) return one.organization_id < other.organization_id ? -1 : 1;
  return one.event_id < other.event_id ? -1 : 1;
}

function countContents() {
  const hash = createHash('sha256');
  let rows = 0;
  return {
    add(row: FinishedDelivery) {
      rows += 1;
      hash.update(`${JSON.stringify(columns.map(({ name }) => row[name]))}\n`);
    },
    read: (): Contents => ({ rows, digest: hash.digest('hex') }),
  };
}

const day_ms = 24 * 3600 * 1000;
const eventsOfPage = 1_000;
/** The rows of a transaction that removes, and the time between two, for the requests of a running service. */
const maxRemoved = 256;
const pause_ms = 20;

export interface Archived {
  /** The files, in the order of their days. */
  readonly files: readonly ArchivedFile[];
  /** The number of events that were removed from the store. */
  readonly removed: number;
}

export interface ArchivedFile {
  readonly file: string;
  readonly rows: number;
  readonly bytes: number;
}

export interface ArchiveOptions {
  readonly folder: string;
  /** Days that end after this time stay in the store. */
  readonly before: Date;
}

/** Archives every day that has ended. Throws a StartError if a file differs from the rows of the store. */
export async function archiveStore(store: HistoryArchive, { folder, before }: ArchiveOptions): Promise<Archived> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  using held = new DisposableStack();
  held.use(lockFolder(folder, { program: 'archive' }));
  let removed = await resume(store, folder);
  const run = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const files: ArchivedFile[] = [];
  for await (const day of listDays(store, before)) {
    const file = join(folder, `${nameOf(day)}.${run}.parquet`);
    const verified = await writeVerified(store, { file, day });
    if (verified === undefined) continue;
    removed += await removeVerified(store, file);
    files.push({ file, rows: verified, bytes: statSync(file).size });
  }
  await store.dropEmpty(before);
  return { files, removed };
}

/** Counts the rows that would be archived, by day. Writes nothing. */
export async function countArchivable(
  store: HistoryArchive,
  { before }: Pick<ArchiveOptions, 'before'>,
): Promise<{ readonly day: string; readonly rows: number }[]> {
  const days: { day: string; rows: number }[] = [];
  for await (const day of listDays(store, before)) {
    let rows = 0;
    for await (const page of readDay(store, day)) rows += page.length;
    if (rows > 0) days.push({ day: nameOf(day), rows });
  }
  return days;
}

/** Completes what an interrupted run has begun. Returns the number of removed events. */
async function resume(store: HistoryArchive, folder: string): Promise<number> {
  let removed = 0;
  for (const name of readdirSync(folder).toSorted()) {
    if (name.endsWith('.parquet.new')) rmSync(join(folder, name));
    if (name.endsWith('.parquet.verified')) {
      removed += await removeVerified(store, join(folder, name.slice(0, -'.verified'.length)));
    }
  }
  return removed;
}

/** Returns the days with events that have ended before a time, oldest first. */
async function* listDays(store: HistoryArchive, before: Date): AsyncGenerator<Date> {
  for (let from = new Date(0); ;) {
    const id = await store.findEventSince(from);
    if (id === undefined) return;
    const start_ms = Math.floor(timeOf(id).getTime() / day_ms) * day_ms;
    from = new Date(start_ms + day_ms);
    if (from > before) return;
    yield new Date(start_ms);
  }
}

async function* readDay(store: HistoryArchive, from: Date): AsyncGenerator<FinishedDelivery[]> {
  const day = { from, to: new Date(from.getTime() + day_ms), limit: eventsOfPage };
  let after: string | undefined;
  do {
    const { rows, next } = await store.readFinished({ ...day, after });
    // An erasure that comes later does not reach the file, so it never has personal data.
    yield rows.map((row) => ({ ...row, payload: eraseEvent(row.payload) }));
    after = next;
  } while (after !== undefined);
}

/** Writes the file of a day and reads it again. Returns the number of its rows; undefined if the day has none to archive. */
async function writeVerified(
  store: HistoryArchive,
  { file, day }: { readonly file: string; readonly day: Date },
): Promise<number | undefined> {
  const written = await writeArchive(`${file}.new`, readDay(store, day));
  if (written.rows === 0) {
    rmSync(`${file}.new`);
    return undefined;
  }
  await requireSame(`${file}.new`, written);
  moveFile(`${file}.new`, `${file}.verified`);
  return written.rows;
}

/** Reads a file again. Throws a StartError unless it has these contents. */
export async function requireSame(file: string, written: Awaited<ReturnType<typeof readContents>>): Promise<void> {
  const fix = 'Nothing of it was removed from the store. Check the disk, then run the command again.';
  const found = await readContents(file).catch((cause: unknown) => {
    throw new StartError(`Cannot read ${file}, which was just written. ${fix}`, { cause });
  });
  if (isDeepStrictEqual(found, written)) return;
  throw new StartError(`${file} differs from the events that were written to it. ${fix}`);
}

/** Removes the rows of a verified file from the store. Returns the number of removed events. */
async function removeVerified(store: HistoryArchive, file: string): Promise<number> {
  let removed = 0;
  for await (const rows of readArchive(`${file}.verified`)) {
    for (let start = 0; start < rows.length; start += maxRemoved) {
      removed += await store.removeRead(rows.slice(start, start + maxRemoved));
      await pause(pause_ms);
    }
  }
  moveFile(`${file}.verified`, file);
  return removed;
}

/** Renames a file, also after a power failure. */
function moveFile(from: string, to: string): void {
  renameSync(from, to);
  flush(dirname(to));
}

function nameOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}
