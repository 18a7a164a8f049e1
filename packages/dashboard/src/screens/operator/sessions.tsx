import { type ReactNode, useState } from 'react';
import type { CreatedDashboardLink, DashboardRole, DashboardSession } from '@booking-service/contract/admin';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { Field } from '../../components/field.tsx';
import { ConfirmDialog, FormDialog, ShownOnce } from '../../components/dialogs.tsx';
import { dashboardRoles, type Holder, HolderCell, HolderFields, holderOf } from './holder-fields.tsx';
import { shownName } from '../../components/shown-values.ts';
import { Empty, useAnnounce } from '../../components/loading.tsx';
import { useSession } from '../../session/session-boundary.tsx';
import { Badge, Button, Time, type Tone } from '../../components/elements.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { useList } from '../../api/use-list.ts';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';

export interface CreateLinkProps {
  /** The organization to begin with; undefined to begin with none. */
  readonly organization_id?: string;
  readonly onClose: () => void;
}

/** The form for a link that signs one person in, and then the link. */
export function CreateLink({ organization_id, onClose }: CreateLinkProps): ReactNode {
  const [name, setName] = useState('');
  const [holder, setHolder] = useState<Holder<DashboardRole>>({
    role: 'admin',
    organization_id: organization_id ?? '',
  });
  const [created, setCreated] = useState<CreatedDashboardLink | null>(null);
  const invalidate = useInvalidate();
  const create = async () => {
    const { data } = await admin.POST('/dashboard-links', {
      body: { ...holderOf(holder), ...(name.trim() !== '' && { name: name.trim() }) },
    });
    await invalidate('/dashboard-sessions');
    if (data) setCreated(data);
  };
  if (created) {
    return (
      <ShownOnce title="Sign-in link" label="The sign-in link" secret={created.url} onClose={onClose}>
        <p>
          Send it to one person. It works once, for 15 minutes, and signs in as <strong>{created.session.role}</strong>.
          Whoever uses it first is signed in.
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog title="Create sign-in link" submit="Create link" onSubmit={create} onClose={onClose}>
      <Field
        label="Name of the person"
        value={name}
        onChange={setName}
        maxLength={100}
        hint="Optional. The audit log shows it beside each change."
      />
      <HolderFields value={holder} roles={dashboardRoles} onChange={setHolder} />
    </FormDialog>
  );
}

export interface RevokeSessionProps {
  readonly session: DashboardSession;
  /** Ends the session, and reads again what is shown of it. */
  readonly onRevoke: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks before it ends the access of a person. */
export function RevokeSession({ session, onRevoke, onClose }: RevokeSessionProps): ReactNode {
  const { id, name, state } = session;
  const { actor } = useSession();
  const announce = useAnnounce();
  const revoke = async () => {
    await onRevoke();
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
          : 'The next request of this person is refused. To return, the person has to sign in again.'}
      </p>
      {id === actor.id && (
        <p>
          <strong>This is your own session: you will be signed out.</strong>
        </p>
      )}
    </ConfirmDialog>
  );
}

const states: Readonly<Record<DashboardSession['state'], readonly [text: string, tone: Tone]>> = {
  link: ['Link, not used', 'waiting'],
  active: ['Signed in', 'good'],
  expired: ['Expired', 'neutral'],
};

export interface SessionTableProps {
  readonly rows: readonly DashboardSession[];
  readonly isStale: boolean;
  readonly onRevoke: (session: DashboardSession) => void;
}

/** Sign-in links and sessions with their people. */
export function SessionTable({ onRevoke, ...table }: SessionTableProps): ReactNode {
  const { actor } = useSession();
  const columns: Column<DashboardSession>[] = [
    { title: 'Who', kind: 'main', cell: (session) => <HolderCell holder={session} isYou={session.id === actor.id} /> },
    { title: 'State', cell: ({ state }) => <Badge tone={states[state][1]}>{states[state][0]}</Badge> },
    {
      title: 'Last used',
      kind: 'wide',
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} clock="computer" isNarrow /> : 'Never'),
    },
    { title: 'Expires', kind: 'wide', cell: ({ expires_at }) => <Time at={expires_at} clock="computer" isNarrow /> },
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
