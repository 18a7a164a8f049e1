import { closeSync, openSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Overwrites pages of a database that is open elsewhere, like a failing disk: the root page of the table, or every page after
 * the first. The log is checkpointed before, so that no connection reads an older page from it.
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
