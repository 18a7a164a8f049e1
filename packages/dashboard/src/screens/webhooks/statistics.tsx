import { useState, type ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { ErrorMessage } from '../../components/error-message.tsx';
import { Loading } from '../../components/loading.tsx';
import { Select } from '../../components/select.tsx';
import { DeliveryChart } from '../../deliveries/delivery-chart.tsx';
import { attemptClasses, outcomeWords } from '../../deliveries/delivery-words.ts';
import type { DeliveryCounts } from '@booking-service/contract/admin';

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
