import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { keptSince, type Migrated, nameOfDatabase } from '@booking-service/kernel/store';
import { Option } from 'commander';
import {
  describeLocation,
  findSealing,
  inEachDatabase,
  isSandboxFolder,
  migrateStore,
  openUpkeep,
  type StoreLocation,
} from './open-store.ts';
import type { Settings } from './settings/effective-settings.ts';
import { environmentVariable } from './settings/settings.ts';
import { backUpSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { type CreateCommand, createRequiredFlag, defineCommand, jsonFlag } from './define-command.ts';
import type { ValueParser } from './settings/value-parsers.ts';
import { publicKeyDigests } from '../domain/contract.ts';
import { StartError } from './start-error.ts';
import { removeEndedSessions } from '../admin/dashboard/sessions.ts';
import type { ArchivedFile } from './archive/archive-store.ts';

const newFolder: ValueParser<string> = {
  expected: 'a folder that does not exist yet',
  parse: (text) => text || undefined,
};

export const backup: CreateCommand = defineCommand<{ readonly to: string }>({
  name: 'backup',
  summary: 'Copies the database into a new folder, also while the service runs',
  details: `The copy is the database at one moment, checked and flushed to the disk. Only its owner can read it. It does not contain the sealing key. To restore it: stop the service, replace the data folder with the copy, and start the service with the same sealing key (docs/operate/back-up-and-restore.md).`,
  example: '--to /var/backups/booking-service-1 --data /var/lib/booking-service',
  flags: [createRequiredFlag('--to <FOLDER>', 'the folder to create and copy into', newFolder)],
  settings: ['data'],
  async run({ settings, flags: { to } }) {
    const { file, bytes, migration, bookings, recorded } = backUpSqliteStore(settings.data, { to });
    const what = `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}, ${bytes} bytes, migration ${migration}`;
    return `${file} is a complete, checked copy of the database in ${settings.data}: ${what}.\n${keyAdvice(settings)}${recorded ? '' : `\n${unrecorded(settings)}`}`;
  },
});

function keyAdvice({ data }: Pick<Settings, 'data'>): string {
  const key = isSandboxFolder(data)
    ? `${data}/sandbox-sealing.key and ${data}/sandbox-credentials.json`
    : `the key in ${environmentVariable('sealing_key')}`;
  return `The copy does not contain the sealing key, and its signing secrets cannot be read without that key. Keep a copy of ${key} in another place.`;
}

function unrecorded({ data }: Pick<Settings, 'data'>): string {
  return `The metrics do not show this backup: this user may not write to ${data}.`;
}

export const transfer: CreateCommand = defineCommand({
  name: 'transfer',
  summary: 'Copies a data folder into an empty PostgreSQL database',
  details: `First stop the service. The command only reads the folder, and copies all of it or nothing. API keys, webhook secrets, idempotency keys and unfinished work stay the same. Afterwards start the service on the database with the same sealing key (docs/operate/postgresql-and-scaling.md). The folder of a sandbox is refused, because its API keys are public.`,
  example: '--data /var/lib/booking-service --database postgres://booking@db.internal/booking',
  flags: [],
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings }) {
    const { data, database } = settings;
    if (database === undefined) {
      const fix = `Name the database to copy into with --database URL, or in ${environmentVariable('database')}.`;
      throw new StartError(`--database is missing. ${fix}`, { exitCode: 2 });
    }
    if (isSandboxFolder(data)) {
      throw new StartError(
        `Cannot transfer ${data}: it is the folder of a sandbox, whose API keys are public. Create an empty database with booking-service migrate --database URL, and its organizations with booking-service org create.`,
      );
    }
    const { transferToPostgres } = await import('../store/transfer/transfer-to-postgres.ts');
    const counts = await transferToPostgres(data, {
      url: database,
      public_digests: publicKeyDigests(),
      sealing: findSealing({ ...settings, database: undefined }),
    });
    const rows = Object.entries(counts).map(([table, count]) => `  ${table.padEnd(20)}${count}`);
    return [`Copied all of ${data} to ${nameOfDatabase(database)}. Rows:`, ...rows].join('\n');
  },
});

export const migrate: CreateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database, or updates an older one',
  details:
    'First make a copy (booking-service backup). On PostgreSQL the instances of the version before can run on, and can start again. On SQLite, stop the process first. A sandbox migrates its database by itself.',
  example: '--data /var/lib/booking-service',
  flags: [],
  settings: ['data', 'database', 'cells', 'sealing_key'],
  async run({ settings }) {
    const sealing = findSealing(settings);
    const lines = await inEachDatabase(settings, async (location) =>
      explainMigration(location, await migrateStore(location, { sealing })),
    );
    return lines.join('\n');
  },
});

function explainMigration(location: StoreLocation, { from, to, functions_replaced }: Migrated): string {
  const place =
    location.database === undefined ? `the database in ${location.data}` : `the database ${describeLocation(location)}`;
  if (from === to && functions_replaced)
    return `Replaced the functions of ${place}. It is at migration ${to}, the newest.`;
  if (from === to) return `Nothing to do: ${place} is at migration ${to}, the newest.`;
  if (from === 0) return `Created ${place}, at migration ${to}.`;
  return `Updated ${place} from migration ${from} to ${to}, the newest.`;
}

/** Between two steps, for the requests of a running service. */
const pause_ms = 20;

export const maintain: CreateCommand = defineCommand<{ readonly json?: true }>({
  name: 'maintain',
  summary: 'Removes old events, with their deliveries and attempts, old requests, and ended sessions of the dashboard',
  details:
    'You can use it while the service runs. The service does this by itself every hour: with old events unless --old-events is archive, with sessions if it has a dashboard. Pending deliveries and their events are kept. Bookings and idempotency keys are kept forever (docs/operate/old-events.md).',
  example: '--retention-days 30 --data /var/lib/booking-service',
  flags: [jsonFlag],
  settings: ['data', 'database', 'cells', 'retention_days', 'old_events', 'request_log_days'],
  async run({ settings, flags: { json } }) {
    const now = new Date();
    const before = keptSince(now, settings);
    const { old_events } = settings;
    const requestsBefore = keptSince(now, { retention_days: settings.request_log_days });
    let [events, calls, requests, dashboard_sessions] = [0, 0, 0, 0];
    await inEachDatabase(settings, async (location) => {
      await using store = await openUpkeep(location);
      let from: string | undefined;
      do {
        const removed = await store.removeHistory({ now, before, old_events, from });
        events += removed.events;
        from = removed.next;
        if (from !== undefined) await pause(pause_ms);
      } while (from !== undefined);
      do {
        const removed = await store.removeRequests({ before: requestsBefore, from });
        requests += removed.removed;
        from = removed.next;
        if (removed.removed > 0) await pause(pause_ms);
      } while (from !== undefined);
      for (let hasMore = true; hasMore;) {
        const step = await store.removeBookingCalls({ before });
        calls += step.removed;
        hasMore = step.hasMore;
      }
      dashboard_sessions += await removeEndedSessions(store, now);
    });
    if (json)
      return JSON.stringify({ events, before: before.toISOString(), calls, requests, dashboard_sessions }, null, 2);
    const age = `from before ${before.toISOString()}`;
    const lines: string[] = [];
    if (events > 0)
      lines.push(`Removed ${events} ${events === 1 ? 'event' : 'events'} ${age}, with their deliveries and attempts.`);
    if (calls > 0) lines.push(`Removed the calls of ${calls} ${calls === 1 ? 'booking' : 'bookings'}, ${age}.`);
    if (requests > 0) lines.push(`Removed old requests of the log: ${requests}.`);
    if (dashboard_sessions > 0)
      lines.push(`Removed ended sessions and sign-in links of the dashboard: ${dashboard_sessions}.`);
    if (old_events === 'archive')
      lines.push(
        `Old events wait for booking-service archive, because ${environmentVariable('old_events')} is archive.`,
      );
    return lines.join('\n') || `Nothing to remove: all events ${age} are removed, or have a pending delivery.`;
  },
});

interface Flags {
  readonly dryRun?: true;
  readonly json?: true;
}

export const archive: CreateCommand = defineCommand<Flags>({
  name: 'archive',
  summary: 'Moves old events, with their deliveries and attempts, to Parquet files',
  details: `You can use it while the service runs, for example once a day. It writes a file for each day that is older than --retention-days, reads it again, and only then removes its events from the database. If it is interrupted, run it again. The files have no personal data (docs/operate/old-events.md). It needs --old-events archive, for the service too: otherwise the service removes old events by itself.`,
  operand: 'FOLDER',
  example: '/var/lib/booking-archive --old-events archive --data /var/lib/booking-service',
  flags: [new Option('--dry-run', 'print what would be archived, and write and remove nothing'), jsonFlag],
  settings: ['data', 'database', 'cells', 'retention_days', 'old_events'],
  async run({ settings, operand: folder, flags: { dryRun, json } }) {
    if (settings.old_events !== 'archive') {
      const fix = `Set ${environmentVariable('old_events')}=archive for the service and for this command.`;
      throw new StartError(`The service removes old events by itself, so an archive would miss some. ${fix}`, {
        exitCode: 2,
      });
    }
    const before = keptSince(new Date(), settings);
    // Only this command loads the libraries for Parquet.
    const { archiveStore, countArchivable } = await import('./archive/archive-store.ts');
    const files: ArchivedFile[] = [];
    const days: { readonly day: string; readonly rows: number; readonly cell?: string }[] = [];
    let removed = 0;
    await inEachDatabase(settings, async (location, cell) => {
      await using store = await openUpkeep(location);
      if (dryRun) {
        const found = await countArchivable(store, { before });
        days.push(...found.map((day) => (cell === undefined ? day : { ...day, cell })));
      } else {
        const archived = await archiveStore(store, { folder: join(folder, cell ?? ''), before });
        files.push(...archived.files);
        removed += archived.removed;
      }
    });
    if (json) {
      const result = dryRun ? { days } : { files, events_removed: removed };
      return JSON.stringify({ before: before.toISOString(), ...result }, null, 2);
    }
    return dryRun ? explainDays(days, before) : explainFiles(files, { removed, before });
  },
});

function explainDays(
  days: readonly { readonly day: string; readonly rows: number; readonly cell?: string }[],
  before: Date,
): string {
  const lines = days.map(({ day, rows, cell }) => `${cell === undefined ? '' : `${cell} `}${day}  ${rows}`);
  if (lines.length === 0) return nothing(before);
  return ['Would archive these days, with their deliveries:', ...lines].join('\n');
}

function explainFiles(
  files: readonly ArchivedFile[],
  { removed, before }: { readonly removed: number; readonly before: Date },
): string {
  if (files.length === 0 && removed === 0) return nothing(before);
  const lines = files.map(({ file, rows, bytes }) => `${file}  ${rows} deliveries, ${bytes} bytes`);
  const [rows, bytes] = [sum(files.map((file) => file.rows)), sum(files.map((file) => file.bytes))];
  const size = rows === 0 ? '' : ` A delivery takes ${Math.round(bytes / rows)} bytes.`;
  return [...lines, `Removed ${removed} archived ${removed === 1 ? 'event' : 'events'} from the database.${size}`].join(
    '\n',
  );
}

function nothing(before: Date): string {
  return `Nothing to archive: all events of the days before ${before.toISOString()} are archived, or have a pending delivery.`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
