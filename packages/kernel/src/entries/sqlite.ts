export { readRateWindow, toUsage } from '../store/access/sqlite.ts';
export { prepareRequeueing } from '../store/deliveries/sqlite.ts';
export { prepareEvents } from '../store/events/sqlite.ts';
export { sqliteArchive, sqliteHistoryRemoval } from '../store/history/sqlite.ts';
export {
  limitLogSize,
  lockFolder,
  makePrivate,
  migrationOf,
  openSealingFile,
  readSealingFile,
  requireKey,
  requireNewest,
  requireWritable,
  type SealingSource,
  versionOf,
} from '../store/sqlite/file.ts';
export {
  databaseFile,
  migrateSqlite,
  openSqliteEngine,
  type SqliteStatements,
  type SqliteStoreOptions,
} from '../store/sqlite/open-sqlite.ts';
export { openFile } from '../store/sqlite/file.ts';
export { DatabaseSync } from '../store/sqlite/node-sqlite.ts';
export { sqliteStatements } from '../store/sqlite/sqlite-kernel.ts';
export { inSnapshot, inTransaction, prepareOn, prepareSharedOn, toPositional } from '../store/sqlite/statement.ts';
