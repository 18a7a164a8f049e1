import type { ReactNode } from 'react';
import { admin } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useAnnounce } from '../../components/status-region.tsx';

export interface BookingActionProps {
  readonly booking: { readonly organization_id: string; readonly booking_id: string };
  readonly onClose: () => void;
}

/** Returns a function that reads again whatever shows the work of a booking. */
function useWorkChanged(): () => Promise<void> {
  const invalidate = useInvalidate();
  return () =>
    invalidate(
      '/stuck-bookings',
      '/organizations/{organization_id}/bookings/{booking_id}',
      '/organizations/{organization_id}/bookings/{booking_id}/timeline',
    );
}

/** Makes the next attempt at the supplier due now. */
export function RetryBooking({ booking: { organization_id, booking_id }, onClose }: BookingActionProps): ReactNode {
  const announce = useAnnounce();
  const changed = useWorkChanged();
  const retry = async () => {
    await admin.POST('/organizations/{organization_id}/bookings/{booking_id}/retry', {
      params: { path: { organization_id, booking_id } },
    });
    await changed();
    announce('The booking is due at its supplier.');
  };
  return (
    <ConfirmDialog title="Retry this booking now?" confirm="Retry now" onConfirm={retry} onClose={onClose}>
      <p>
        <code>{booking_id}</code>
      </p>
      <p>
        The next attempt begins within two seconds. It has the same reference, so the supplier does not book twice. The
        audit log records it.
      </p>
    </ConfirmDialog>
  );
}

/** Fails a booking whose supplier does not answer. */
export function FailBooking({ booking: { organization_id, booking_id }, onClose }: BookingActionProps): ReactNode {
  const announce = useAnnounce();
  const changed = useWorkChanged();
  const fail = async () => {
    await admin.POST('/organizations/{organization_id}/bookings/{booking_id}/fail', {
      params: { path: { organization_id, booking_id } },
    });
    await changed();
    announce('The booking has failed, and its supplier releases it.');
  };
  return (
    <ConfirmDialog title="Fail this booking?" confirm="Fail booking" isDangerous onConfirm={fail} onClose={onClose}>
      <p>
        <code>{booking_id}</code>
      </p>
      <p>
        The booking fails with provider_failed, the customer gets booking.failed, and the supplier is asked to release
        what it may have booked. This cannot be undone. The audit log records it.
      </p>
    </ConfirmDialog>
  );
}
