import { BusyError, type BusyCode } from '../../busy-error.ts';
import type { Store } from '../../store.ts';
import type { Database, Statement } from './database.ts';

const write: Statement = { name: 'check_write', text: 'UPDATE sealing SET check_value = check_value' };
/** Some 700 KB, in a file of its own that is gone with the statement. */
const takeRoom: Statement = {
  name: 'check_room',
  text: 'CREATE TEMPORARY TABLE check_room ON COMMIT DROP AS SELECT generate_series(1, 20000)',
};

export interface WriteCheck {
  /** Remembers that the disk was full. */
  note(code: BusyCode): void;
  methods(database: Database): Pick<Store, 'checkWrite'>;
}

/**
 * A write that changes nothing. On a full disk it may find room in a page that is there, so once a statement found the disk
 * full a larger one, which needs new pages, has to pass too.
 */
export function createWriteCheck(): WriteCheck {
  let full = false;
  return {
    note(code) {
      if (code === 'database_full') full = true;
    },
    methods: (database) => ({
      async checkWrite() {
        await database.query(write);
        if (!full) return;
        try {
          await database.query(takeRoom);
        } catch (error) {
          if (error instanceof BusyError) throw error;
          // The database's user may make no temporary tables: the small write has to do.
        }
        full = false;
      },
    }),
  };
}
