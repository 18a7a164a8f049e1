import { useState, type ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Time } from '../../components/time.tsx';
import { useMay } from '../../session/use-may.ts';
import { FailBooking, RetryBooking } from '../stuck/stuck-actions.tsx';
import { runText } from '../stuck/run-words.ts';

const path = '/organizations/{organization_id}/bookings/{booking_id}';
const refreshEvery = 5000;

export interface BookingWorkProps {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** The work at the supplier that a booking waits for, and its retry and its failure for operators. Empty without such work. */
export function BookingWork(booking: BookingWorkProps): ReactNode {
  const [asked, setAsked] = useState<'retry' | 'fail' | null>(null);
  const mayRetry = useMay('retryBooking');
  const { data } = api.useQuery('get', path, { params: { path: booking } }, { refetchInterval: refreshEvery });
  if (!data?.run) return null;
  const { run } = data;
  const { status } = data.booking;
  const close = () => setAsked(null);
  return (
    <section className="card stack">
      <p className="row">
        {run.stuck && <Badge tone="bad">stuck</Badge>}
        <strong>{runText(run)}</strong>
      </p>
      <p className="quiet">
        {run.since !== null && (
          <>
            Since <Time at={run.since} isExact />.{' '}
          </>
        )}
        {run.attempts === 1 ? '1 attempt' : `${run.attempts} attempts`}.{' '}
        {run.in_progress ? 'An attempt is in progress.' : <NextAttempt at={run.next_attempt_at} />}
      </p>
      {mayRetry && (
        <div className="actions">
          <Button onClick={() => setAsked('retry')}>Retry now…</Button>
          {(status === 'processing' || status === 'requires_action') && (
            <Button onClick={() => setAsked('fail')}>Fail booking…</Button>
          )}
        </div>
      )}
      {asked === 'retry' && <RetryBooking booking={booking} onClose={close} />}
      {asked === 'fail' && <FailBooking booking={booking} onClose={close} />}
    </section>
  );
}

function NextAttempt({ at }: { readonly at: string }): ReactNode {
  return (
    <>
      Next attempt <Time at={at} />.
    </>
  );
}
