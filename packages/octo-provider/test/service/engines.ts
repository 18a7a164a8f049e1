/** The engines of the store, for tests and for the processes that they start. */
import { openPostgresStore, openSqliteStore, type Store } from '@booking-service/server';
import { testSealing } from '@booking-service/server/testing';

/** A folder, or the URL of a database. */
export interface Place {
  readonly engine: 'sqlite' | 'postgres';
  readonly location: string;
}

export async function openStore({ engine, location }: Place): Promise<Store> {
  const options = { sealing: testSealing };
  return engine === 'sqlite' ? openSqliteStore(location, options) : openPostgresStore(location, options);
}
