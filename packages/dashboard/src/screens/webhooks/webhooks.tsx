import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { DeliveryCounts } from '@booking-service/contract/admin';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { Button, Time } from '../../components/elements.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/table.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { useCan } from '../../session/session-boundary.tsx';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryFilters, DeliveryTable, useDeliveryFilters } from './delivery-table.tsx';
import { ResendDeliveries } from './resend-deliveries.tsx';
import { Select } from '../../components/select.tsx';
import { DeliveryChart } from '../../deliveries/delivery-chart.tsx';
import { attemptClasses, outcomeWords } from '../../deliveries/delivery-words.ts';

const path = '/organizations/{organization_id}/deliveries';
const pollEvery = 3000;

/** The delivery history: what was sent, what came back, and what to send again. */
export function Webhooks({ params }: ScreenProps): ReactNode {
  const { organization_id = '', delivery_id } = params;
  const filters = useDeliveryFilters();
  const [isLive, setLive] = useState(true);
  const [isResending, setResending] = useState(false);
  const canResend = useCan('developer');
  const [, navigate] = useLocation();
  const queryClient = useQueryClient();

  const list = useList((page) =>
    api.queryOptions(
      'get',
      path,
      { params: { path: { organization_id }, query: { ...filters.query, ...page, limit: 50 } } },
      { refetchInterval: isLive && page.cursor === undefined && pollEvery, refetchOnWindowFocus: isLive },
    ),
  );
  const { data, error, isStale, pages } = list;
  const setUpdates = (next: boolean) => {
    setLive(next);
    // An update that is under way would still change the list. The first reading of a list continues.
    if (!next && data && !isStale) void queryClient.cancelQueries({ queryKey: ['get', path] });
  };

  const close = () =>
    navigate(`/organizations/${organization_id}/webhooks${location.search}`, { replace: true, state: history.state });
  return (
    <>
      <ScreenTitle
        actions={
          <>
            <LiveButton isLive={isLive} onChange={setUpdates} />
            {canResend && <Button onClick={() => setResending(true)}>Resend many…</Button>}
          </>
        }
      >
        Webhooks
      </ScreenTitle>
      <Statistics organization_id={organization_id} />
      <EventTypes organization_id={organization_id} />
      <DeliveryFilters filters={filters} />
      {error ? <ErrorMessage error={error} onRetry={list.retry} /> : null}
      {!data && !error && <Loading what="deliveries" />}
      {data && data.data.length === 0 && !data.next_cursor && (
        <NoDeliveries
          organization_id={organization_id}
          isFiltered={filters.areSet || pages.cursor !== undefined}
          onClear={filters.clear}
          removedBefore={data.removed_before}
        />
      )}
      {data && (data.data.length > 0 || data.next_cursor) && (
        <>
          <DeliveryTable organization_id={organization_id} rows={data.data} selected={delivery_id} isStale={isStale} />
          <Pager list={list} what="deliveries" />
        </>
      )}
      {delivery_id !== undefined && (
        <DeliveryDrawer key={delivery_id} organization_id={organization_id} delivery_id={delivery_id} onClose={close} />
      )}
      {isResending && (
        <ResendDeliveries
          organization_id={organization_id}
          filter={filters.query}
          onClose={() => setResending(false)}
        />
      )}
    </>
  );
}

interface LiveButtonProps {
  readonly isLive: boolean;
  readonly onChange: (isLive: boolean) => void;
}

/** Pauses the updates, for reading a page that changes quickly. */
function LiveButton({ isLive, onChange }: LiveButtonProps): ReactNode {
  return (
    <button
      type="button"
      className="button live-button"
      aria-pressed={isLive}
      title={isLive ? 'The first page updates every 3 seconds. Press to pause.' : 'Updates are paused.'}
      onClick={() => onChange(!isLive)}
    >
      <span className="dot" aria-hidden="true" />
      Live updates
    </button>
  );
}

export interface NoDeliveriesProps {
  readonly organization_id: string;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly removedBefore: string;
}

/** Advice for an empty list. */
export function NoDeliveries({ organization_id, isFiltered, onClear, removedBefore }: NoDeliveriesProps): ReactNode {
  if (isFiltered) {
    return (
      <Empty title="No delivery matches these filters">
        <p>
          Change a filter. Deliveries of events from before <Time at={removedBefore} isExact /> are no longer stored.
        </p>
        <Button onClick={onClear}>Clear filters</Button>
      </Empty>
    );
  }
  return (
    <Empty title="No deliveries yet">
      <p>Every change of a booking sends an event to the webhook URL, and its delivery appears here.</p>
      <p>
        <Link href={`/organizations/${organization_id}/settings`}>Set the webhook URL and send a test event</Link>, or
        create a booking with the API.
      </p>
      <p className="quiet">
        Deliveries of events from before <Time at={removedBefore} isExact /> are no longer stored.
      </p>
    </Empty>
  );
}

type Bucket = 'hour' | 'day';

/** The attempts over time, and by their outcome. Read when it is opened. */
export function Statistics({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Statistics</summary>
      {isOpen && <OpenStatistics organization_id={organization_id} />}
    </details>
  );
}

function OpenStatistics({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [bucket, setBucket] = useState<Bucket>('hour');
  const { data, error, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/delivery-statistics',
    { params: { path: { organization_id }, query: { bucket } } },
    { refetchInterval: 30_000 },
  );
  return (
    <div className="stack">
      <Select
        label="Period"
        value={bucket}
        onChange={setBucket}
        options={[
          ['hour', 'The last 24 hours, by hour'],
          ['day', 'The last 30 days, by day'],
        ]}
      />
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="statistics" />}
      {data && <DeliveryChart counts={data.data} />}
      {data && <Outcomes counts={data.data} />}
    </div>
  );
}

function Outcomes({ counts }: { readonly counts: readonly DeliveryCounts[] }): ReactNode {
  const rows = attemptClasses
    .map((name) => ({ name, count: counts.reduce((sum, each) => sum + each.status_classes[name], 0) }))
    .filter(({ count }) => count > 0);
  if (rows.length === 0) return null;
  return (
    <div>
      <h2>Responses</h2>
      <ul className="row">
        {rows.map(({ name, count }) => (
          <li key={name}>
            <strong>{count}</strong> <span className="quiet">{outcomeWords[name]}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const EventCatalogue = lazy(async () => ({ default: (await import('./event-catalogue.tsx')).EventCatalogue }));

/** The catalogue of events. It is loaded when it is opened first. */
export function EventTypes({ organization_id }: { readonly organization_id: string }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="card" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Event types</summary>
      {isOpen && (
        <Suspense fallback={<Loading what="the event types" />}>
          <EventCatalogue organization_id={organization_id} />
        </Suspense>
      )}
    </details>
  );
}
