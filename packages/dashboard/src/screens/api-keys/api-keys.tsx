import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { Button } from '../../components/button.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { CreatedApiKey } from '@booking-service/contract/admin';
import type { ScreenProps } from '../../screens.ts';
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
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey | null>(null);
  const query = { limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/keys',
    { params: { path: { organization_id }, query } },
    { placeholderData: keepPreviousData },
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
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="API keys" />}
      {data && data.data.length === 0 && (
        <Empty title="No API keys yet">
          <p>
            {mayCreate ? 'Create a test key to make the first booking.' : 'Ask an admin of the organization for a key.'}
          </p>
        </Empty>
      )}
      {data && data.data.length > 0 && (
        <KeyTable organization_id={organization_id} rows={data.data} selected={key_id} isStale={isPlaceholderData} />
      )}
      <Pager pages={pages} next={data?.next_cursor} what="API keys" isBusy={isPlaceholderData} />
      {sandbox && <PublicKeys />}
      {key_id !== undefined && (
        <KeyDrawer key={key_id} organization_id={organization_id} key_id={key_id} shown={data?.data ?? []} />
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
