import { sandbox } from '@booking-service/contract';

type Venue = (typeof sandbox.venues)[number];

/** The venues of the sandbox, by their ids without the prefix `ven_`. */
export type Venues = {
  readonly [V in Venue as V['id'] extends `${typeof sandbox.venue_id_prefix}${infer Name}` ? Name : never]: V;
};

/** The venues of the sandbox. Each has its own outcome: `venues.harbour_table` confirms, `venues.broken_bell` fails. */
// The keys are those of the type: the ids without their prefix.
export const venues: Venues = Object.fromEntries(
  sandbox.venues.map((venue) => [venue.id.slice(sandbox.venue_id_prefix.length), venue]),
) as unknown as Venues;
