/** Bodies of valid requests, and the stored row of a booking. */
import { createRequire } from 'node:module';
import { type OperationId, operationTable } from '@booking-service/contract';
import type { KeptBooking, Store } from '../../src/store/store.ts';
import type { SizedBooking } from '../../src/domain/booking.ts';

/** Returns the stored row of a booking. Throws if it does not exist. */
export async function toKept(store: Store, booking: { organization_id: string; id: string }): Promise<KeptBooking> {
  const kept = await store.findKeptBooking(booking);
  if (!kept) throw new Error(`No booking has the id ${booking.id}.`);
  return kept;
}

// Builders for the requests of tests. Each call returns a new object, which a test may change.

type NewGuest = SizedBooking['guest'];

export interface NewBookingOptions extends Partial<SizedBooking> {
  /** The venue's id without `ven_`, by default `harbour_table`, which confirms a booking after two seconds. */
  readonly venue?: string;
  /** The day of the slot at 19:00, by default 2026-11-21: the day on which a test world starts. */
  readonly date?: string;
}

/** Returns the body of a valid `createBooking` request, with the given fields replaced. */
export function newBooking({
  venue = 'harbour_table',
  date = '2026-11-21',
  ...fields
}: NewBookingOptions = {}): SizedBooking {
  return {
    venue_id: `ven_${venue}`,
    slot_id: `slt_${venue}_${date.replaceAll('-', '')}T1900`,
    party_size: 2,
    guest: newGuest(),
    ...fields,
  };
}

export function newGuest(fields: Partial<NewGuest> = {}): NewGuest {
  return { first_name: 'Ada', email: 'ada@diner.test', ...fields };
}

interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly examples: Readonly<Record<string, Example>> } };
  };
}

interface Example {
  readonly value: object;
}

// The contract's lint requires an example for each body.
const { paths } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

/** Returns the first example of the operation's body. Undefined if the operation has no body. */
export function exampleBody(operationId: OperationId): object | undefined {
  const { path, method } = operationTable[operationId];
  const { requestBody } = paths[path]?.[method] ?? {};
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value;
}
