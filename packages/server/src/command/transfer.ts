import { publicKeyDigests } from '../domain/ids.ts';
import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { environmentVariable } from './settings/settings.ts';
import { StartError } from './start-error.ts';
import { nameOfDatabase } from '../store/postgres/connection/database-url.ts';
import { defineCommand, type CreateCommand } from './define-command.ts';
import { findSealing } from './settings/find-sealing.ts';

export const transfer: CreateCommand = defineCommand({
  name: 'transfer',
  summary: 'Copies a data folder into an empty PostgreSQL database',
  details: `First stop the service. The command only reads the folder, and copies all of it or nothing. API keys, webhook secrets, idempotency keys and unfinished work stay the same. Afterwards start the service on the database with the same sealing key (docs/running.md). The folder of a sandbox is refused, because its API keys are public.`,
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
