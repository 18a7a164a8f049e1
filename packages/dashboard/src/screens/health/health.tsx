import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { ProviderList } from './provider-list.tsx';
import { QueueTable } from './queue-table.tsx';
import type { DatabaseHealth, Readiness } from '@booking-service/contract/admin';

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
