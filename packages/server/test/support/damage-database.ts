import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Overwrites pages of a database that is open elsewhere, as a failing disk would: the root page of this table, or every page
 * after the first. What is in the log is moved into the file before that, so that no connection goes on with its own copy.
 */
export function damageDatabase(file: string, table?: string): void {
  const page_bytes = 4096;
  using db = new DatabaseSync(file);
  const root = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table ?? '')?.['rootpage'];
  db.exec('UPDATE sealing SET check_value = check_value; PRAGMA wal_checkpoint(TRUNCATE)');
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  const [from, to] = root === undefined ? [1, pages] : [Number(root) - 1, Number(root)];
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, Buffer.alloc((to - from) * page_bytes, 0xff), 0, (to - from) * page_bytes, from * page_bytes);
  closeSync(descriptor);
}
