import { openPostgresStore, openSqliteStore, type Store } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';

/** The engine and its location: a folder, or the URL of a database. */
export interface Engine {
  readonly name: 'sqlite' | 'postgres';
  readonly place: string;
}

export async function openStore({ name, place }: Engine): Promise<Store> {
  const options = { sealing: testSealing };
  return name === 'sqlite' ? openSqliteStore(place, options) : openPostgresStore(place, options);
}
