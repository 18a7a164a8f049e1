import type { Store } from '../store.ts';
import type { PooledDatabase, Statement } from '../postgres/connection/database.ts';

/** Sizes of files: no table is read. */
const selectSize: Statement = {
  name: 'select_database_size',
  text: `
    SELECT pg_database_size(current_database())::float8 AS database_bytes,
      has_function_privilege('pg_ls_waldir()', 'EXECUTE') AS may_read_wal`,
};
const selectWal: Statement = {
  name: 'select_wal_size',
  text: 'SELECT coalesce(sum(size), 0)::float8 AS wal_bytes FROM pg_ls_waldir()',
};

/** What the database uses. */
export function postgresResources(database: PooledDatabase): Pick<Store, 'readResources'> {
  return {
    async readResources() {
      const connections = database.readConnections();
      const [size] = await database.query<{ database_bytes: number; may_read_wal: boolean }>(selectSize);
      if (!size) throw new Error('A query without a table returned no row.');
      const [wal] = size.may_read_wal ? await database.query<{ wal_bytes: number }>(selectWal) : [];
      return {
        engine: 'postgres',
        database_bytes: size.database_bytes,
        wal_bytes: wal?.wal_bytes ?? null,
        disk_free_bytes: null,
        connections,
        last_backup: null,
      };
    },
  };
}
