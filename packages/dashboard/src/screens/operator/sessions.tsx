import { useState, type ReactNode } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../components/button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import type { DashboardSession } from '@booking-service/contract/admin';
import { CreateLink } from './create-link.tsx';
import { RevokeSession } from './revoke-session.tsx';
import { SessionTable } from './session-table.tsx';

/** Who can use the dashboard: sign-in links and sessions. Create a link, revoke a session. */
export function Sessions(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<DashboardSession | null>(null);
  const invalidate = useInvalidate();
  const revoke = async ({ id }: DashboardSession) => {
    await admin.POST('/dashboard-sessions/{dashboard_session_id}/revoke', {
      params: { path: { dashboard_session_id: id } },
    });
    await invalidate('/dashboard-sessions');
  };
  const list = useList((page) =>
    api.queryOptions('get', '/dashboard-sessions', { params: { query: page } }, { refetchInterval: 15_000 }),
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
      <ListRows
        list={list}
        what="sessions"
        empty={
          <Empty title="No sessions">
            <p>Create a sign-in link and send it to one person.</p>
          </Empty>
        }
      >
        {(table) => <SessionTable {...table} onRevoke={setRevoked} />}
      </ListRows>
      {isCreating && <CreateLink onClose={() => setCreating(false)} />}
      {revoked && <RevokeSession session={revoked} onRevoke={() => revoke(revoked)} onClose={() => setRevoked(null)} />}
    </>
  );
}
