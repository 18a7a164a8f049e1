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
  readonly modification?: 'unsupported' | 'refused';
  readonly provider_seconds?: number;
  readonly holds_seconds?: number;
  readonly fault?: string;
}

/** Why a confirmed booking at the venue cannot be modified, or undefined where it can. */
export function modifyRefusal({ modification }: VenueScript): CallErrorCode | undefined {
  if (modification === 'unsupported') return 'modify_unsupported';
  return modification === 'refused' ? 'modification_refused' : undefined;
}

/**
 * How long the provider needs at least until it has an answer. A payment that fails needs no provider; a call that fails
 * is made again after two seconds.
 */
export function providerMs(
  { at_once, payment_error, provider_seconds = sandbox.provider_seconds, fault }: VenueScript,
  payment: boolean,
): number {
  if (at_once || (payment && payment_error)) return 0;
  return failing.has(fault ?? '') ? 2_000 : provider_seconds * 1000;
}

const leftOut = new Set(['unreachable', 'webhook_late']);
const failing = new Set(['timeout', 'answer_lost']);
const all: readonly VenueScript[] = sandbox.venues;
const understood: ReadonlySet<string> = new Set([
  'id',
  'name',
  'city',
  'country',
  'meaning',
  'needs_last_name',
  'availability_error',
  'ends',
  'error_code',
  'at_once',
  'asks',
  'offers_slots',
  'payment_refusal',
  'payment_error',
  'modification',
  'provider_seconds',
  'holds_seconds',
  'fault',
]);

/**
 * The venues whose script holds nothing that the model does not know. One that cannot be reached makes no booking, and
 * late webhooks are for another test.
 */
export const venueScripts: readonly VenueScript[] = all.filter(
  (venue) => Object.keys(venue).every((key) => understood.has(key)) && !leftOut.has(venue.fault ?? ''),
);
