import { migrateSqliteStore } from '../store/sqlite/sqlite-store.ts';
import type { Command } from './command.ts';
import { findSealing } from './find-sealing.ts';

export const migrate: Command = {
  name: 'migrate',
  summary: 'makes the database, or brings an older one up to date',
  about: `Stop the service first, and make a copy with booking-service backup: there is no way back.
A sandbox needs no migrate, it does this itself.`,
  example: '--data /var/lib/booking-service',
  flags: {},
  settings: ['data', 'sealing_key'],
  async run({ settings }) {
    const { from, to } = migrateSqliteStore(settings.data, { sealing: findSealing(settings) });
    if (from === to) return `The database in ${settings.data} is at migration ${to}, the newest: nothing to do.`;
    if (from === 0) return `The database in ${settings.data} is made, at migration ${to}.`;
    return `The database in ${settings.data} was at migration ${from} and is now at ${to}, the newest.`;
  },
};
