import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Copied } from '../../components/code-block.tsx';
import { Facts } from '../../components/facts.tsx';
import { paymentWords, type ShownPayment } from './payment-words.ts';

export interface PaymentPanelProps {
  readonly payment: ShownPayment;
}

/** The payment that the card service collects for a booking. */
export function PaymentPanel({ payment }: PaymentPanelProps): ReactNode {
  const { status, tone, amount, refunded, requested } = paymentWords(payment);
  const badge = <Badge tone={tone}>{status}</Badge>;
  return (
    <>
      <h3>Payment</h3>
      <Facts
        rows={[
          ['Status', badge],
          ['Amount', amount],
          ['Refunded', refunded],
          ['Refund requested', requested],
          ['Reference', <Copied key="reference" text={payment.reference} label="Copy the reference" />],
        ]}
      />
    </>
  );
}
