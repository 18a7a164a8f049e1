import { join } from 'node:path';
import { keptSince } from '@booking-service/kernel/store';
import { Option } from 'commander';
import { type CreateCommand, defineCommand, jsonFlag } from '../define-command.ts';
import { inEachDatabase, openUpkeep } from '../open-store.ts';
import { environmentVariable } from '../settings/settings.ts';
import { StartError } from '../start-error.ts';
import type { ArchivedFile } from './archive-store.ts';

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
    const { archiveStore, countArchivable } = await import('./archive-store.ts');
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
