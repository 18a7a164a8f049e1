/** Bounds the calls of the payment service, the card vault and the code sender, as providerWithDeadline does for a provider. */
import type { EveryField } from '@booking-service/kernel/contract';
import { limits } from '@booking-service/contract';
import { mask } from '@booking-service/kernel/log';
import { type Clock, withDeadline } from '@booking-service/kernel/time';
import type { PaymentReading } from '../domain/payment.ts';
import { isBookingErrorCode } from './check-result.ts';
import { mismatch, readCode, readInteger, toFields } from './result-bounds.ts';
import type { CardVault, CodeSender, OpenedPayment, PaymentService, VaultCard } from './integrations.ts';

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
