/** The refunds of the stand-in. */
import { type Handlers, listOf } from './handlers.ts';
import type { Intent } from './payment-resources.ts';
import { missing, StripeErrorResponse } from './stripe-error.ts';

export interface Refunds {
  readonly handlers: Handlers;
  readonly all: readonly Refund[];
  /** The status of the next refunds. Default: succeeded. */
  next_status: Refund['status'];
  /** The bank returns a refund. */
  fail(refund: Refund): void;
  /** An operator refunds this amount in the Dashboard. */
  refundByHand(intent: string, amount: number): void;
}

export interface Refund {
  readonly object: 'refund';
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly created: number;
  readonly payment_intent: string;
  status: 'succeeded' | 'pending' | 'requires_action' | 'failed' | 'canceled';
}

export function createRefunds(findIntent: (id: string) => Intent | undefined): Refunds {
  const all: Refund[] = [];

  function refund(id: string, amount: number | undefined): Refund {
    const intent = findIntent(id);
    if (!intent) throw missing('payment_intent', id);
    const left = intent.amount_received - sumOf(id);
    const { currency } = intent;
    const wanted = amount ?? left;
    if (wanted > left || wanted <= 0)
      throw new StripeErrorResponse(400, {
        type: 'invalid_request_error',
        message: `Refund amount (${wanted}) is greater than unrefunded amount on charge (${left})`,
      });
    const created = 1_790_000_000 + all.length;
    const made = { object: 'refund', id: `re_${all.length + 1}`, amount: wanted, currency, created } as const;
    all.push({ ...made, payment_intent: id, status: refunds.next_status });
    return all.at(-1) as Refund;
  }

  function sumOf(id: string): number {
    const counted = all.filter(
      ({ payment_intent, status }) => payment_intent === id && status !== 'failed' && status !== 'canceled',
    );
    return counted.reduce((sum, { amount }) => sum + amount, 0);
  }

  const refunds: Refunds = {
    all,
    next_status: 'succeeded',
    handlers: {
      'GET /v1/refunds': ({ query }) => {
        const found = all.filter(({ payment_intent }) => payment_intent === query['payment_intent']).toReversed();
        const limit = Number(query['limit'] ?? 10);
        return { ...listOf('/v1/refunds', found.slice(0, limit)), has_more: found.length > limit };
      },
      'POST /v1/refunds': ({ form }) =>
        // A copy: a stored response does not change with the refund.
        ({ ...refund(String(form['payment_intent']), form['amount'] as number | undefined) }),
    },
    fail: (failed) => void (failed.status = 'failed'),
    refundByHand: (intent, amount) => void refund(intent, amount),
  };
  return refunds;
}
