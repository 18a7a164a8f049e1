import { type ReactNode, useState } from 'react';
import type { AccessToken, CreatedAccessToken, Role } from '@booking-service/contract/admin';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { Field } from '../../components/field.tsx';
import { ConfirmDialog, FormDialog, ShownOnce } from '../../components/dialogs.tsx';
import { shownName } from '../../components/shown-values.ts';
import { type Holder, HolderCell, HolderFields, holderOf, tokenRoles } from './holder-fields.tsx';
import { useList } from '../../api/use-list.ts';
import { Badge, Button, Time } from '../../components/elements.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { Empty, useAnnounce } from '../../components/loading.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { serviceTime } from '../../session/service-time.ts';

/** The form for a new access token, and then the token. */
export function CreateToken({ onClose }: { readonly onClose: () => void }): ReactNode {
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [holder, setHolder] = useState<Holder<Role>>({ role: 'viewer', organization_id: '' });
  const [created, setCreated] = useState<CreatedAccessToken | null>(null);
  const invalidate = useInvalidate();
  const create = async () => {
    const { data } = await admin.POST('/access-tokens', {
      body: { name: name.trim(), ...holderOf(holder), ...(days !== '' && { expires_in_days: Number(days) }) },
    });
    await invalidate('/access-tokens');
    if (data) setCreated(data);
  };
  if (created) {
    return (
      <ShownOnce
        title={`Access token of “${shownName(created.access_token.name)}”`}
        label="The access token"
        secret={created.token}
        onClose={onClose}
      >
        <p>
          Send it to the admin server as <code>Authorization: Bearer TOKEN</code>. The service stores only its digest.
          If it is lost, create another one and revoke this one.
        </p>
      </ShownOnce>
    );
  }
  return (
    <FormDialog title="Create access token" submit="Create token" onSubmit={create} onClose={onClose}>
      <Field
        label="Name of its holder"
        value={name}
        onChange={setName}
        isRequired
        maxLength={100}
        hint="The audit log shows it beside each change."
      />
      <HolderFields value={holder} roles={tokenRoles} onChange={setHolder} />
      <Field
        label="Days until it expires"
        type="number"
        min={1}
        max={3650}
        value={days}
        onChange={setDays}
        hint="Optional. Without a number it does not expire."
      />
    </FormDialog>
  );
}

/** The access tokens of the admin server: list, create, revoke. */
export function AccessTokens(): ReactNode {
  const [isCreating, setCreating] = useState(false);
  const [revoked, setRevoked] = useState<AccessToken | null>(null);
  const list = useList((page) => api.queryOptions('get', '/access-tokens', { params: { query: page } }));
  return (
    <>
      <ScreenTitle
        actions={
          <Button kind="primary" onClick={() => setCreating(true)}>
            Create token
          </Button>
        }
      >
        Access tokens
      </ScreenTitle>
      <p className="quiet">
        A token names a program or a person that calls the admin server. People who use this dashboard need a sign-in
        link instead.
      </p>
      <ListRows
        list={list}
        what="access tokens"
        empty={
          <Empty title="No access tokens yet">
            <p>Create one for a program that calls the admin server.</p>
          </Empty>
        }
      >
        {(table) => <TokenTable {...table} onRevoke={setRevoked} />}
      </ListRows>
      {isCreating && <CreateToken onClose={() => setCreating(false)} />}
      {revoked && <RevokeToken token={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

interface TokenTableProps {
  readonly rows: readonly AccessToken[];
  readonly isStale: boolean;
  readonly onRevoke: (token: AccessToken) => void;
}

function TokenTable({ onRevoke, ...table }: TokenTableProps): ReactNode {
  const columns: Column<AccessToken>[] = [
    { title: 'Holder', kind: 'main', cell: (token) => <HolderCell holder={token} /> },
    { title: 'State', cell: (token) => <TokenState token={token} /> },
    {
      title: 'Last used',
      kind: 'wide',
      cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} isNarrow /> : 'Never'),
    },
    {
      title: 'Expires',
      kind: 'wide',
      cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} isNarrow /> : 'Never'),
    },
    {
      title: 'Revoke',
      kind: 'end',
      cell: (token) =>
        token.revoked_at === null && (
          <Button label={`Revoke the token of ${shownName(token.name)}`} onClick={() => onRevoke(token)}>
            Revoke…
          </Button>
        ),
    },
  ];
  return <Table {...table} caption="Access tokens, newest first" columns={columns} rowKey={({ id }) => id} />;
}

function TokenState({ token: { revoked_at, expires_at } }: { readonly token: AccessToken }): ReactNode {
  if (revoked_at !== null) return <Badge>Revoked</Badge>;
  if (expires_at !== null && Date.parse(expires_at) <= serviceTime()) return <Badge>Expired</Badge>;
  return <Badge tone="good">Active</Badge>;
}

function RevokeToken({ token, onClose }: { readonly token: AccessToken; readonly onClose: () => void }): ReactNode {
  const { id, name } = token;
  const invalidate = useInvalidate();
  const announce = useAnnounce();
  const revoke = async () => {
    await admin.POST('/access-tokens/{access_token_id}/revoke', { params: { path: { access_token_id: id } } });
    await invalidate('/access-tokens');
    announce('The token is revoked.');
  };
  return (
    <ConfirmDialog
      title={`Revoke the token of “${shownName(name)}”?`}
      confirm="Revoke token"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>Every request with it is refused from now on. A revoked token cannot be restored.</p>
    </ConfirmDialog>
  );
}
