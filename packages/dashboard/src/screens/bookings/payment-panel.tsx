import type { ReactNode } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Copied } from '../../components/code-block.tsx';
import { Facts } from '../../components/facts.tsx';
import { paymentWords, type PaidBooking } from './payment-words.ts';
import { RefundPayment } from './refund-payment.tsx';

export interface PaymentPanelProps {
  readonly organization_id: string;
  readonly booking: PaidBooking;
}

/** The payment that the card service collects for a booking. */
export function PaymentPanel({ organization_id, booking }: PaymentPanelProps): ReactNode {
  const { payment } = booking;
  const { status, tone, amount, refunded, requested } = paymentWords(payment);
  const badge = <Badge tone={tone}>{status}</Badge>;
  return (
    <>
      <h3 id="payment">Payment</h3>
      <Facts
        rows={[
          ['Status', badge],
          ['Amount', amount],
          ['Refunded', refunded],
          ['Refund requested', requested],
          ['Reference', <Copied key="reference" text={payment.reference} label="Copy the reference" />],
        ]}
      />
      <RefundPayment organization_id={organization_id} booking={booking} />
    </>
  );
}
