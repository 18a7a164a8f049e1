import { type BookingPrice, currencyDigits } from '@booking-service/contract';
import type { ListedBooking } from '@booking-service/contract/admin';
import type { Tone } from '../../components/elements.tsx';

/** A payment as the admin contract shows it. */
export type ShownPayment = NonNullable<ListedBooking['payment']>;

/** A booking whose payment the card service collects. */
export type PaidBooking = ListedBooking & { readonly payment: ShownPayment };

/** The words of a payment, and the tone of its status. */
export interface PaymentWords {
  readonly status: string;
  readonly tone: Tone;
  readonly amount: string;
  readonly refunded: string;
  /** The sum of the refunds that the operator asked for; null if there is none. */
  readonly requested: string | null;
}

/** Returns the words of a payment. A later version may send a status that this page does not know. */
export function paymentWords({
  status,
  amount,
  amount_refunded,
  refund_requested,
  currency,
}: ShownPayment): PaymentWords {
  return {
    status: status.replaceAll('_', ' '),
    tone: tones[status] ?? 'neutral',
    amount: moneyText({ amount, currency }),
    refunded: moneyText({ amount: amount_refunded, currency }),
    requested: refund_requested === undefined ? null : moneyText({ amount: refund_requested, currency }),
  };
}

/** The sum of the refunds that are made or requested, and the rest that can be returned now: 0 if the service would refuse it. */
export function refundableOf({ status, payment }: PaidBooking): { readonly asked: number; readonly left: number } {
  const asked = Math.max(payment.amount_refunded, payment.refund_requested ?? 0);
  const canRefund = payment.status === 'captured' && status !== 'processing' && status !== 'requires_action';
  return { asked, left: canRefund ? payment.amount - asked : 0 };
}

const tones: Readonly<Record<string, Tone>> = {
  requires_approval: 'accent',
  authorized: 'waiting',
  captured: 'good',
  unknown: 'bad',
};

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
