import type { KeyMode, OperationId, BookingPrice, Card, CreateSession } from '@booking-service/contract';
import type { EveryField } from '@booking-service/kernel/contract';
import type { Clock } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import type { SizedBooking } from '../domain/booking.ts';
import type { PaidBooking, PaymentReading } from '../domain/payment.ts';
import type { CallContext, EventRequest, Provider, ProviderEvent } from './provider.ts';

/**
 * The two sides of an integration. A live key reaches only the live side, and a test key only the test side (MOD-1). An integration
 * without a side does not exist for the keys of that mode.
 */
export interface Sides<T> {
  readonly live?: T | undefined;
  readonly test?: T | undefined;
}

/**
 * A supplier and its provider for each mode. Both have the same name.
 *
 * `test` is a provider of the supplier's own test environment, or `simulate`: searches go to the live side, and bookings are
 * simulated, so nothing is booked. Default: none, and a test key does not see the supplier (MOD-2).
 */
export interface Supplier extends Sides<Provider | 'simulate'> {
  readonly live?: Provider | undefined;
}

/** The systems that the service is connected to. */
export interface Integrations {
  /** The suppliers that take the bookings, with different names. Venue searches list their venues in this order. */
  readonly suppliers: readonly Supplier[];
  /** Collects card payments. On a side without it, requests that need it get cardservice_disabled. */
  readonly payments?: Sides<PaymentService> | undefined;
  /** Has the cards behind sessions. On a side without it, reading a card gets cardservice_disabled; sessions can still be verified. */
  readonly cards?: Sides<CardVault> | undefined;
  /** Sends the codes of sessions. On a side without it, sessions are refused with cardservice_disabled. */
  readonly codes?: Sides<CodeSender> | undefined;
  /** Checks each request of a billed operation. On a side without it, every request is allowed. */
  readonly billing?: Sides<CallCheck> | undefined;
  /** Checks, after billing, whether the organization's plan includes the operation. On a side without it, every request is allowed. */
  readonly entitlements?: Sides<CallCheck> | undefined;
}

/** Returns the name of the supplier's providers. Throws if it has none. */
export function supplierName({ live, test }: Supplier): string {
  const provider = live ?? (test === 'simulate' ? undefined : test);
  if (!provider) throw new Error('A supplier has neither a live side nor a provider on its test side.');
  return provider.name;
}

/** The parts of a request that a billing check needs. */
export interface BilledCall {
  readonly organization_id: string;
  readonly mode: KeyMode;
  readonly operationId: OperationId;
}

/**
 * The port to a check that a request must pass: billing (has the organization paid?) or entitlement (does its plan include
 * the operation?). If the check returns `refused`, the request gets billing_required. If the check rejects or exceeds
 * check_timeout_seconds of openapi/behavior/limits.yaml, the request gets billing_check_unavailable or
 * entitlement_check_unavailable.
 */
export interface CallCheck {
  check(call: BilledCall): Promise<'allowed' | 'refused'>;
}

/**
 * The port to the external service that collects card payments (CRD-1..3, CRD-7..10). A call that is repeated with the same booking
 * must have its effect only once, as with a provider: the booking's id and the call are its idempotency key. Every call but `open`
 * returns the state of the payment after it, which the service stores. A call rejects if the card service fails; it is then repeated.
 */
export interface PaymentService {
  /**
   * Sets up a payment before its booking is created.
   * Throws the Refusal cardservice_disabled, vault_unavailable or payment_setup_failed. Then no booking is created (CRD-2).
   */
  open(payment: PaymentToOpen, context: CallContext): Promise<OpenedPayment>;
  /**
   * Reads the state of the payment. Throws a PaymentMismatch if the card service has another amount, or no such payment. A part that was
   * captured by hand is a reading with its `amount`.
   */
  read(payment: PaymentCall, context: CallContext): Promise<PaymentReading>;
  /** Takes the held amount. Returns `voided` and the error_code of the booking if the card refuses it, or if nothing is held. */
  capture(payment: PaymentCall, context: CallContext): Promise<PaymentReading>;
  /** Ends the approval, or releases what is held. A captured payment does not change; then returns `captured`. */
  void(payment: PaymentCall, context: CallContext): Promise<PaymentReading>;
  /** Returns captured money until the sum of all refunds is `amount_refunded`. Does nothing if it is that already. Rejects above what was taken. */
  refund(payment: PaymentRefund, context: CallContext): Promise<PaymentReading>;
  /**
   * Authenticates a request to /payment-events, and returns the booking that it names, or `unrelated` if it is authentic and names none.
   * Makes no call. Returns undefined if it is not authentic, and throws the Refusal invalid_request if an authentic one cannot be read.
   * Default: the card service sends no events, and an approval waits for its continue (CRD-10).
   */
  readonly readEvent?: ((request: EventRequest) => Promise<ProviderEvent | 'unrelated' | undefined>) | undefined;
}

export interface PaymentToOpen {
  readonly booking_id: string;
  readonly request: SizedBooking;
  /** The total to hold. */
  readonly price: BookingPrice;
  /** The approval ends at this time, in ISO 8601. */
  readonly expires_at: string;
}

export interface OpenedPayment {
  /** The page at which the person approves the payment. */
  readonly url: string;
  /** The card service's own reference, of 1 to 255 visible ASCII characters. Every later call gets it. */
  readonly reference: string;
}

/** The payment of a booking, which has its amount, currency and reference. */
export interface PaymentCall {
  readonly booking: PaidBooking;
}

export interface PaymentRefund extends PaymentCall {
  /** The sum of all refunds after the call, in the minor unit of the currency. */
  readonly amount_refunded: number;
}

/** The port to the external service that has people's cards (SES-3). Its calls change nothing. */
export interface CardVault {
  /**
   * Returns the vault's own reference to the card of the person who owns the destination, of 1 to 255 visible ASCII characters;
   * undefined if it has no card of theirs. The person has proved in this session that they own the destination.
   */
  findCard(person: VerifiedPerson, context: CallContext): Promise<string | undefined>;
  /** Reads the card. Throws the Refusal reconnect_required if the vault no longer has it. */
  readCard(card_reference: string, context: CallContext): Promise<VaultCard>;
}

/** A way to send a code. */
export type Channel = CreateSession['channel'];

export const channels: readonly Channel[] = ['email', 'sms'];

export interface VerifiedPerson {
  readonly session_id: string;
  readonly channel: Channel;
  readonly destination: string;
}

/** A card without its full number. */
export type VaultCard = Omit<Card, 'object' | 'session_id'>;

/**
 * The port to the system that sends the codes of sessions (SES-2). The service makes and checks the codes. Neither a log nor an error
 * of a sender may contain the code.
 */
export interface CodeSender {
  /** The channels that it sends by. A session for another channel gets cardservice_disabled. Default: all. */
  readonly channels?: readonly Channel[] | undefined;
  /**
   * Sends the code. Returns `refused` if no message can ever reach this destination: the request then gets invalid_request. Rejects if
   * the message cannot be sent now. A call that is repeated with the same session must send one message.
   */
  send(message: CodeMessage, context: CallContext): Promise<'sent' | 'refused'>;
}

export interface CodeMessage {
  readonly session_id: string;
  readonly channel: Channel;
  /** An email address, or a phone number in E.164. */
  readonly destination: string;
  /** Six digits. */
  readonly code: string;
  /** The name of the organization, for the text of the message. */
  readonly sender_name: string;
  /** The code is worthless after this time, in ISO 8601. */
  readonly expires_at: string;
}

/** The default export of the module of `booking-service serve --providers FILE`: the integrations, or a function that creates them. */
export type IntegrationsModule =
  | Integrations
  | ((given: { readonly clock: Clock; readonly log: Logger }) => Integrations | Promise<Integrations>);

/**
 * The test side `simulate`: searches go to the live provider, because the operator chose it, and everything else is simulated.
 * Nothing about a booking or its guest is sent. Every booking is confirmed, and its slot stays on offer.
 */
export function simulateBookings(live: Provider): Provider {
  const asLive = (context: CallContext): CallContext => ({ ...context, livemode: true });
  const {
    checkHold: _hold,
    readBooking: _reading,
    readEvent: _event,
    ...provider
  } = {
    name: live.name,
    simulated: live.simulated,
    handlesVenue: (venue_id) => live.handlesVenue(venue_id),
    searchVenues: (search, context) => live.searchVenues(search, asLive(context)),
    searchAvailability: (search, context) => live.searchAvailability(search, asLive(context)),
    checkRequest: async () => ({ at_once: false }),
    book: async ({ booking }) => ({ outcome: 'confirmed', confirmation_code: codeOf(booking.id) }),
    modify: async () => ({ outcome: 'modified' }),
    release: async () => undefined,
    // The live provider has none of these bookings, so these calls are absent. A new member of the
    // port does not compile until it stands here.
    checkHold: undefined,
    readBooking: undefined,
    read_after_seconds: undefined,
    readEvent: undefined,
  } satisfies EveryField<Provider>;
  return provider;
}

/** A repeated reference gets the same code. */
function codeOf(booking_id: string): string {
  return `TEST-${booking_id.slice(-8).toUpperCase()}`;
}
