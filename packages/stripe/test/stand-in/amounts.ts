import { refused } from './stripe-error.ts';

const zeroDecimal = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
const hundreds = new Set(['isk', 'ugx']);
const tens = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
const unsupported = new Set(['clf', 'iqd', 'lyd', 'uyi', 'uyw']);

/** Stripe's rules for amounts: a minimum of about half a dollar, the currencies, and their decimals. */
export function checkAmount(price: { readonly currency: string; readonly unit_amount: number } | undefined): void {
  const { currency = '', unit_amount = 0 } = price ?? {};
  if (!/^[a-z]{3}$/.test(currency) || unsupported.has(currency)) throw refused(`Invalid currency: ${currency}`);
  if (hundreds.has(currency) && unit_amount % 100 !== 0) throw refused(`Invalid ${currency}: use whole units`);
  if (tens.has(currency) && unit_amount % 10 !== 0) throw refused(`Invalid ${currency}: round to the nearest ten`);
  if (unit_amount < (zeroDecimal.has(currency) ? 1 : 50)) throw refused('The amount is too small.', 'amount_too_small');
}
