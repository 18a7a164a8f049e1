import { useState, type ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/forms/field.tsx';
import { FormDialog } from '../../components/forms/form-dialog.tsx';
import { moneyText, parseMoney, plainMoney } from '../../components/money-text.ts';
import { useAnnounce } from '../../components/status-region.tsx';
import { useMay } from '../../session/use-may.ts';
import { refundableOf, type PaidBooking } from './payment-words.ts';

const refundPath = '/organizations/{organization_id}/bookings/{booking_id}/payment/refund';

export interface RefundPaymentProps {
  readonly organization_id: string;
  readonly booking: PaidBooking;
}

/** Returns money of a captured payment. It shows nothing to a caller who may not, or if nothing is left to return. */
export function RefundPayment({ organization_id, booking }: RefundPaymentProps): ReactNode {
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
