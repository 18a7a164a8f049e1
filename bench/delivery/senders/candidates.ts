import { open as openGraphileWorker } from './graphile-worker.ts';
import { openOnPostgres, openOnSqlite } from './ours.ts';
import { open as openPgBoss } from './pg-boss.ts';
import type { OpenSender } from './sender.ts';
import { open as openSvixServer, program as svixServer } from './svix-server.ts';

/** The candidates, in the order of the reports. */
export const openers = {
  'ours, sqlite': openOnSqlite,
  'ours, postgres': openOnPostgres,
  'graphile-worker': openGraphileWorker,
  'pg-boss': openPgBoss,
  'svix-server': openSvixServer,
} satisfies Record<string, OpenSender>;

export type CandidateName = keyof typeof openers;

/** The candidates of this run. */
export const candidateNames: readonly CandidateName[] =
  // The keys of the table.
  (Object.keys(openers) as CandidateName[]).filter((name) => name !== 'svix-server' || svixServer !== undefined);

const task = 'a task signs with Service-Signature, posts with undici and stores the attempt';
const descriptions: Readonly<Record<CandidateName, string>> = {
  'ours, sqlite': 'signs with Service-Signature; the queue is in SQLite',
  'ours, postgres': 'signs with Service-Signature; the queue is in PostgreSQL',
  'graphile-worker': `${task}; the queue is in PostgreSQL`,
  'pg-boss': `${task}; the queue is in PostgreSQL`,
  'svix-server':
    svixServer === undefined
      ? 'skipped, because SVIX_SERVER names no program'
      : 'signs with Svix-Signature; messages and attempts are in PostgreSQL, the queue is in Redis, which counts as database. ' +
        'Its API takes the backlog in another process, which does not count; the start of the process that sends it does',
};

/** Returns a line for each candidate: its work, or the reason why it is skipped. */
export function describeCandidates(): string {
  return Object.entries(descriptions)
    .map(([name, description]) => `  ${name}: ${description}.`)
    .join('\n');
}
