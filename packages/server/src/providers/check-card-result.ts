/** Checks and copies the results of the payment service, the card vault and the code sender, as check-result.ts does for a provider. */
import type { EveryField } from '@booking-service/kernel/contract';
import type { PaymentReading } from '../domain/payment.ts';
import { isBookingErrorCode } from './check-result.ts';
import { mismatch, readCode, readInteger, toFields } from './read-fields.ts';
import type { CodeSender, OpenedPayment, VaultCard } from './integrations.ts';

/** Checks the result of `open`. */
export function checkOpenPayment(result: unknown): OpenedPayment {
  const { url, reference } = toFields(result, 'open');
  return { url: readCode(url, 'url'), reference: readCode(reference, 'reference') } satisfies EveryField<OpenedPayment>;
}

/** Checks the state of a payment. */
export function checkReading(result: unknown): PaymentReading {
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
export function checkCardReference(result: unknown): string | undefined {
  return result === undefined ? undefined : readCode(result, 'card_reference');
}

/** Checks the result of `readCard`. A field that the contract does not define, such as a full number, goes no further. */
export function checkCard(result: unknown): VaultCard {
  const { brand, last4, exp_month, exp_year } = toFields(result, 'readCard');
  return {
    brand: readCode(brand, 'brand'),
    last4: readCode(last4, 'last4'),
    exp_month: readInteger(exp_month, 'exp_month'),
    exp_year: readInteger(exp_year, 'exp_year'),
  } satisfies EveryField<VaultCard>;
}

/** Checks the result of `send`. */
export function checkSending(result: unknown): Awaited<ReturnType<CodeSender['send']>> {
  if (result !== 'sent' && result !== 'refused') throw mismatch('the result of send', result);
  return result;
}
