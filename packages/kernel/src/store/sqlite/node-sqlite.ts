import { createRequire } from 'node:module';
import type * as sqlite from 'node:sqlite';

/** SQLite of Node.js. An import of `node:sqlite` would print in Node 22 that it is experimental, at each start. Other warnings are printed. */
export const DatabaseSync: typeof sqlite.DatabaseSync = loadQuietly().DatabaseSync;
export type DatabaseSync = sqlite.DatabaseSync;

function loadQuietly(): typeof sqlite {
  const emitWarning = Reflect.get(process, 'emitWarning');
  process.emitWarning = (...args: readonly unknown[]) => {
    if (!String(args[0]).startsWith('SQLite is an experimental feature')) Reflect.apply(emitWarning, process, args);
  };
  try {
    return createRequire(import.meta.url)('node:sqlite') as typeof sqlite;
  } finally {
    process.emitWarning = emitWarning;
  }
}
