import type { Command } from './command.ts';
import { migrateStore, nameOfPlace } from './database.ts';
import { findSealing } from './settings/find-sealing.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'makes the database, or brings an older one up to date',
  about: `Stop the service first, every instance of it, and make a copy (booking-service backup): there is no way back.
A sandbox needs no migrate, it does this itself.`,
  example: '--data /var/lib/booking-service',
  flags: {},
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings }) {
    const { from, to } = await migrateStore(settings, findSealing(settings));
    const place =
      settings.database === undefined ? `The database in ${settings.data}` : `The database ${nameOfPlace(settings)}`;
    if (from === to) return `${place} is at migration ${to}, the newest: nothing to do.`;
    if (from === 0) return `${place} is made, at migration ${to}.`;
    return `${place} was at migration ${from} and is now at ${to}, the newest.`;
  },
};
