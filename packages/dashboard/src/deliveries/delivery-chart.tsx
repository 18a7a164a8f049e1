import { type ReactNode, useId } from 'react';
import type { DeliveryCounts } from '@booking-service/contract/admin';
import { type Column, Table } from '../components/table.tsx';
import { durationText, exactTime, shortTime } from '../components/shown-values.ts';
import { attemptParts, chartBars, latencyParts, latencyText, successText, sumCounts } from './chart-bars.ts';

const columns: readonly Column<DeliveryCounts>[] = [
  { title: 'From', cell: ({ from }) => exactTime(from) },
  { title: 'Succeeded', kind: 'end', cell: ({ succeeded }) => succeeded },
  { title: 'Failed', kind: 'end', cell: ({ failed }) => failed },
  { title: 'Abandoned', kind: 'end', cell: ({ abandoned }) => abandoned },
  { title: 'Mean', kind: 'end', cell: ({ mean_ms }) => timeCell(mean_ms) },
  { title: 'Slowest', kind: 'end', cell: ({ slowest_ms }) => timeCell(slowest_ms) },
];

/**
 * The attempts of each part of the time, by outcome, and the time until their responses, as bars. The table below the chart has the same
 * numbers.
 */
export function DeliveryChart({ counts }: { readonly counts: readonly DeliveryCounts[] }): ReactNode {
  const id = useId();
  const total = sumCounts(counts);
  const [first, last] = [counts[0], counts.at(-1)];
  return (
    <figure className="chart" aria-labelledby={id}>
      <p id={id}>
        <strong>{successText(total)}</strong>{' '}
        <span className="quiet">
          {total.succeeded} succeeded, {total.failed} failed. {total.abandoned}{' '}
          {total.abandoned === 1 ? 'delivery was' : 'deliveries were'} abandoned.
        </span>
      </p>
      <Bars counts={counts} partsOf={attemptParts} />
      <p>
        <strong>{latencyText(counts)}</strong>{' '}
        <span className="quiet">The lower part of a bar is the mean, and its top the slowest response.</span>
      </p>
      <Bars counts={counts} partsOf={latencyParts} />
      {first && last && (
        <p className="axis quiet">
          <span>{shortTime(first.from)}</span>
          <span>{shortTime(last.before)}</span>
        </p>
      )}
      <details>
        <summary>Numbers</summary>
        <Table
          caption="Attempts over time"
          columns={columns}
          rows={counts.filter(({ succeeded, failed, abandoned }) => succeeded + failed + abandoned > 0)}
          rowKey={({ from }) => from}
        />
      </details>
    </figure>
  );
}

interface BarsProps {
  readonly counts: readonly DeliveryCounts[];
  readonly partsOf: Parameters<typeof chartBars>[1];
}

function Bars({ counts, partsOf }: BarsProps): ReactNode {
  return (
    <svg viewBox="0 0 480 120" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {chartBars(counts, partsOf, { width: 480, height: 120 }).map(({ key, kind, title, ...place }) => (
        <rect key={key} className={kind} {...place}>
          <title>{title}</title>
        </rect>
      ))}
    </svg>
  );
}

function timeCell(ms: number | null): string {
  return ms === null ? '–' : durationText(ms);
}
