import { useState, type ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../components/button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { CreatedApiKey } from '@booking-service/contract/admin';
import { useSession } from '../../session/session-boundary.tsx';
import { useMay } from '../../session/use-may.ts';
import { CreateKey } from './create-key.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { KeyTable } from './key-table.tsx';
import { PublicKeys } from './public-keys.tsx';

/** The API keys of an organization: list, create, rename, revoke. */
export function ApiKeys({ params }: ScreenProps): ReactNode {
  const { organization_id = '', key_id } = params;
  const { sandbox } = useSession();
  const mayCreate = useMay('createApiKey');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const list = useList((page) =>
    api.queryOptions('get', '/organizations/{organization_id}/keys', {
      params: { path: { organization_id }, query: page },
    }),
  );
  const create = mayCreate && (
    <Button kind="primary" onClick={() => setCreating(true)}>
      Create key
    </Button>
  );
  return (
    <>
      <ScreenTitle actions={create}>API keys</ScreenTitle>
      <p className="quiet">
        A key authenticates the requests of your server. It has one mode, test or live, and may do what its scopes
        allow. Keep keys out of web pages and apps.
      </p>
      <ListRows
        list={list}
        what="API keys"
        empty={
          <Empty title="No API keys yet">
            <p>
              {mayCreate
                ? 'Create a test key to make the first booking.'
                : 'Ask an admin of the organization for a key.'}
            </p>
          </Empty>
        }
      >
        {(table) => <KeyTable {...table} organization_id={organization_id} selected={key_id} />}
      </ListRows>
      {sandbox && <PublicKeys />}
      {key_id !== undefined && (
        <KeyDrawer key={key_id} organization_id={organization_id} key_id={key_id} shown={list.data?.data ?? []} />
      )}
      {isCreating && (
        <CreateKey
          organization_id={organization_id}
          onClose={() => setCreating(false)}
          onCreated={(key) => {
            setCreating(false);
            setCreated(key);
          }}
        />
      )}
      {created && (
        <ShownOnce
          title={`API key “${shownName(created.api_key.name)}”`}
          label="The API key"
          secret={created.key}
          onClose={() => setCreated(null)}
        >
          <p>
            Send it as <code>Authorization: Bearer KEY</code>. The service stores only its digest. If you lose it,
            create another one and revoke this one.
          </p>
        </ShownOnce>
      )}
    </>
  );
}
