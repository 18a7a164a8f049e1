import type { Clock } from '@booking-service/kernel/time';
import { demand, Unchecked } from '@booking-service/conformance/verdict';
import type { BookingPrice } from '@booking-service/contract';
import { randomId } from '@booking-service/kernel/contract';
import type { PaidBooking, PaymentReading } from '../../domain/payment.ts';
import type { CardVault, PaymentService } from '../../providers/integrations.ts';
import type { CallContext } from '../../providers/provider.ts';
import { postSigned, type Probe, refused, type Relay, requestScenarios } from './request-scenarios.ts';
import { paymentOf } from '../../providers/http/card-service.ts';
import { Refusal } from '../../domain/contract.ts';

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
interface VaultCheck {
  readonly cards: CardVault;
  readonly context: CallContext;
  readonly clock: Clock;
  readonly http: HttpSide | undefined;
}

/** Returns what was seen. Throws a Broken if the other side does not behave, and an Unchecked if it cannot be checked. */
type Scenarios<Check> = Readonly<Record<string, (check: Check) => Promise<string>>>;

// The scenarios of the payments of a card service.

/** The price of every booking of the check. */
export const price: BookingPrice = { amount: 200, currency: 'EUR' };
const part = 50;
const more = 120;

/** From the open to the full refund of one payment. */
const lifeScenarios: Scenarios<PaymentCheck> = {
  open: async (check) => {
    const booking = await check.open();
    const reading = await check.payments.read({ booking }, check.context);
    demand(reading.status === 'requires_approval', `a new payment is ${reading.status}`);
    demand(/^https?:\/\//.test(reading.url), 'the page of a payment has no http or https address');
    return `${booking.payment.reference}, to approve at ${new URL(reading.url).origin}`;
  },
  'repeated open': async (check) => {
    const booking = await check.open();
    const again = await check.openFor(booking.id);
    demandSame([booking, again]);
    return 'the same payment';
  },
  'opens at once': async (check) => {
    const id = randomId('bkg');
    demandSame(await Promise.all(Array.from({ length: 5 }, () => check.openFor(id))));
    return 'one payment';
  },
  'capture without approval': async (check) => {
    const booking = await check.open();
    const { status } = await check.payments.capture({ booking }, check.context).catch(() => ({ status: 'refused' }));
    demand(status !== 'captured', 'it captures a payment without an approval');
    return status;
  },
  approval: async (check) => {
    const booking = await check.open();
    const how = await check.approve(booking);
    const reading = await check.payments.read({ booking }, check.context);
    demand(reading.status === 'authorized', `an approved payment is ${reading.status}`);
    check.approved = booking;
    return how;
  },
  'capture of another amount': async (check) => {
    const booking = approvedOf(check);
    const status = await sendCapture(check, { ...paymentOf(booking), amount: price.amount + 1 });
    return refused(status, ', to a capture of another amount');
  },
  capture: async (check) => {
    const booking = approvedOf(check);
    demandCaptured(await check.payments.capture({ booking }, check.context), 0);
    demandCaptured(await check.payments.read({ booking }, check.context), 0);
    return `${price.amount} ${price.currency}`;
  },
  'repeated capture': async (check) => {
    const booking = approvedOf(check);
    demandCaptured(await check.payments.capture({ booking }, check.context), 0);
    return 'one capture';
  },
  'void after capture': async (check) => {
    const booking = approvedOf(check);
    demandCaptured(await check.payments.void({ booking }, check.context), 0);
    demandCaptured(await check.payments.read({ booking }, check.context), 0);
    return 'still captured';
  },
  'partial refund': (check) => refundTo(check, part),
  'repeated refund': (check) => refundTo(check, part),
  'refund of more': (check) => refundTo(check, more),
  'refund of less': async (check) => {
    const booking = approvedOf(check);
    demandCaptured(await check.payments.refund({ booking, amount_refunded: part }, check.context), more);
    return `still ${more} ${price.currency}`;
  },
  'full refund': (check) => refundTo(check, price.amount),
  'refund above the amount': async (check) => {
    const booking = approvedOf(check);
    const amount_refunded = price.amount + 1;
    const isRefused = await check.payments.refund({ booking, amount_refunded }, check.context).then(
      () => false,
      () => true,
    );
    demand(isRefused, 'it accepts a refund above the amount');
    demandCaptured(await check.payments.read({ booking }, check.context), price.amount);
    return 'refused';
  },
};

/** The other ends of a payment. */
const endScenarios: Scenarios<PaymentCheck> = {
  void: async (check) => {
    const booking = await check.open();
    demandVoided(await check.payments.void({ booking }, check.context));
    demandVoided(await check.payments.void({ booking }, check.context));
    demandVoided(await check.payments.read({ booking }, check.context));
    return 'voided';
  },
  'approval after void': async (check) => {
    const booking = await check.open();
    await check.payments.void({ booking }, check.context);
    await check.simulate(booking, 'approved');
    demandVoided(await check.payments.read({ booking }, check.context), 'a payment that was approved after its void');
    return 'voided';
  },
  'void of an approved payment': async (check) => {
    const booking = await check.open();
    await check.simulate(booking, 'approved');
    demandVoided(await check.payments.void({ booking }, check.context));
    demandVoided(
      await check.payments.capture({ booking }, check.context),
      'a payment that was captured after its void',
    );
    return 'voided, and no capture afterwards';
  },
  declined: async (check) => {
    const booking = await check.open();
    await check.simulate(booking, 'declined');
    const reading = await check.payments.read({ booking }, check.context);
    demandVoided(reading, 'a declined payment');
    demand(reading.error_code === 'payment_declined', `a declined payment has the code ${reading.error_code}`);
    return reading.error_code;
  },
  'captures at once': async (check) => {
    const booking = await check.open();
    await check.simulate(booking, 'approved');
    const capture = () => check.payments.capture({ booking }, check.context);
    for (const reading of await Promise.all(Array.from({ length: 5 }, capture))) demandCaptured(reading, 0);
    demandCaptured(await check.payments.read({ booking }, check.context), 0);
    const refund = () => check.payments.refund({ booking, amount_refunded: part }, check.context);
    for (const reading of await Promise.all(Array.from({ length: 5 }, refund))) demandCaptured(reading, part);
    return 'one capture and one refund';
  },
  'unknown payment': async (check) => {
    const payment = { ...paymentOf(await check.open()), payment_reference: 'no-payment-of-this-check' };
    const body = { operation: 'readPayment', ...check.context, payment };
    const status = await postSigned({ ...httpOf(check), clock: check.clock }, '/payments/read', body);
    demand(status === 404, `it responds with ${status}, not 404`);
    return 'refused with 404';
  },
};

/** The scenarios in which a response is lost or replaced on its way. */
const relayScenarios: Scenarios<PaymentCheck> = {
  'lost open': async (check) => {
    const { payments, relay } = relayOf(check);
    const id = randomId('bkg');
    relay.next = 'lose';
    await demandFailure(check.openFor(id, payments));
    demandSame([await check.openFor(id, payments), await check.openFor(id)]);
    return 'repeated, one payment';
  },
  'lost capture': async (check) => {
    const { payments, relay } = relayOf(check);
    const booking = await check.open();
    await check.simulate(booking, 'approved');
    relay.next = 'lose';
    await demandFailure(payments.capture({ booking }, check.context));
    demandCaptured(await payments.capture({ booking }, check.context), 0);
    relay.next = 'replace';
    await demandFailure(payments.refund({ booking, amount_refunded: part }, check.context));
    demandCaptured(await payments.refund({ booking, amount_refunded: part }, check.context), part);
    return 'repeated, one capture and one refund';
  },
};

/** All scenarios, in the order in which they run. */
export const paymentScenarios: Scenarios<PaymentCheck> = {
  ...lifeScenarios,
  ...endScenarios,
  ...relayScenarios,
  ...requestScenarios<PaymentCheck>(probeOf),
};

/** The probe reads a payment. */
async function probeOf(check: PaymentCheck): Promise<Probe> {
  const http = httpOf(check);
  const payment = paymentOf(await check.open());
  const { livemode, organization_id } = check.context;
  const body = { operation: 'readPayment', livemode, organization_id, payment };
  const changed = { ...body, organization_id: `${organization_id}_2` };
  const paths = { path: '/payments/read', otherPath: '/payments/void' };
  return { ...http, ...paths, body, changed, livemode, clock: check.clock };
}

async function sendCapture(check: PaymentCheck, payment: ReturnType<typeof paymentOf>): Promise<number> {
  const side = { ...httpOf(check), clock: check.clock };
  const reference = `${payment.booking_id}/capture`;
  const body = { operation: 'capturePayment', ...check.context, reference, payment };
  return postSigned(side, '/payments/capture', body);
}

async function refundTo(check: PaymentCheck, amount_refunded: number): Promise<string> {
  const booking = approvedOf(check);
  demandCaptured(await check.payments.refund({ booking, amount_refunded }, check.context), amount_refunded);
  demandCaptured(await check.payments.read({ booking }, check.context), amount_refunded);
  return `${amount_refunded} ${price.currency} in total`;
}

function demandSame(bookings: readonly PaidBooking[]): void {
  const references = new Set(bookings.map(({ payment }) => payment.reference));
  demand(references.size === 1, `a repeated open has other payments: ${[...references].join(', ')}`);
}

async function demandFailure(call: Promise<unknown>): Promise<void> {
  const resolves = await call.then(
    () => true,
    () => false,
  );
  demand(!resolves, 'the call resolves although no valid response came');
}

function demandCaptured(reading: PaymentReading, amount_refunded: number): void {
  demand(reading.status === 'captured', `a captured payment is ${reading.status}`);
  demand(
    reading.amount_refunded === amount_refunded,
    `it has refunded ${reading.amount_refunded}, not ${amount_refunded} ${price.currency}`,
  );
}

type Voided = Extract<PaymentReading, { readonly status: 'voided' }>;

function demandVoided(reading: PaymentReading, what = 'a voided payment'): asserts reading is Voided {
  demand(reading.status === 'voided', `${what} is ${reading.status}`);
}

function approvedOf({ approved }: PaymentCheck): PaidBooking {
  if (!approved) throw new Unchecked('no payment was approved');
  return approved;
}

function httpOf({ http }: PaymentCheck): HttpSide {
  if (!http) throw new Unchecked('only for the type http');
  return http;
}

function relayOf({ relayed }: PaymentCheck): NonNullable<PaymentCheck['relayed']> {
  if (!relayed) throw new Unchecked('only for the type http');
  return relayed;
}

// The scenarios of the cards of a card service. They change nothing.

const unknown = { channel: 'email', destination: 'unknown.card-check@example.com' } as const;

export const vaultScenarios: Scenarios<VaultCheck> = {
  'unknown person': async ({ cards, context }) => {
    const found = await cards.findCard({ session_id: randomId('ses'), ...unknown }, context);
    demand(found === undefined, 'it has a card of a person who does not exist');
    return 'no card';
  },
  'unknown card': async ({ cards, context }) => {
    const error: unknown = await cards.readCard('no-card-of-this-check', context).then(
      () => undefined,
      (each: unknown) => each,
    );
    demand(error !== undefined, 'it has a card that does not exist');
    if (!(error instanceof Refusal)) throw error;
    demand(error.code === 'reconnect_required', `it refuses with ${error.code}`);
    return 'reconnect_required';
  },
  ...requestScenarios<VaultCheck>(vaultProbeOf),
};

/** The probe searches the card of an unknown person. */
function vaultProbeOf({ http, context, clock }: VaultCheck): Probe {
  if (!http) throw new Unchecked('only for the type http');
  const { livemode, organization_id } = context;
  const body = { operation: 'findCard', livemode, organization_id, session_id: randomId('ses'), ...unknown };
  const changed = { ...body, destination: 'another@example.com' };
  return { ...http, clock, path: '/cards/find', otherPath: '/payments/open', body, changed, livemode };
}
