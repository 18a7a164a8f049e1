import type { Booking, BookingPrice, Slot } from '@booking-service/contract';
import type { Refusal } from '../../domain/refusal.ts';
import type { CallContext, Modification, Outcome, Provider, Release } from '../../providers/provider.ts';
import type { Clock } from '@booking-service/kernel/time';
import type { Relay } from '../checks/relay.ts';
import type { SizedBooking } from '../../domain/party.ts';

export interface ProviderCheckOptions {
  readonly provider: Provider;
  readonly clock: Clock;
  /** Reaches the same provider through a relay. Default: none, and the scenarios that need it are skipped. */
  readonly relayed?: { readonly provider: Provider; readonly relay: Relay } | undefined;
  /** The address and the secret of a provider over HTTP. Default: none, and the scenarios of its requests are skipped. */
  readonly http?: { readonly url: string; readonly secret: string } | undefined;
  /** True if the provider is the live side of its supplier. Default: false. */
  readonly livemode?: boolean;
  /** The live side, of which only the availability is read. Default: none, and the scenario that needs it is skipped. */
  readonly live?: Provider | undefined;
  /** Waits. Default: by the clock. */
  readonly pause?: (seconds: number) => Promise<void>;
}

export type Confirmed = Extract<Outcome, { outcome: 'confirmed' }>;

/** A provider, and on whose behalf the scenarios call it. */
export interface PortCaller {
  readonly provider: Provider;
  readonly context: CallContext;
}

/** State that the scenarios share. */
export interface ProviderCheck extends Omit<ProviderCheckOptions, 'live'>, PortCaller {
  readonly live: PortCaller | undefined;
  /** The slots that the check found, of one venue and for two people. Each booking takes another one. */
  readonly slots: Slot[];
  /** The confirmed booking of the scenarios. */
  confirmed?: { readonly booking: Booking; readonly outcome: Confirmed };
  /** The modification of that booking. */
  modified?: Pick<Modification, 'booking' | 'changes'>;
  /** The highest price of that booking. */
  total?: BookingPrice | undefined;
  /** The result of its release. */
  released?: Release;
  /** Returns a booking of the next slot, which is released at the end. Skips the scenario if no slot is left. */
  readonly newBooking: () => Booking;
  /** Takes the first step once. */
  readonly book: (booking: Booking, options?: { attempt?: number; through?: Provider }) => Promise<Outcome>;
  /** Takes the first step until the provider decides. Throws a Broken unless it confirms. */
  readonly confirm: (booking: Booking, through?: Provider) => Promise<Confirmed>;
  /** Returns the refusal that the call throws, or undefined if it resolves. */
  readonly refusalOf: (call: Promise<unknown>) => Promise<Refusal | undefined>;
}

/** Returns what was seen. Throws a Broken if the provider does not behave, and a Unchecked if it cannot be checked. */
export type Scenario = (check: ProviderCheck) => Promise<string>;

const guest = {
  first_name: 'Provider',
  last_name: 'Check',
  email: 'provider-check@example.com',
  phone: '+351210000000',
} as const;

/** Returns the request of a booking of this slot for two people. */
export function requestFor({ venue_id, id }: Slot): SizedBooking {
  return { venue_id, slot_id: id, party_size: 2, guest };
}
