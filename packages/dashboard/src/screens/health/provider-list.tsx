import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Empty } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { ModeBadge } from '../bookings/booking-table.tsx';
import type { ProviderState } from '@booking-service/contract/admin';

type Kind = ProviderState['kinds'][number];

const circuitWords: Readonly<Record<Kind['circuit'], readonly [text: string, tone: Tone]>> = {
  closed: ['closed', 'good'],
  open: ['open', 'bad'],
  half_open: ['half-open', 'waiting'],
};

const columns: readonly Column<Kind>[] = [
  { title: 'Call', kind: 'main', cell: ({ call }) => <code>{call}</code> },
  { title: 'Circuit', cell: (kind) => <Circuit {...kind} /> },
  { title: 'Latest error', cell: ({ last_error }) => <LatestError error={last_error} /> },
  { title: 'Paused for', kind: 'wide', cell: ({ paused_organizations }) => pausedText(paused_organizations) },
];

/** The suppliers of the service: the circuit of each kind of call, and its latest error. */
export function ProviderList({ providers }: { readonly providers: readonly ProviderState[] }): ReactNode {
  if (providers.length === 0) {
    return (
      <Empty title="No suppliers">
        <p>Name the suppliers of the service in providers.yaml.</p>
      </Empty>
    );
  }
  return (
    <>
      <h2>Suppliers</h2>
      <p className="quiet">
        As this instance of the service sees them since its start. An open circuit makes no calls for a while; a
        half-open one lets few calls through.
      </p>
      {providers.map((provider) => (
        <Provider key={`${provider.name} ${provider.mode}`} {...provider} />
      ))}
    </>
  );
}

function Provider({ name, mode, kinds, calls_in_progress }: ProviderState): ReactNode {
  const isQuiet = kinds.every(isIdle);
  return (
    <details className="card" open={!isQuiet}>
      <summary>
        <strong>{name}</strong> <ModeBadge livemode={mode === 'live'} />{' '}
        <span className="quiet">
          {isQuiet ? 'works' : 'has failures'}, {calls_in_progress} calls in progress
        </span>
      </summary>
      <Table caption={`Calls of ${name}, ${mode}`} columns={columns} rows={kinds} rowKey={({ call }) => call} />
    </details>
  );
}

function isIdle({ circuit, paused_organizations, last_error }: Kind): boolean {
  return circuit === 'closed' && paused_organizations === 0 && last_error === null;
}

function Circuit({ circuit, open_since }: Kind): ReactNode {
  const [text, tone] = circuitWords[circuit];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {open_since !== null && (
        <span className="quiet">
          {' '}
          since <Time at={open_since} isNarrow />
        </span>
      )}
    </>
  );
}

function LatestError({ error }: { readonly error: Kind['last_error'] }): ReactNode {
  if (!error) return <span className="quiet">None</span>;
  return (
    <>
      {error.message}{' '}
      <span className="quiet">
        <Time at={error.at} isNarrow />
      </span>
    </>
  );
}

function pausedText(organizations: number): string {
  if (organizations === 0) return 'No organization';
  return organizations === 1 ? '1 organization alone' : `${organizations} organizations alone`;
}
