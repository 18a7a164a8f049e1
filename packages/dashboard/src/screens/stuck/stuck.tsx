import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../components/button.tsx';
import { Badge } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { Time } from '../../components/time.tsx';
import type { StuckBooking } from '@booking-service/contract/admin';
import { BookingBadge } from '../bookings/booking-table.tsx';
import { FailBooking, RetryBooking } from './stuck-actions.tsx';
import { runText } from './run-words.ts';

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
