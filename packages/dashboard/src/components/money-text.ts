import { currencyDigits, type BookingPrice } from '@booking-service/contract';

/** A price with the code of its currency: `EUR 50.00`. */
export function moneyText({ amount, currency }: BookingPrice): string {
  const digits = currencyDigits(currency);
  const major = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency} ${major.format(amount / 10 ** digits)}`;
}

/** Returns an amount as a person enters it, without its currency: `50.00`. */
export function plainMoney({ amount, currency }: BookingPrice): string {
  const digits = currencyDigits(currency);
  return (amount / 10 ** digits).toFixed(digits);
}

/** Returns an entered amount in the minor unit. Undefined if it is not one of this currency: `50`, `50.5` or `50,00` of EUR. */
export function parseMoney(text: string, currency: string): number | undefined {
  const digits = currencyDigits(currency);
  const [, major = '', minor = ''] = /^(\d{1,12})(?:[.,](\d+))?$/.exec(text.trim()) ?? [];
  return major === '' || minor.length > digits ? undefined : Number(major + minor.padEnd(digits, '0'));
}
