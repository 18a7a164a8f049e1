import { sandbox, type CallErrorCode } from '@booking-service/contract';

/** The contract's values for a venue of the sandbox that decide the outcome of a booking. */
export interface VenueScript {
  readonly id: string;
  readonly ends: 'confirmed' | 'failed';
  readonly error_code?: string;
  readonly at_once?: boolean;
  readonly asks?: 'enter_code' | 'answer_questions';
  readonly offers_slots?: boolean;
  readonly payment_refusal?: CallErrorCode;
  readonly payment_error?: string;
  readonly modification?: 'unsupported' | 'refused';
  readonly provider_seconds?: number;
  readonly holds_seconds?: number;
  readonly fault?: string;
}

/** The code with which the venue refuses modifications; undefined if it accepts them. */
export function modifyRefusal({ modification }: VenueScript): CallErrorCode | undefined {
  if (modification === 'unsupported') return 'modify_unsupported';
  return modification === 'refused' ? 'modification_refused' : undefined;
}

/**
 * The minimum time until the provider responds. A payment that fails before the capture, which declines the card, needs no provider. A
 * failed call is retried after two seconds.
 */
export function providerMs(
  { at_once, payment_error, provider_seconds = sandbox.provider_seconds, fault }: VenueScript,
  payment: boolean,
): number {
  if (at_once || (payment && payment_error && payment_error !== 'card_declined')) return 0;
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
  'refund_percent',
  'cancellation',
  'tickets',
  'payment_refusal',
  'payment_error',
  'modification',
  'provider_seconds',
  'holds_seconds',
  'fault',
]);

/**
 * The venues that the model supports completely. An unreachable venue makes no booking, and another test covers late webhooks.
 */
export const venueScripts: readonly VenueScript[] = all.filter(
  (venue) => Object.keys(venue).every((key) => understood.has(key)) && !leftOut.has(venue.fault ?? ''),
);
