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

/** A request whose number of people is stated. */
export interface Sized {
  /** The sum of the quantities, if the request has a party. */
  readonly party_size: number;
}

export type SizedSearch = AvailabilitySearch & Sized;
export type SizedBooking = CreateBooking & Sized;

interface PartyFields {
  readonly party?: Party;
  readonly party_size?: number;
}

/** Adds the number of people to a request with a party (BKG-16). Refuses a request that has both fields, or neither. */
export function withPartySize<Request extends PartyFields>(request: Request): Request & Sized {
  const { party, party_size } = request;
  if (party !== undefined && party_size !== undefined) throw invalid('/party', 'must not be sent with party_size');
  if (party === undefined && party_size === undefined)
    throw invalid('/party_size', "must have required property 'party_size' or 'party'");
  return { ...request, party_size: party_size ?? sizeOf(party ?? []) };
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
  if (size > maxPartySize) throw invalid('/party', `must have at most ${maxPartySize} people`);
  return size;
}

function invalid(path: string, message: string): Refusal {
  return new Refusal('invalid_request', { details: [{ in: 'body', path, message }] });
}
