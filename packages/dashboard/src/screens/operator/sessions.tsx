import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { usePages } from '../../api/use-pages.ts';
import { Badge, type Tone } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { Time } from '../../components/time.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { DashboardSession } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';
import { CreateLink } from './create-link.tsx';
import { HolderCell } from './holder-cell.tsx';

const states: Readonly<Record<DashboardSession['state'], readonly [text: string, tone: Tone]>> = {
  link: ['Link, not used', 'waiting'],
  active: ['Signed in', 'good'],
  expired: ['Expired', 'neutral'],
};

/** Who can use the dashboard: sign-in links and sessions. Create a link, revoke a session. */
export function Sessions(): ReactNode {
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<DashboardSession | null>(null);
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
        People sign in with a link that works once. A session ends after 12 hours without a request, after 7 days, or
        when you revoke it.
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
      {revoked && <RevokeSession session={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

interface SessionTableProps {
  readonly rows: readonly DashboardSession[];
  readonly isStale: boolean;
  readonly onRevoke: (session: DashboardSession) => void;
}

function SessionTable({ onRevoke, ...table }: SessionTableProps): ReactNode {
  const { actor } = useSession();
  const columns: Column<DashboardSession>[] = [
    { title: 'Who', kind: 'main', cell: (session) => <HolderCell holder={session} isYou={session.id === actor.id} /> },
    {
      title: 'State',
      cell: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge>,
    },
    {
      title: 'Last used',
      kind: 'wide',
      cell: ({ last_used }) => (last_used ? <Time at={last_used} clock="computer" isNarrow /> : 'Never'),
    },
    { title: 'Expires', kind: 'wide', cell: ({ expires }) => <Time at={expires} clock="computer" isNarrow /> },
    {
      title: 'Revoke',
      kind: 'end',
      cell: (session) => (
        <Button
          label={`Revoke the access of ${session.name === null ? session.id : shownName(session.name)}`}
          onClick={() => onRevoke(session)}
        >
          Revoke…
        </Button>
      ),
    },
  ];
  return <Table {...table} caption="Links and sessions, newest first" columns={columns} rowKey={({ id }) => id} />;
}

interface RevokeSessionProps {
  readonly session: DashboardSession;
  readonly onClose: () => void;
}

function RevokeSession({ session, onClose }: RevokeSessionProps): ReactNode {
  const { id, name, state } = session;
  const { actor } = useSession();
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const revoke = async () => {
    await admin.POST('/dashboard-sessions/{dashboard_session_id}/revoke', {
      params: { path: { dashboard_session_id: id } },
    });
    await invalidate('/dashboard-sessions');
    announce('The access is revoked.');
  };
  return (
    <ConfirmDialog
      title={`Revoke the access of ${name === null ? 'this person' : shownName(name)}?`}
      confirm="Revoke access"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>
        {state === 'link'
          ? 'The link no longer works.'
          : 'The next request of this person is refused. To return, the person needs a new link.'}
      </p>
      {id === actor.id && (
        <p>
          <strong>This is your own session: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}
