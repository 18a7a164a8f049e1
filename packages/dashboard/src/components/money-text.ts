import { currencyDigits, type BookingPrice } from '@booking-service/contract';

/** A price with the code of its currency: `EUR 50.00`. */
export function moneyText({ amount, currency }: BookingPrice): string {
  const digits = currencyDigits(currency);
  const major = new Intl.NumberFormat('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${currency} ${major.format(amount / 10 ** digits)}`;
}
