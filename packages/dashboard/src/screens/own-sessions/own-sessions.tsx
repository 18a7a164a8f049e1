import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DashboardSession } from '@booking-service/contract/admin';
import { Badge, Button, Time } from '../../components/elements.tsx';
import { ConfirmDialog } from '../../components/dialogs.tsx';
import { Empty, ErrorMessage, Loading, useAnnounce } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { readOwnSessions, revokeOwnSession } from '../../session/session.ts';

const ownSessionsKey: QueryKey = ['own-sessions'];

/** The sessions of the person who is signed in, with a button that ends each other one. */
export function OwnSessions(): ReactNode {
  const { actor } = useSession();
  return (
    <>
      <ScreenTitle>Your sessions</ScreenTitle>
      {actor.kind === 'session' ? (
        <Sessions current={actor.id} />
      ) : (
        <Empty title="Another application has signed you in">
          <p>It keeps your sessions. Sign out there.</p>
        </Empty>
      )}
    </>
  );
}

function Sessions({ current }: { readonly current: string | null }): ReactNode {
  const [ended, setEnded] = useState<DashboardSession | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ownSessionsKey, queryFn: readOwnSessions });
  return (
    <>
      <p className="quiet">
        Each browser in which you are signed in. A session ends after 12 hours without a request, after 7 days, or when
        you end it. After a sign-in with a link of an operator, you see the current session only.
      </p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="your sessions" />}
      {data && (
        <Table
          caption="Your sessions, newest first"
          columns={columnsOf(current, setEnded)}
          rows={data}
          rowKey={({ id }) => id}
        />
      )}
      {ended && <EndSession session={ended} onClose={() => setEnded(null)} />}
    </>
  );
}

function columnsOf(
  current: string | null,
  onEnd: (session: DashboardSession) => void,
): readonly Column<DashboardSession>[] {
  return [
    {
      title: 'Signed in',
      kind: 'main',
      cell: ({ id, signed_in_at, expires_at }) => (
        <>
          <span className="row">
            {signed_in_at !== null && <Time at={signed_in_at} clock="computer" />}
            {id === current && <Badge tone="accent">This browser</Badge>}
          </span>
          <span className="details quiet narrow">
            <span>
              Ends <Time at={expires_at} clock="computer" />
            </span>
          </span>
        </>
      ),
    },
    {
      title: 'Last used',
      cell: ({ last_used_at }) => last_used_at !== null && <Time at={last_used_at} clock="computer" isNarrow />,
    },
    { title: 'Ends', kind: 'wide', cell: ({ expires_at }) => <Time at={expires_at} clock="computer" /> },
    {
      title: 'End',
      kind: 'end',
      cell: (session) =>
        session.id !== current && (
          <Button label={`End the session ${session.id}`} onClick={() => onEnd(session)}>
            End…
          </Button>
        ),
    },
  ];
}

interface EndSessionProps {
  readonly session: DashboardSession;
  readonly onClose: () => void;
}

function EndSession({ session, onClose }: EndSessionProps): ReactNode {
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const end = async () => {
    await revokeOwnSession(session.id);
    await queryClient.invalidateQueries({ queryKey: ownSessionsKey });
    announce('The session has ended.');
  };
  return (
    <ConfirmDialog title="End this session?" confirm="End session" isDangerous onConfirm={end} onClose={onClose}>
      <p>The browser that has it must sign in again.</p>
    </ConfirmDialog>
  );
}
