/** Checks and copies the results of the payment service, the card vault and the code sender, as check-result.ts does for a provider. */
import type { EveryField } from '@booking-service/kernel/every-field';
import { isBookingErrorCode, mismatch, readCode, readInteger, toFields } from './check-result.ts';
import type { CodeSender, PaymentService, Settlement, VaultCard } from './integrations.ts';

/** Checks the result of `open`. */
export function checkOpenPayment(result: unknown): Awaited<ReturnType<PaymentService['open']>> {
  return { url: readCode(toFields(result, 'open')['url'], 'url') };
}

/** Checks the result of `settle`. */
export function checkSettlement(result: unknown): Settlement {
  const { paid, error_code } = toFields(result, 'settle');
  if (paid === true) return { paid };
  if (paid !== false) throw mismatch('paid', paid);
  if (!isBookingErrorCode(error_code)) throw mismatch('error_code', error_code);
  return { paid, error_code };
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
