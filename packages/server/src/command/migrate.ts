import { defineCommand, type CreateCommand } from './define-command.ts';
import { describeLocation, migrateStore } from './open-store.ts';
import { findSealing } from './settings/find-sealing.ts';

export const migrate: CreateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database, or updates an older one',
  details:
    'First stop every instance of the service and make a copy (booking-service backup): a migration cannot be undone. A sandbox migrates its database by itself.',
  example: '--data /var/lib/booking-service',
  flags: [],
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings }) {
    const { from, to } = await migrateStore(settings, findSealing(settings));
    const place =
      settings.database === undefined
        ? `the database in ${settings.data}`
        : `the database ${describeLocation(settings)}`;
    if (from === to) return `Nothing to do: ${place} is at migration ${to}, the newest.`;
    if (from === 0) return `Created ${place}, at migration ${to}.`;
    return `Updated ${place} from migration ${from} to ${to}, the newest.`;
  },
});
