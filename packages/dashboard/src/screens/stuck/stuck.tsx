import { type ReactNode, useState } from 'react';
import type { BookingRun, StuckBooking } from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { Empty, useAnnounce } from '../../components/loading.tsx';
import { useList } from '../../api/use-list.ts';
import { Badge, Button, Facts, Time } from '../../components/elements.tsx';
import { ListRows } from '../../components/table.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { BookingBadge } from '../bookings/booking-list.tsx';

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

const works: Readonly<Record<BookingRun['work'], string>> = {
  booking: 'The booking',
  modification: 'The change of the booking',
  release: 'The release at the supplier',
  payment: 'The work on the payment at the card service',
};

/** Returns in one sentence which work a booking waits for at its supplier: `The booking has failed 17 times in a row.` */
export function runText({ work, reason, failures, attempts }: BookingRun): string {
  if (reason === 'failing') return `${works[work]} has failed ${timesText(failures)} in a row.`;
  if (reason === 'pending') return `${works[work]} waits for the decision of the supplier.`;
  return attempts === 0 ? `${works[work]} waits for its first attempt.` : `${works[work]} waits for its next attempt.`;
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

interface Asked {
  readonly what: 'retry' | 'fail';
  readonly stuck: StuckBooking;
}

/** The bookings and payments of all organizations that their supplier holds up, the longest first: retry now, or fail. */
export function Stuck(): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useList((page) =>
    api.queryOptions('get', '/stuck-bookings', { params: { query: page } }, { refetchInterval: 10_000 }),
  );
  const close = () => setAsked(null);
  return (
    <>
      <ScreenTitle>Stuck bookings</ScreenTitle>
      <p className="quiet">
        Bookings and payments whose supplier or card service keeps failing or does not decide, those that have waited
        longest first.
      </p>
      <ListRows
        list={list}
        what="stuck bookings"
        empty={
          <Empty title="No booking is stuck">
            <p>
              <Link href="/operator/health">Health</Link> shows the work that is due.
            </p>
          </Empty>
        }
      >
        {({ rows, isStale }) => (
          <ul className="stack" aria-busy={isStale || undefined}>
            {rows.map((stuck) => (
              <StuckRow key={stuck.booking_id} stuck={stuck} onAsk={(what) => setAsked({ what, stuck })} />
            ))}
          </ul>
        )}
      </ListRows>
      {asked?.what === 'retry' && <RetryBooking booking={asked.stuck} onClose={close} />}
      {asked?.what === 'fail' && <FailBooking booking={asked.stuck} onClose={close} />}
    </>
  );
}

interface StuckRowProps {
  readonly stuck: StuckBooking;
  readonly onAsk: (what: Asked['what']) => void;
}

function StuckRow({ stuck, onAsk }: StuckRowProps): ReactNode {
  const { organization_id, booking_id, provider, status, payment_status, run, last_error } = stuck;
  const canFail = status === 'processing' || status === 'requires_action';
  return (
    <li className="card stack">
      <h2>
        <Link href={`/organizations/${organization_id}/bookings/${booking_id}`}>
          <code>{booking_id}</code>
        </Link>
      </h2>
      <p className="row">
        <BookingBadge status={status} />
        <strong>{runText(run)}</strong>
      </p>
      <Facts
        rows={[
          ['Supplier', provider],
          ['Latest error', last_error === null ? null : <code key="error">{last_error}</code>],
          [
            'Payment',
            payment_status === null ? null : <Badge key="payment">{payment_status.replaceAll('_', ' ')}</Badge>,
          ],
          ['Since', run.since && <Time key="since" at={run.since} />],
          ['Attempts', run.attempts],
          ['Next attempt', run.in_progress ? 'In progress now' : <Time key="next" at={run.next_attempt_at} />],
          [
            'Organization',
            <Link key="organization" href={`/operator/organizations/${organization_id}`}>
              <code>{organization_id}</code>
            </Link>,
          ],
        ]}
      />
      <div className="actions">
        <Button label={`Retry now: booking ${booking_id}`} onClick={() => onAsk('retry')}>
          Retry now…
        </Button>
        {canFail && (
          <Button label={`Fail booking ${booking_id}`} onClick={() => onAsk('fail')}>
            Fail…
          </Button>
        )}
      </div>
    </li>
  );
}
