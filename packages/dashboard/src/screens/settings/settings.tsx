import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEvent } from './test-event.tsx';
import { WebhookUrl } from './webhook-url.tsx';

/** The webhook URL, a test event, and the signing secret. */
export function Settings({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/organizations/{organization_id}/settings', {
    params: { path: { organization_id } },
  });
  return (
    <>
      <ScreenTitle>Settings</ScreenTitle>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="settings" />}
      {data && (
        <div className="settings stack">
          {/* Another stored URL begins a new edit. */}
          <WebhookUrl key={data.webhook_url} organization_id={organization_id} stored={data.webhook_url} />
          <TestEvent organization_id={organization_id} hasUrl={data.webhook_url !== null} />
          <SigningSecret organization_id={organization_id} prepared={data.secret_prepared} />
        </div>
      )}
    </>
  );
}
