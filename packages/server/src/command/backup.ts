import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { environmentVariable, type Settings } from './settings/settings.ts';
import { backUpSqliteStore } from '../store/sqlite/file/back-up.ts';
import type { Command } from './command.ts';
import { requireFlag, type Check } from './read-flag.ts';

const newFolder: Check<string> = { takes: 'a folder that is not there yet', parse: (text) => text || undefined };

export const backup: Command = {
  name: 'backup',
  summary: 'copies the database into a new folder, also while the service runs',
  about: `The copy is the database as it was at one moment, checked and flushed to the disk. It is readable by its
owner alone; the sealing key is not in it. To restore: stop the service, put the copy in the place of the
data folder, start it with the same sealing key (docs/running.md).`,
  example: '--to /var/backups/booking-service-1 --data /var/lib/booking-service',
  flags: { to: { value: 'FOLDER', meaning: 'the folder to make and to copy into' } },
  settings: ['data'],
  async run({ settings, flags }) {
    const to = requireFlag('--to', flags['to'], newFolder);
    const { file, bytes, migration, bookings } = backUpSqliteStore(settings.data, { to });
    const what = `${bookings} ${bookings === 1 ? 'booking' : 'bookings'}, ${bytes} bytes, migration ${migration}`;
    return `${file} is a whole copy of the database in ${settings.data}: ${what}, checked.\n${keyAdvice(settings)}`;
  },
};

function keyAdvice({ data }: Pick<Settings, 'data'>): string {
  const key = isSandboxFolder(data)
    ? `${data}/sandbox-sealing.key and ${data}/sandbox-credentials.json`
    : `the key in ${environmentVariable('sealing_key')}`;
  return `It does not hold the sealing key, without which its signing secrets cannot be read: keep ${key} too, elsewhere.`;
}
