import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { environmentVariable, type Settings } from './settings/settings.ts';
import { backUpSqliteStore } from '../store/sqlite/file/back-up.ts';
import { createRequiredFlag } from './create-flag.ts';
import type { ValueParser } from './settings/value-parser.ts';
import { defineCommand, type CreateCommand } from './define-command.ts';

const newFolder: ValueParser<string> = {
  expected: 'a folder that does not exist yet',
  parse: (text) => text || undefined,
};

export const backup: CreateCommand = defineCommand<{ readonly to: string }>({
  name: 'backup',
  summary: 'Copies the database into a new folder, also while the service runs',
  details: `The copy is the database at one moment, checked and flushed to the disk. Only its owner can read it. It does not contain the sealing key. To restore it: stop the service, replace the data folder with the copy, and start the service with the same sealing key (docs/running.md).`,
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
