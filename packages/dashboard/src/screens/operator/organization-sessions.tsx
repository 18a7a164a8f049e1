import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DashboardSession } from '@booking-service/contract/admin';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { usePages } from '../../api/use-pages.ts';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import type { ScreenProps } from '../../screens.ts';
import { RevokeSession } from './revoke-session.tsx';
import { SessionTable } from './session-table.tsx';

const path = '/organizations/{organization_id}/dashboard-sessions';

/** The members of an organization who are signed in. Its admins end their sessions. */
export function OrganizationSessions({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const pages = usePages();
  const [revoked, setRevoked] = useState<DashboardSession | null>(null);
  const invalidate = useInvalidate();
  const query = { limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    path,
    { params: { path: { organization_id }, query } },
    { placeholderData: keepPreviousData, refetchInterval: 15_000 },
  );
  const revoke = async ({ id }: DashboardSession) => {
    await admin.POST(`${path}/{dashboard_session_id}/revoke`, {
      params: { path: { organization_id, dashboard_session_id: id } },
    });
    await invalidate(path);
  };
  // The organization is that of the screen.
  const rows = data?.data.map((session) => ({ ...session, organization_id: null })) ?? [];
  return (
    <>
      <ScreenTitle>Sessions</ScreenTitle>
      <p className="quiet">
        The people of this organization who can use the dashboard. A session ends after 12 hours without a request,
        after 7 days, or when you revoke it.
      </p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="sessions" />}
      {data && rows.length === 0 && (
        <Empty title="No sessions">
          <p>No member of this organization is signed in.</p>
        </Empty>
      )}
      {rows.length > 0 && <SessionTable rows={rows} isStale={isPlaceholderData} onRevoke={setRevoked} />}
      <Pager pages={pages} next={data?.next_cursor} what="sessions" isBusy={isPlaceholderData} />
      {revoked && <RevokeSession session={revoked} onRevoke={() => revoke(revoked)} onClose={() => setRevoked(null)} />}
    </>
  );
}
