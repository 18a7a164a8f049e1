import { BusyError, type BusyCode } from '../../busy-error.ts';
import type { Store } from '../../store.ts';
import type { Database, Statement } from './database.ts';

const write: Statement = { name: 'check_write', text: 'UPDATE sealing SET check_value = check_value' };
/** Writes about 700 KB to a temporary file. */
const writeNewPages: Statement = {
  name: 'check_room',
  text: 'CREATE TEMPORARY TABLE check_room ON COMMIT DROP AS SELECT generate_series(1, 20000)',
};

export interface WriteCheck {
  /** Keeps that the disk was full. */
  note(code: BusyCode): void;
  methods(database: Database): Pick<Store, 'checkWrite'>;
}

/**
 * A write that changes nothing. On a full disk it may succeed in an existing page. So after a statement failed on a full disk,
 * a larger write, which needs new pages, must succeed too.
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
          await database.query(writeNewPages);
        } catch (error) {
          if (error instanceof BusyError) throw error;
          // The user may not create temporary tables. Then the small write decides.
        }
        full = false;
      },
    }),
  };
}
