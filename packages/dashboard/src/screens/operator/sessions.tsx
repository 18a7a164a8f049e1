import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import type { DashboardSession } from '@booking-service/contract/admin';
import { CreateLink } from './create-link.tsx';
import { RevokeSession } from './revoke-session.tsx';
import { SessionTable } from './session-table.tsx';

/** Who can use the dashboard: sign-in links and sessions. Create a link, revoke a session. */
export function Sessions(): ReactNode {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<DashboardSession | null>(null);
  const invalidate = useInvalidate();
  const revoke = async ({ id }: DashboardSession) => {
    await admin.POST('/dashboard-sessions/{dashboard_session_id}/revoke', {
      params: { path: { dashboard_session_id: id } },
    });
    await invalidate('/dashboard-sessions');
  };
  const query = { limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/dashboard-sessions',
    { params: { query } },
    { placeholderData: keepPreviousData, refetchInterval: 15_000 },
  );
  return (
    <>
      <ScreenTitle
        actions={
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create sign-in link
          </Button>
        }
      >
        Dashboard access
      </ScreenTitle>
      <p className="quiet">
        People sign in at an issuer, or with a link that works once. A session ends after 12 hours without a request,
        after 7 days, or when you revoke it.
      </p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="sessions" />}
      {data && data.data.length === 0 && (
        <Empty title="No sessions">
          <p>Create a sign-in link and send it to one person.</p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <SessionTable rows={data.data} isStale={isPlaceholderData} onRevoke={setRevoked} />
      )}
      <Pager pages={pages} next={data?.next_cursor} what="sessions" isBusy={isPlaceholderData} />
      {isCreating && <CreateLink onClose={() => setCreating(false)} />}
      {revoked && <RevokeSession session={revoked} onRevoke={() => revoke(revoked)} onClose={() => setRevoked(null)} />}
    </>
  );
}
