import { useState, type ReactNode } from 'react';
import type { DashboardSession } from '@booking-service/contract/admin';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useList } from '../../api/use-list.ts';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { RevokeSession } from './revoke-session.tsx';
import { SessionTable } from './session-table.tsx';

const path = '/organizations/{organization_id}/dashboard-sessions';

/** The members of an organization who are signed in. Its admins end their sessions. */
export function OrganizationSessions({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const [revoked, setRevoked] = useState<DashboardSession | null>(null);
  const invalidate = useInvalidate();
  const list = useList((page) =>
    api.queryOptions('get', path, { params: { path: { organization_id }, query: page } }, { refetchInterval: 15_000 }),
  );
  const revoke = async ({ id }: DashboardSession) => {
    await admin.POST(`${path}/{dashboard_session_id}/revoke`, {
      params: { path: { organization_id, dashboard_session_id: id } },
    });
    await invalidate(path);
  };
  return (
    <>
      <ScreenTitle>Sessions</ScreenTitle>
      <p className="quiet">
        The people of this organization who can use the dashboard. A session ends after 12 hours without a request,
        after 7 days, or when you revoke it.
      </p>
      <ListRows
        list={list}
        what="sessions"
        empty={
          <Empty title="No sessions">
            <p>No member of this organization is signed in.</p>
          </Empty>
        }
      >
        {({ rows, isStale }) => (
          // The organization is that of the screen.
          <SessionTable
            rows={rows.map((session) => ({ ...session, organization_id: null }))}
            isStale={isStale}
            onRevoke={setRevoked}
          />
        )}
      </ListRows>
      {revoked && <RevokeSession session={revoked} onRevoke={() => revoke(revoked)} onClose={() => setRevoked(null)} />}
    </>
  );
}
