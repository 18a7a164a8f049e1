/**
 * A Parquet file of the archive: one row for each delivery that is over, with its event. Rows of an organization are beside each other
 * in groups of `rowsOfGroup`, which is what memory holds of a file.
 */
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { FinishedDelivery } from '@booking-service/kernel/store';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { fileWriter, parquetWriteRows } from 'hyparquet-writer';

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
  { name: 'started', type: 'TIMESTAMP' },
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
        yield { ...row, created: new Date(row.created), started: row.started === null ? null : new Date(row.started) };
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
