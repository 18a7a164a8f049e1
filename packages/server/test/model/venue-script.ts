import { sandbox, type CallErrorCode } from '@booking-service/contract';

/** What the contract scripts for a venue of the sandbox, as far as it decides what becomes of a booking. */
export interface VenueScript {
  readonly id: string;
  readonly ends: 'confirmed' | 'failed';
  readonly error_code?: string;
  readonly at_once?: boolean;
  readonly asks?: 'enter_code';
  readonly offers_slots?: boolean;
  readonly payment_refusal?: CallErrorCode;
  readonly payment_error?: string;
}

/**
 * Whether the service modifies bookings; the one place where the model is told. Without, every modification of a
 * confirmed booking is refused with modify_unsupported.
 */
export const modifies: boolean = false;

/** Why a confirmed booking at the venue cannot be modified, or undefined where it can. */
export function modifyRefusal({ id }: VenueScript): CallErrorCode | undefined {
  if (!modifies || id === 'ven_fixed_menu') return 'modify_unsupported';
  return id === 'ven_firm_hand' ? 'modification_refused' : undefined;
}

/** How long the provider needs at least until it has an answer. A payment that fails needs no provider. */
export function providerMs({ at_once, payment_error }: VenueScript, payment: boolean): number {
  return at_once || (payment && payment_error) ? 0 : sandbox.provider_seconds * 1000;
}

const all: readonly VenueScript[] = sandbox.venues;
const understood: ReadonlySet<string> = new Set([
  'id',
  'name',
  'city',
  'country',
  'meaning',
  'needs_last_name',
  'availability_error',
  'modify_refusal',
  'ends',
  'error_code',
  'at_once',
  'asks',
  'offers_slots',
  'payment_refusal',
  'payment_error',
]);

/** The venues whose script holds nothing that the model does not know. */
export const venueScripts: readonly VenueScript[] = all.filter((venue) =>
  Object.keys(venue).every((key) => understood.has(key)),
);
