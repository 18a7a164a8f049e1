/**
 * The refunds of a payment. The idempotency key of a refund is its number, so of several calls at once only one creates the next
 * refund: the others get its response, or are refused because they want another amount. Then they read the refunds again.
 */
import type { Stripe } from 'stripe';
import type { Send } from './stripe-client.ts';

interface Refunds {
  /** In Stripe's unit. A refund that is pending counts, one that failed does not. */
  readonly sum: number;
  /** The number of all refunds, also of those that failed. */
  readonly count: number;
}

interface RefundCall {
  readonly stripe: Stripe;
  readonly send: Send;
}

/** Stripe's maximum for a page. A payment with more refunds is not supported. */
const maxRefunds = 100;
const failed = new Set<string | null>(['failed', 'canceled']);

/** Reads the refunds of a payment intent. */
export async function readRefunds(intent: string, { stripe, send }: RefundCall): Promise<Refunds> {
  const { data, has_more } = await send('the list of refunds', (each) =>
    stripe.refunds.list({ payment_intent: intent, limit: maxRefunds }, each),
  );
  if (has_more) throw new Error(`A payment has more than ${maxRefunds} refunds. Refund it in Stripe's Dashboard.`);
  const sum = data.reduce((total, { amount, status }) => (failed.has(status) ? total : total + amount), 0);
  return { sum, count: data.length };
}

/** Refunds the difference between the sum of the refunds and `target`, in Stripe's unit. Does nothing if the sum is that already. */
export async function refundUpTo(
  target: number,
  { booking_id, intent, stripe, send }: RefundCall & { readonly booking_id: string; readonly intent: string },
): Promise<void> {
  for (let before = await readRefunds(intent, { stripe, send }); before.sum < target;) {
    const amount = target - before.sum;
    const idempotencyKey = `${booking_id}/refund/${before.count}`;
    const failure = await send('the creation of a refund', (each) =>
      stripe.refunds.create({ payment_intent: intent, amount }, { ...each, idempotencyKey }),
    ).then(
      () => undefined,
      (error: unknown) => error,
    );
    if (failure === undefined) return;
    const after = await readRefunds(intent, { stripe, send });
    // Another call was first, or the request had its effect.
    if (after.count === before.count) throw failure;
    before = after;
  }
}
