import type { Clock } from '@booking-service/kernel/time';
import type { PaidBooking } from '../../domain/payment.ts';
import type { CardVault, PaymentService } from '../../providers/integrations.ts';
import type { CallContext } from '../../providers/provider.ts';
import type { Relay } from '../checks/relay.ts';

/** The address and the secret of a card service over HTTP. */
export interface HttpSide {
  readonly url: string;
  readonly secret: string;
}

export interface CardCheckOptions {
  /** Default: none, and the scenarios of payments are left out. */
  readonly payments?: PaymentService | undefined;
  /** Default: none, and the scenarios of cards are left out. */
  readonly cards?: CardVault | undefined;
  readonly clock: Clock;
  /** True if `payments` is the live side. Default: false. */
  readonly livemode?: boolean;
  /** Default: `payments` has no address, and the scenarios of its requests are skipped. */
  readonly http?: HttpSide | undefined;
  /** The same of `cards`. */
  readonly cardsHttp?: HttpSide | undefined;
  /** Reaches the same payment service through a relay. Default: none, and the scenarios that need it are skipped. */
  readonly relayed?: { readonly payments: PaymentService; readonly relay: Relay } | undefined;
  /** Shows a text to the person who approves a payment. Default: no person does, and the payment must be simulated. */
  readonly show?: ((text: string) => void) | undefined;
  /** Waits. Default: by the clock. */
  readonly pause?: (seconds: number) => Promise<void>;
}

/** State that the scenarios of payments share. */
export interface PaymentCheck extends Pick<CardCheckOptions, 'http' | 'relayed'> {
  readonly payments: PaymentService;
  readonly context: CallContext;
  readonly clock: Clock;
  /** Opens the payment of a new booking, which is ended after the check. */
  readonly open: (through?: PaymentService) => Promise<PaidBooking>;
  /** Opens a payment with these arguments. */
  readonly openFor: (booking_id: string, through?: PaymentService) => Promise<PaidBooking>;
  /** Simulates the decision of a person. Throws Unchecked if the card service does not. */
  readonly simulate: (booking: PaidBooking, decision: 'approved' | 'declined') => Promise<void>;
  /** Has a payment approved, by simulation or by a person. Throws Unchecked without either. */
  readonly approve: (booking: PaidBooking) => Promise<string>;
  /** The approved payment of the scenarios. */
  approved?: PaidBooking;
}

/** State that the scenarios of cards share. */
export interface VaultCheck {
  readonly cards: CardVault;
  readonly context: CallContext;
  readonly clock: Clock;
  readonly http: HttpSide | undefined;
}

/** Returns what was seen. Throws a Broken if the other side does not behave, and an Unchecked if it cannot be checked. */
export type Scenarios<Check> = Readonly<Record<string, (check: Check) => Promise<string>>>;
