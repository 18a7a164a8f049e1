import { Option } from 'commander';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { describeLocation, migrateStore } from './open-store.ts';
import { findSealing } from './settings/find-sealing.ts';
import { environmentVariable } from './settings/settings.ts';
import { StartError } from './start-error.ts';

export const migrate: CreateCommand = defineCommand<{ readonly distribute?: true }>({
  name: 'migrate',
  summary: 'Creates the database, or updates an older one',
  details:
    'First stop every instance of the service and make a copy (booking-service backup): a migration cannot be undone. A sandbox migrates its database by itself.',
  example: '--data /var/lib/booking-service',
  flags: [new Option('--distribute', 'also distribute the tables over the nodes of a Citus cluster (docs/scale.md)')],
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings, flags: { distribute = false } }) {
    if (distribute && settings.database === undefined) {
      const fix = `Name the database of the coordinator with --database URL, or in ${environmentVariable('database')}.`;
      throw new StartError(`--distribute needs PostgreSQL. ${fix}`, { exitCode: 2 });
    }
    const { from, to, functions_replaced, distributed } = await migrateStore(settings, {
      sealing: findSealing(settings),
      distribute,
    });
    const place =
      settings.database === undefined
        ? `the database in ${settings.data}`
        : `the database ${describeLocation(settings)}`;
    const spread = distributed.after ? ', and distributed by organization' : '';
    const done = distributed.after && !distributed.before;
    if (from === to && !done && functions_replaced)
      return `Replaced the functions of ${place}. It is at migration ${to}, the newest${spread}.`;
    if (from === to && !done) return `Nothing to do: ${place} is at migration ${to}, the newest${spread}.`;
    if (from === to) return `Distributed ${place} by organization. It is at migration ${to}, the newest.`;
    if (from === 0) return `Created ${place}, at migration ${to}${spread}.`;
    return `Updated ${place} from migration ${from} to ${to}, the newest${spread}.`;
  },
});
