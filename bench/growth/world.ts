import type { Store } from '@booking-service/server';
import type { Place } from './engines/place.ts';
import { bookingsEach } from './planting/add-organization.ts';
import { organizationId, tagOf, tags } from './planting/planted-ids.ts';

type Owned = Parameters<Store['findBooking']>[0];

/** A planted database with an open store. */
export interface World extends AsyncDisposable {
  readonly place: Place;
  readonly store: Store;
  readonly bookings: number;
  /** Returns the tag of the next organization. All organizations come in turn, in no order of their rows. */
  readonly nextTag: () => string;
  /** Returns a number that no other call has returned. */
  readonly nextNumber: () => number;
  /** Names a planted booking, or the session. */
  readonly bookingOf: (tag: string, number: number) => Owned;
  readonly sessionOf: (tag: string) => Owned;
  /** Returns the next time, in milliseconds. Every lease of an earlier time has ended. */
  readonly nextTime: () => number;
}

const step_ms = 120_000;
/** A prime, so that it shares no factor with the number of organizations. */
const stride = 7_919;

export async function openWorld(place: Place, bookings: number): Promise<World> {
  const store = await place.openStore();
  const saved = (table: string) =>
    place.query(`SELECT id FROM ${table} WHERE organization_id = '${organizationId(tags.done)}' ORDER BY id`);
  const bookingIds = (await saved('bookings')).map(({ id }) => String(id));
  const [session] = await saved('sessions');
  const organizations = bookings / bookingsEach;
  const begun = Math.floor(Math.random() * organizations);
  let [tag, number, time_ms] = [begun, 0, Date.now()];
  return {
    place,
    store,
    bookings,
    nextTag: () => tagOf(((tag += stride) % organizations) + 1),
    nextNumber: () => (number += 1),
    bookingOf: (of, index) => ({
      organization_id: organizationId(of),
      id: (bookingIds[index] ?? '').replace(tags.done, of),
    }),
    sessionOf: (of) => ({ organization_id: organizationId(of), id: String(session?.['id']).replace(tags.done, of) }),
    nextTime: () => (time_ms += step_ms),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}
