import { type ReactNode, useState } from 'react';
import { admin, useInvalidate } from '../../api/admin-api.ts';
import { Badge, Button, Facts } from '../../components/elements.tsx';
import { Field } from '../../components/field.tsx';
import { FormDialog } from '../../components/dialogs.tsx';
import { useAnnounce } from '../../components/loading.tsx';
import { useMay } from '../../session/use-may.ts';
import { moneyText, type PaidBooking, parseMoney, paymentWords, plainMoney, refundableOf } from './payment-words.ts';
import { Copied } from '../../components/code-block.tsx';

const refundPath = '/organizations/{organization_id}/bookings/{booking_id}/payment/refund';

interface RefundPaymentProps {
  readonly organization_id: string;
  readonly booking: PaidBooking;
}

/** Returns money of a captured payment. It shows nothing to a caller who may not, or if nothing is left to return. */
function RefundPayment({ organization_id, booking }: RefundPaymentProps): ReactNode {
  const [isAsking, setAsking] = useState(false);
  const mayRefund = useMay('refundPayment');
  const { left } = refundableOf(booking);
  if (!mayRefund || (left === 0 && !isAsking)) return null;
  return (
    <>
      <div className="row">
        <Button onClick={() => setAsking(true)}>Refund…</Button>
      </div>
      {isAsking && (
        <RefundDialog organization_id={organization_id} booking={booking} onClose={() => setAsking(false)} />
      )}
    </>
  );
}

function RefundDialog({
  organization_id,
  booking,
  onClose,
}: RefundPaymentProps & { readonly onClose: () => void }): ReactNode {
  const { currency } = booking.payment;
  // The amounts at the time of the question: those that the person confirms, also if another refund comes first.
  const [{ asked, left }] = useState(() => refundableOf(booking));
  const [text, setText] = useState(() => plainMoney({ amount: left, currency }));
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const amount = parseMoney(text, currency);
  const isFit = amount !== undefined && amount > 0 && amount <= left;
  const most = moneyText({ amount: left, currency });
  const shown = isFit ? moneyText({ amount, currency }) : null;

  async function refund(): Promise<void> {
    if (!isFit) return;
    await admin.POST(refundPath, {
      params: { path: { organization_id, booking_id: booking.id } },
      body: { amount_refunded: asked + amount },
    });
    announce(`The refund of ${moneyText({ amount, currency })} is requested.`);
    onClose();
    await invalidate(
      '/organizations/{organization_id}/bookings/{booking_id}/timeline',
      '/organizations/{organization_id}/bookings',
      '/organizations/{organization_id}/payments',
    );
  }

  return (
    <FormDialog
      title="Refund the payment"
      submit={shown === null ? 'Refund' : `Refund ${shown}`}
      onSubmit={refund}
      onClose={onClose}
    >
      <p>The card service returns the money to the guest. This cannot be undone, and the booking stays as it is.</p>
      <Field
        label={`Amount in ${currency}`}
        value={text}
        onChange={setText}
        isRequired
        maxLength={20}
        hint={`${most} can be returned.`}
        fault={isFit ? undefined : `Enter an amount above zero, and at most ${most}.`}
      />
    </FormDialog>
  );
}

interface PaymentPanelProps {
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
