import type { Sealing } from '../sealing.ts';

/** Returns whether the text has the form of a PostgreSQL URL. */
export function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/\S+$/.test(text);
}

/** Returns whether the text has a password in the place of a URL's password. The URL may be malformed. */
export function hasPassword(text: string): boolean {
  return /:.*@|password=/is.test(text.replace(/^\w*:\/*/, ''));
}

/** Returns the URL without user, password and query, so that messages can show it. */
export function nameOfDatabase(url: string): string {
  return url.replace(/\?.*$/s, '').replace(/^(\w+:\/\/).*@/s, '$1');
}

// The options of the store on PostgreSQL. This file needs no types of pg, so the applications that import it do not need them either.

export interface PostgresStoreOptions {
  /** Seals the signing secrets. Its key must be the one that the database was created with; see createSealing. */
  readonly sealing: Sealing;
  /**
   * `automatically` creates the tables in an empty database and migrates an older one. `never` refuses both: the database is then
   * migrated before. Default: automatically.
   */
  readonly migrate?: 'automatically' | 'never';
  /** The maximum of connections, besides those that listen for notices. Default: 16. */
  readonly connections?: number;
  /** The timeout of a statement, in seconds. Default: 10. */
  readonly timeout_seconds?: number;
  /** Called when the database closes an idle connection: it may be another one now. Default: no report. */
  readonly onDisconnect?: (() => void) | undefined;
}

/** Options of a migration. */
export type PostgresMigrateOptions = Pick<PostgresStoreOptions, 'sealing'>;
