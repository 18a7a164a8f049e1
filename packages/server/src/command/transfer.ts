import { publicKeyDigests } from '../domain/api-key.ts';
import { isSandboxFolder } from './sandbox/sandbox-sealing.ts';
import { environmentVariable } from './settings/settings.ts';
import { StartError } from './start-error.ts';
import { nameOfDatabase } from '../store/postgres/connection/database-url.ts';
import { transferToPostgres } from '../store/transfer/transfer-to-postgres.ts';
import type { Command } from './command.ts';
import { findSealing } from './settings/find-sealing.ts';

export const transfer: Command = {
  name: 'transfer',
  summary: 'copies all of a data folder into an empty PostgreSQL database',
  about: `Stop the service first. The folder is only read; either all of it arrives, or nothing does. API keys, webhook
secrets, idempotency keys and what is still to be done go on as they are; start the service on the database
with the same sealing key (docs/running.md). A sandbox's folder is refused: its API keys are public.`,
  example: '--data /var/lib/booking-service --database postgres://booking@db.internal/booking',
  flags: {},
  settings: ['data', 'database', 'sealing_key'],
  async run({ settings }) {
    const { data, database } = settings;
    if (database === undefined) {
      const named = `Name the database to copy into with --database URL, or in ${environmentVariable('database')}.`;
      throw new StartError(`--database is missing. ${named}`, { exitCode: 2 });
    }
    if (isSandboxFolder(data)) {
      throw new StartError(
        `${data} is the folder of a sandbox, whose API keys are public: it is not transferred. Make an empty database with booking-service migrate --database URL, and its organizations with booking-service org create.`,
      );
    }
    const counts = await transferToPostgres(data, {
      url: database,
      public_digests: publicKeyDigests(),
      sealing: findSealing({ ...settings, database: undefined }),
    });
    const rows = Object.entries(counts).map(([table, count]) => `  ${table.padEnd(20)}${count}`);
    return [`All of ${data} is in ${nameOfDatabase(database)} now. Rows:`, ...rows].join('\n');
  },
};
