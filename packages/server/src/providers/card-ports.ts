/** Bounds and watches the calls of the payment service, the card vault and the code sender: deadlines, checks and circuits. */
import type { EveryField } from '@booking-service/kernel/contract';
import { type KeyMode, limits } from '@booking-service/contract';
import { mask } from '@booking-service/kernel/log';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import type { Logger } from 'pino';
import { PaymentMismatch, type PaymentReading } from '../domain/payment.ts';
import { isBookingErrorCode, mismatch, readCode, readInteger, toFields } from './check-result.ts';
import type { CardVault, CodeSender, OpenedPayment, PaymentService, VaultCard } from './integrations.ts';
import { Refusal } from '../domain/contract.ts';
import type { CallContext } from './provider.ts';
import { type AdmittedCall, createCircuits } from './health/provider-circuits.ts';

// Checks and copies the results of the payment service, the card vault and the code sender, as check-result.ts does for a provider.

/** Checks the result of `open`. */
function checkOpenPayment(result: unknown): OpenedPayment {
  const { url, reference } = toFields(result, 'open');
  return { url: readCode(url, 'url'), reference: readCode(reference, 'reference') } satisfies EveryField<OpenedPayment>;
}

/** Checks the state of a payment. */
function checkReading(result: unknown): PaymentReading {
  const { status, url, amount, amount_refunded, error_code } = toFields(result, 'the payment');
  switch (status) {
    case 'requires_approval':
      return { status, url: readCode(url, 'url') };
    case 'captured':
      return {
        status,
        ...(amount !== undefined && { amount: readInteger(amount, 'amount') }),
        amount_refunded: readInteger(amount_refunded, 'amount'),
      };
    case 'voided':
      if (!isBookingErrorCode(error_code)) throw mismatch('error_code', error_code);
      return { status, error_code };
    case 'authorized':
    case 'pending':
    case 'unknown':
      return { status };
    default:
      throw mismatch('status', status);
  }
}

/** Checks the result of `findCard`. */
function checkCardReference(result: unknown): string | undefined {
  return result === undefined ? undefined : readCode(result, 'card_reference');
}

/** Checks the result of `readCard`. A field that the contract does not define, such as a full number, goes no further. */
function checkCard(result: unknown): VaultCard {
  const { brand, last4, exp_month, exp_year } = toFields(result, 'readCard');
  return {
    brand: readCode(brand, 'brand'),
    last4: readCode(last4, 'last4'),
    exp_month: readInteger(exp_month, 'exp_month'),
    exp_year: readInteger(exp_year, 'exp_year'),
  } satisfies EveryField<VaultCard>;
}

/** Checks the result of `send`. */
function checkSending(result: unknown): Awaited<ReturnType<CodeSender['send']>> {
  if (result !== 'sent' && result !== 'refused') throw mismatch('the result of send', result);
  return result;
}

type Within = <T>(begin: () => Promise<T>) => Promise<T>;

/** A call that exceeds provider_timeout_seconds rejects with a DeadlineError, and every result is checked against the port. */
export function paymentsWithDeadline(payments: PaymentService, clock: Pick<Clock, 'after'>): PaymentService {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    open: (payment, context) => within(async () => checkOpenPayment(await payments.open(payment, context))),
    read: (payment, context) => within(async () => checkReading(await payments.read(payment, context))),
    capture: (payment, context) => within(async () => checkReading(await payments.capture(payment, context))),
    void: (payment, context) => within(async () => checkReading(await payments.void(payment, context))),
    refund: (payment, context) => within(async () => checkReading(await payments.refund(payment, context))),
    readEvent: payments.readEvent?.bind(payments),
  } satisfies EveryField<PaymentService>;
}

/** Wraps the card vault in the same way. */
export function cardsWithDeadline(cards: CardVault, clock: Pick<Clock, 'after'>): CardVault {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    findCard: (person, context) => within(async () => checkCardReference(await cards.findCard(person, context))),
    readCard: (reference, context) => within(async () => checkCard(await cards.readCard(reference, context))),
  } satisfies EveryField<CardVault>;
}

/** Wraps the code sender in the same way. No error that it rejects with contains the code. */
export function codesWithDeadline(codes: CodeSender, clock: Pick<Clock, 'after'>): CodeSender {
  const within: Within = (begin) => withDeadline(clock, limits.provider_timeout_seconds, begin);
  return {
    channels: codes.channels,
    send: (message, context) =>
      within(async () => {
        try {
          return checkSending(await codes.send(message, context));
        } catch (error) {
          throw withoutText(error, message.code);
        }
      }),
  } satisfies EveryField<CodeSender>;
}

/** Returns a copy of an error and its causes, in which the text is masked. Other fields of the error are left out. */
function withoutText(error: unknown, text: string, depth = 0): Error {
  const hide = (given: string) => given.replaceAll(text, mask);
  if (!(error instanceof Error)) return new Error(hide(String(error)));
  const { name, message, stack = '', cause } = error;
  const causes = cause === undefined || depth === maxCauses ? {} : { cause: withoutText(cause, text, depth + 1) };
  return Object.assign(new Error(hide(message), causes), { name, stack: hide(stack) });
}

/** An error may be its own cause. */
const maxCauses = 5;

/**
 * The circuits of the payment service, the card vault and the code sender, so that one that hangs takes neither the places of runs nor
 * those of requests (provider-circuits.ts). They have no call that changes nothing and needs no payment, so there is no probe: after a
 * pause the next call of a caller is the trial. A call that finds its circuit open rejects; `open` of a payment throws the Refusal
 * vault_unavailable.
 */
interface CardWatchOptions {
  /** `payments`, `cards` or `codes`. */
  readonly name: string;
  readonly mode: KeyMode;
  readonly clock: Pick<Clock, 'monotonic_ms' | 'after'>;
  readonly log: Pick<Logger, 'warn' | 'error'>;
}

interface WatchedCards<Port> {
  readonly port: Port;
  /** Ends the pauses. */
  stop(): void;
}

/** Watches a port whose methods take the CallContext as their second argument, and have a deadline already. */
export function watchCards<Port extends object>(
  port: Port,
  { name, mode, clock, log }: CardWatchOptions,
): WatchedCards<Port> {
  // An event arrives, and calls nothing.
  const methods = Object.entries(port).filter(
    ([method, value]) => typeof value === 'function' && method !== 'readEvent',
  );
  const circuits = createCircuits({
    calls: methods.map(([method]) => method),
    clock,
    changed({ call, organization_id, state, before }) {
      const line = { integration: name, mode, call, ...(organization_id !== undefined && { organization_id }) };
      if (state === 'open' && before === 'closed') {
        const message = 'calls of this kind to an integration keep failing and are not made for a while';
        log.error({ code: 'integration_circuit_open', ...line }, message);
      } else if (state === 'closed' && before !== undefined) {
        log.warn({ code: 'integration_circuit_closed', ...line }, 'calls of this kind to an integration work again');
      }
    },
  });

  function unavailable(method: string): Error {
    const cause = new Error(`${name} is not called for a while, because its calls of ${method} fail.`);
    return method === 'open' ? new Refusal('vault_unavailable', { cause }) : cause;
  }

  async function through(
    admitted: AdmittedCall | undefined,
    { method, begin }: { readonly method: string; readonly begin: () => Promise<unknown> },
  ): Promise<unknown> {
    if (!admitted) throw unavailable(method);
    try {
      const result = await begin();
      admitted.succeeded();
      return result;
    } catch (error) {
      if (error instanceof Refusal || error instanceof PaymentMismatch) admitted.succeeded();
      else admitted.failed();
      throw error;
    }
  }

  const watched = methods.map(([method, value]) => [
    method,
    (input: unknown, context: CallContext): Promise<unknown> => {
      const admitted = circuits.admit(method, context, { subject: subjectOf(input) ?? Symbol(method) });
      // Filtered above. Every method of these ports has these arguments.
      const call = value as (input: unknown, context: CallContext) => Promise<unknown>;
      return through(admitted, { method, begin: () => call(input, context) });
    },
  ]);
  return { port: { ...port, ...Object.fromEntries(watched) }, stop: () => circuits.stop() };
}

/** The booking or the session that the call is about. */
function subjectOf(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const { booking, booking_id, session_id } = input as Readonly<Record<string, unknown>>;
  const id =
    typeof booking === 'object' && booking !== null && 'id' in booking ? booking.id : (booking_id ?? session_id);
  return typeof id === 'string' ? id : undefined;
}
