import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { Empty } from '../../components/loading.tsx';
import { Time } from '../../components/time.tsx';
import { ModeBadge } from '../bookings/booking-table.tsx';
import type { ProviderState } from '@booking-service/contract/admin';

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
