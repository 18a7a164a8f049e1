import type { ReactNode } from 'react';
import {
  adminLimits,
  type DatabaseHealth,
  type ProviderState,
  type QueueHealth,
  type Readiness,
} from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { Badge, Facts, Time, type Tone } from '../../components/elements.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { ModeBadge } from '../bookings/booking-list.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { api } from '../../api/admin-api.ts';
import { ScreenTitle } from '../../components/screen.tsx';

type Kind = ProviderState['kinds'][number];

const circuitWords: Readonly<Record<Kind['circuit'], readonly [text: string, tone: Tone]>> = {
  closed: ['closed', 'good'],
  open: ['open', 'bad'],
  half_open: ['half-open', 'waiting'],
};

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
        <strong>{name}</strong> <ModeBadge livemode={mode === 'live'} /> {isQuiet ? 'works' : 'has failures'},{' '}
        {calls_in_progress} calls in progress
      </summary>
      <Facts rows={kinds.map((kind) => [kind.call, <CallState key={kind.call} {...kind} />])} />
    </details>
  );
}

function isIdle({ circuit, paused_organizations, last_error }: Kind): boolean {
  return circuit === 'closed' && paused_organizations === 0 && last_error === null;
}

function CallState({ circuit, open_since, paused_organizations, last_error }: Kind): ReactNode {
  const [text, tone] = circuitWords[circuit];
  return (
    <>
      <Badge tone={tone}>{text}</Badge>
      {open_since !== null && (
        <span className="quiet">
          {' '}
          not closed since <Time at={open_since} isExact />
        </span>
      )}
      {paused_organizations > 0 && <p>Paused for {pausedText(paused_organizations)}.</p>}
      {last_error && (
        <p>
          Latest error: {last_error.message}{' '}
          <span className="quiet">
            (<Time at={last_error.at} />)
          </span>
        </p>
      )}
    </>
  );
}

function pausedText(organizations: number): string {
  return organizations === 1 ? '1 organization alone' : `${organizations} organizations alone`;
}

const kindWords: Readonly<Record<QueueHealth['kind'], string>> = {
  runs: 'Bookings and payments',
  deliveries: 'Webhooks',
};

const { counted_work: maxCounted } = adminLimits;
const countText = (count: number) => (count >= maxCounted ? `${maxCounted} or more` : String(count));

const columns: readonly Column<QueueHealth>[] = [
  { title: 'Queue', kind: 'main', cell: ({ kind }) => kindWords[kind] },
  { title: 'Due', kind: 'end', cell: ({ due }) => countText(due) },
  {
    title: 'Oldest',
    kind: 'end',
    cell: ({ oldest_at }) => (oldest_at === null ? 'None' : <Time at={oldest_at} isNarrow />),
  },
  { title: 'Stuck', kind: 'end', cell: (queue) => <Stuck {...queue} /> },
];

/** The queues of one database: the due work, its age and the stuck work. */
export function QueueTable({ queues }: { readonly queues: readonly QueueHealth[] }): ReactNode {
  return <Table caption="Queues" columns={columns} rows={queues} rowKey={({ kind }) => kind} />;
}

function Stuck({ failing, pending }: QueueHealth): ReactNode {
  const stuck = failing + pending;
  if (stuck === 0) return '0';
  return (
    <Link href="/operator/stuck">
      <Badge tone="bad">{countText(stuck)}</Badge>
    </Link>
  );
}

const live = { refetchInterval: 10_000 };

/** The state of the service: its version, its databases with their queues, and its suppliers. */
export function Health(): ReactNode {
  const health = api.useQuery('get', '/health', {}, live);
  const readiness = api.useQuery('get', '/readyz', {}, live);
  const providers = api.useQuery('get', '/providers', {}, live);
  const failed = [health, providers].find(({ error }) => error !== null);
  return (
    <>
      <ScreenTitle>Health</ScreenTitle>
      {failed && <ErrorMessage error={failed.error} onRetry={() => void failed.refetch()} />}
      {!failed && !(health.data && providers.data) && <Loading what="the state of the service" />}
      {health.data && (
        <section className="card stack">
          <h2>Service</h2>
          <Facts
            rows={[
              ['Version', health.data.version ?? 'Unknown'],
              ['Ready', readiness.data ? <ReadyBadge key="ready" {...readiness.data} /> : <NotReady key="not" />],
            ]}
          />
          {readiness.data && <Reasons reasons={readiness.data.not_ready} />}
        </section>
      )}
      {health.data?.databases.map((database) => (
        <Database key={database.cell} database={database} />
      ))}
      {providers.data && <ProviderList providers={providers.data.data} />}
    </>
  );
}

function ReadyBadge({ not_ready }: Readiness): ReactNode {
  return not_ready.length === 0 ? <Badge tone="good">ready</Badge> : <Badge tone="waiting">in part</Badge>;
}

/** The service responds with 503, so its reasons are those of the databases. */
function NotReady(): ReactNode {
  return <Badge tone="bad">not ready</Badge>;
}

function Reasons({ reasons }: { readonly reasons: Readiness['not_ready'] }): ReactNode {
  if (reasons.length === 0) return null;
  return (
    <ul>
      {reasons.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

function Database({ database }: { readonly database: DatabaseHealth }): ReactNode {
  const { cell, fault, migration, queues } = database;
  return (
    <section className="card stack">
      <h2>{cell === null ? 'Database' : `Cell ${cell}`}</h2>
      <Facts
        rows={[
          [
            'State',
            <Badge key="state" tone={fault === null ? 'good' : 'bad'}>
              {fault === null ? 'works' : 'down'}
            </Badge>,
          ],
          ['Problem', fault],
          ['Migration', migration && migrationText(migration)],
        ]}
      />
      {queues && <QueueTable queues={queues} />}
    </section>
  );
}

function migrationText({ database, program }: NonNullable<DatabaseHealth['migration']>): string {
  return database === program ? `${database}, as this version needs` : `${database}. This version needs ${program}.`;
}
