import type { DatabaseSync } from 'node:sqlite';
import type { Store } from '../../store.ts';
import { prepareOn } from '../statement.ts';

/** A write that changes nothing. SQLite still writes the page to its log. */
export function sqliteWriteCheck(db: DatabaseSync): Pick<Store, 'checkWrite'> {
  const write = prepareOn(db).write('UPDATE sealing SET check_value = check_value');
  return {
    async checkWrite() {
      write.run();
    },
  };
}
