import { useState, type ReactNode } from 'react';
import { admin, api } from '../../api/admin-api.ts';
import { useInvalidate } from '../../api/use-invalidate.ts';
import { useList } from '../../api/use-list.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { ScreenTitle } from '../../components/screen.tsx';
import { useAnnounce } from '../../components/status-region.tsx';
import { Time } from '../../components/time.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { AccessToken } from '@booking-service/contract/admin';
import { serviceTime } from '../../session/service-time.ts';
import { CreateToken } from './create-token.tsx';
import { HolderCell } from './holder-cell.tsx';

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
      cell: ({ last_used }) => (last_used ? <Time at={last_used} isNarrow /> : 'Never'),
    },
    { title: 'Expires', kind: 'wide', cell: ({ expires }) => (expires ? <Time at={expires} isNarrow /> : 'Never') },
    {
      title: 'Revoke',
      kind: 'end',
      cell: (token) =>
        token.revoked === null && (
          <Button label={`Revoke the token of ${shownName(token.name)}`} onClick={() => onRevoke(token)}>
            Revoke…
          </Button>
        ),
    },
  ];
  return <Table {...table} caption="Access tokens, newest first" columns={columns} rowKey={({ id }) => id} />;
}

function TokenState({ token: { revoked, expires } }: { readonly token: AccessToken }): ReactNode {
  if (revoked !== null) return <Badge>Revoked</Badge>;
  if (expires !== null && Date.parse(expires) <= serviceTime()) return <Badge>Expired</Badge>;
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
