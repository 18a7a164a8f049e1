import { open as openGraphileWorker } from './graphile-worker.ts';
import { openOnPostgres, openOnSqlite } from './ours.ts';
import { open as openPgBoss } from './pg-boss.ts';
import type { OpenSender } from './sender.ts';

/** The candidates, in the order of the reports. */
export const openers = {
  'ours, sqlite': openOnSqlite,
  'ours, postgres': openOnPostgres,
  'graphile-worker': openGraphileWorker,
  'pg-boss': openPgBoss,
} satisfies Record<string, OpenSender>;

export type CandidateName = keyof typeof openers;

// The keys of the table.
export const candidateNames = Object.keys(openers) as CandidateName[];
