/**
 * Moves the old events of one store to a folder, a file for each day (UTC). Its name has the day and the time of the run, so no name comes
 * twice, even if files are moved elsewhere. The end of the name shows how far the file is:
 *  1. .parquet.new       the rows are written, flushed, read again and compared with those of the store
 *  2. .parquet.verified  the file is complete. Its rows are removed from the store
 *  3. .parquet           the store has none of its rows any more
 * A run that was interrupted continues: it deletes a new file, and removes the rows of a verified one. Only rows that were read from a
 * verified file are removed. Events of a day that end later, such as those of a pending delivery, are in a file of a later run.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type FinishedDelivery, type HistoryArchive, timeOf } from '@booking-service/kernel/store';
import { lockFolder } from '@booking-service/kernel/store/sqlite';
import { DisposableStack } from '@whatwg-node/disposablestack';
import { eraseEvent } from '../../domain/personal-data.ts';
import { flush } from '../../store/sqlite/file/back-up.ts';
import { StartError } from '../start-error.ts';
import { readArchive, readContents, writeArchive } from './archive-file.ts';

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
