import { type ReactNode, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { BookingTimeline, ListedBooking } from '@booking-service/contract/admin';
import { admin, api } from '../../api/admin-api.ts';
import { Badge, Button, Facts, Time } from '../../components/elements.tsx';
import { useMay } from '../../session/use-may.ts';
import { FailBooking, RetryBooking, runText } from '../stuck/stuck.tsx';
import { useRowAddress } from '../../api/use-filters.ts';
import { Copied } from '../../components/code-block.tsx';
import { Drawer } from '../../components/dialogs.tsx';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { moneyText } from './payment-words.ts';
import { BookingBadge, ModeBadge } from './booking-list.tsx';
import { PaymentPanel } from './payment-panel.tsx';
import { Timeline } from './timeline.tsx';

const workPath = '/organizations/{organization_id}/bookings/{booking_id}';
const refreshEvery = 5000;

interface BookingWorkProps {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** The work at the supplier that a booking waits for, and its retry and its failure for operators. Empty without such work. */
function BookingWork(booking: BookingWorkProps): ReactNode {
  const [asked, setAsked] = useState<'retry' | 'fail' | null>(null);
  const mayRetry = useMay('retryBooking');
  const { data } = api.useQuery('get', workPath, { params: { path: booking } }, { refetchInterval: refreshEvery });
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

const path = '/organizations/{organization_id}/bookings/{booking_id}/timeline';
/** While something of the booking is under way, and after that. */
const [soon_ms, later_ms] = [2000, 15_000];

interface BookingDrawerProps {
  readonly organization_id: string;
  readonly booking_id: string;
}

/** One booking with its history. It keeps up while the booking changes. */
export function BookingDrawer({ organization_id, booking_id }: BookingDrawerProps): ReactNode {
  const { close } = useRowAddress(`/organizations/${organization_id}/bookings`);
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['get', path, { organization_id, booking_id }],
    // Null for the first page.
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => readPage({ organization_id, booking_id, cursor: pageParam, signal }),
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.pages) ? soon_ms : later_ms),
  });
  // Every page has the booking; the last one that was read has it as it is now.
  const last = data?.pages.at(-1);
  return (
    <Drawer title="Booking" onClose={close}>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!last && !error && <Loading what="the booking" />}
      {last && (
        <>
          <BookingWork organization_id={organization_id} booking_id={booking_id} />
          <BookingFacts booking={last.booking} organization_id={organization_id} />
          {last.booking.payment && (
            <PaymentPanel
              organization_id={organization_id}
              booking={{ ...last.booking, payment: last.booking.payment }}
            />
          )}
          <h3>Timeline</h3>
          <Timeline
            organization_id={organization_id}
            entries={data?.pages.flatMap((page) => page.data) ?? []}
            currency={last.booking.payment?.currency}
          />
          {last.dropped_calls > 0 && (
            <p className="quiet">
              Of the calls after the first one, the newest are shown, and {last.dropped_calls} were dropped.
            </p>
          )}
          {hasNextPage && (
            <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              Show what came later
            </Button>
          )}
          {last.booking.created < last.removed_before && (
            <p className="quiet">
              Events from before <Time at={last.removed_before} isExact /> are removed, with their calls and deliveries.
            </p>
          )}
        </>
      )}
    </Drawer>
  );
}

interface TimelinePage extends BookingDrawerProps {
  /** Null for the first page. */
  readonly cursor: string | null;
  readonly signal: AbortSignal;
}

async function readPage({ cursor, signal, ...booking }: TimelinePage): Promise<BookingTimeline> {
  const query = cursor === null ? {} : { cursor };
  const { data } = await admin.GET(path, { params: { path: booking, query }, signal });
  if (!data) throw new Error('The service returned no timeline.');
  return data;
}

function isUnderWay(pages: readonly BookingTimeline[] = []): boolean {
  const { status, payment } = pages.at(-1)?.booking ?? {};
  if (status === 'processing' || status === 'requires_action') return true;
  if ((payment?.refund_requested ?? 0) > (payment?.amount_refunded ?? 0)) return true;
  return pages.some(({ data }) =>
    data.some(({ change }) => change?.deliveries.some(({ state }) => state === 'pending') === true),
  );
}

interface BookingFactsProps {
  readonly booking: ListedBooking;
  readonly organization_id: string;
}

function BookingFacts({ booking, organization_id }: BookingFactsProps): ReactNode {
  const { id, status, party, price, cancellation, confirmation_code, document_count } = booking;
  const { error_code, error_message, expires_at, livemode } = booking;
  return (
    <Facts
      rows={[
        ['Status', <BookingBadge key="status" status={status} />],
        ['Id', <Copied key="id" text={id} label="Copy the id" />],
        ['Error', error_code === null ? null : <code key="error">{error_code}</code>],
        ['Reason', error_message],
        ['Confirmation code', confirmation_code === null ? null : <code key="code">{confirmation_code}</code>],
        ['Tickets and vouchers', document_count === 0 ? null : document_count],
        ['Expires', expires_at === null ? null : <Time key="expires" at={expires_at} />],
        ['Venue', <code key="venue">{booking.venue_id}</code>],
        ['Slot', <code key="slot">{booking.slot_id}</code>],
        ['Starts', booking.starts_at && <Time key="starts" at={booking.starts_at} isExact />],
        ['Party size', booking.party_size],
        ['Party', party?.map(({ unit, quantity }) => `${quantity} ${unit}`).join(', ') ?? null],
        ['Price', price && moneyText(price)],
        ['Cancellation', cancellation && <Policy key="cancellation" policy={cancellation} />],
        ['Supplier', booking.provider],
        ['Mode', <ModeBadge key="mode" livemode={livemode} />],
        ['Created', <Time key="created" at={booking.created} isExact />],
        ['Last change', <Time key="updated" at={booking.updated} isExact />],
        [
          'Deliveries',
          <Link
            key="deliveries"
            href={`/organizations/${organization_id}/webhooks?booking_id=${encodeURIComponent(id)}`}
          >
            All deliveries of this booking
          </Link>,
        ],
      ]}
    />
  );
}

/** The policy, and the part that the cancel of this booking returned by it. */
function Policy({ policy }: { readonly policy: NonNullable<ListedBooking['cancellation']> }): ReactNode {
  const { free_until, late_refund_percent, refund_percent } = policy;
  return (
    <>
      Returns everything until <Time at={free_until} isExact />, then {late_refund_percent} %.
      {refund_percent !== undefined && ` The cancel of this booking returns ${refund_percent} %.`}
    </>
  );
}
