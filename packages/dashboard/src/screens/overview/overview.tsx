import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { ErrorMessage, Progress, Loading } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { Badge, Time, type Tone } from '../../components/elements.tsx';
import { DeliveryChart } from '../../deliveries/delivery-chart.tsx';
import type { Usage } from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { findAttention, type AttentionFacts } from './find-attention.ts';

const refreshEvery = 10_000;

/** Tasks, the use of the limits, and the success of webhooks. */
export function Overview({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const init = { params: { path: { organization_id } } };
  const live = { refetchInterval: refreshEvery };
  const organization = api.useQuery('get', '/organizations/{organization_id}', init, live);
  const settings = api.useQuery('get', '/organizations/{organization_id}/settings', init, live);
  const usage = api.useQuery('get', '/organizations/{organization_id}/usage', init, live);
  const statistics = api.useQuery('get', '/organizations/{organization_id}/delivery-statistics', init, live);
  const queries = [organization, settings, usage, statistics];
  const failed = queries.find(({ error }) => error !== null);

  return (
    <>
      <ScreenTitle>Overview</ScreenTitle>
      {failed && <ErrorMessage error={failed.error} onRetry={() => queries.forEach((query) => void query.refetch())} />}
      {!failed && queries.some(({ isPending }) => isPending) && <Loading what="the overview" />}
      {organization.data && settings.data && usage.data && statistics.data && (
        <Attention
          organization={organization.data}
          settings={settings.data}
          usage={usage.data}
          counts={statistics.data.data}
          failing_since={statistics.data.failing_since}
        />
      )}
      {statistics.data && (
        <section className="card stack">
          <h2>Webhook attempts of the last 24 hours</h2>
          <DeliveryChart counts={statistics.data.data} />
        </section>
      )}
      {usage.data && <Limits usage={usage.data} />}
    </>
  );
}

function Limits({ usage: { rate, test_bookings } }: { readonly usage: Usage }): ReactNode {
  return (
    <div className="grid">
      <section className="card stack">
        <h2>Requests</h2>
        <Progress
          label="This window of 5 minutes"
          value={rate.used}
          max={rate.limit}
          text={`${rate.used} of ${rate.limit}`}
        />
        <p className="quiet">
          The window ends <Time at={rate.resets_at} />. Requests over the limit get the status 429.
        </p>
      </section>
      <section className="card stack">
        <h2>Test bookings</h2>
        <Progress
          label="Confirmed"
          value={test_bookings.confirmed}
          max={test_bookings.allowance}
          text={`${test_bookings.confirmed} of ${test_bookings.allowance}`}
        />
        <p className="quiet">
          {test_bookings.reserved > 0 && `${inProgress(test_bookings.reserved)} and may still be confirmed. `}
          Only confirmed test bookings count, and those in progress until they end. When all are used, an operator can
          raise the allowance.
        </p>
      </section>
    </div>
  );
}

function inProgress(reserved: number): string {
  return reserved === 1 ? '1 more is in progress' : `${reserved} more are in progress`;
}

const toneWords: Readonly<Partial<Record<Tone, string>>> = { bad: 'Act now', waiting: 'Check', accent: 'To do' };

/** Open tasks of a person, most urgent first. */
export function Attention(facts: AttentionFacts): ReactNode {
  const items = findAttention(facts);
  return (
    <section className="card stack">
      <h2>Needs attention</h2>
      {items.length === 0 ? (
        <p>Nothing needs attention: webhooks arrive, and the limits have room.</p>
      ) : (
        <ul className="attention">
          {items.map(({ tone, text, address, link }) => (
            <li key={text}>
              <Badge tone={tone}>{toneWords[tone]}</Badge>
              <span>{text}</span>
              {address !== null && <Link href={address}>{link}</Link>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
