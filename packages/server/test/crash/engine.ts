import { openSqliteStore, type Store } from '../../src/index.ts';
import { testSealing } from '../../src/testing.ts';

/** What bookings are kept in, and where. */
export interface Engine {
  readonly name: 'sqlite';
  readonly place: string;
}

export function openStore({ place }: Engine): Store {
  return openSqliteStore(place, { sealing: testSealing });
}
