import type { Store } from '../store.ts';
import type { Database, Statement } from './database.ts';

const write: Statement = { name: 'check_write', text: 'UPDATE sealing SET check_value = check_value' };

/** A write that changes nothing. */
export function postgresWriteCheck(database: Database): Pick<Store, 'checkWrite'> {
  return {
    async checkWrite() {
      await database.query(write);
    },
  };
}
