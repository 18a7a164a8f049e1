import type {
  AvailabilitySearch,
  Booking,
  CreateBooking,
  ModifyBooking,
  Party,
  PartyUnit,
} from '@booking-service/contract';
import { Refusal } from './refusal.ts';

/** The contract's maximum of PartySize. A test compares it with the contract. */
export const maxPartySize = 50;

interface PartyFields {
  readonly party?: Party;
  readonly party_size?: number;
}

/** A request whose number of people is stated: the sum of the quantities, if it has a party. */
export type Sized<Request> = Omit<Request, keyof PartyFields> & PartyFields & { readonly party_size: number };

export type SizedSearch = Sized<AvailabilitySearch>;
export type SizedBooking = Sized<CreateBooking>;

/** Adds the number of people to a request with a party (BKG-16). The contract requires one of the two fields. */
export function withPartySize<Request extends PartyFields>(request: Request): Sized<Request> {
  const { party = [], party_size = sizeOf(party) } = request;
  return { ...request, party_size };
}

/** Returns the booking with these changes. A party_size alone replaces the party (BKG-16). */
export function changedBooking<B extends Pick<Booking, 'party'>>(booking: B, changes: ModifyBooking): B {
  const { party: _party, ...rest } = booking;
  // Only the optional field may be missing.
  const unchanged = changes.party_size === undefined ? booking : (rest as B);
  return { ...unchanged, ...changes };
}

/** Returns the number of people in a party. Refuses a party that is too large for a booking. */
function sizeOf(party: readonly PartyUnit[]): number {
  const size = party.reduce((sum, { quantity }) => sum + quantity, 0);
  if (size <= maxPartySize) return size;
  const message = `must have at most ${maxPartySize} people`;
  throw new Refusal('invalid_request', { details: [{ in: 'body', path: '/party', message }] });
}
