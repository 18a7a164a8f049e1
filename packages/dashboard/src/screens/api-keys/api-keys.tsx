import { type ReactNode, useState } from 'react';
import type { CreatedApiKey, MagicOrganization } from '@booking-service/contract/admin';
import { api } from '../../api/admin-api.ts';
import { Copied } from '../../components/code-block.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { useList } from '../../api/use-list.ts';
import { Button } from '../../components/elements.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { ShownOnce } from '../../components/dialogs.tsx';
import { shownName } from '../../components/shown-values.ts';
import { useSession } from '../../session/session-boundary.tsx';
import { useMay } from '../../session/use-may.ts';
import { CreateKey, KeyDrawer } from './key-drawer.tsx';
import { KeyTable } from './key-table.tsx';
// A narrow screen shows the test key below its outcome.
const columns: readonly Column<MagicOrganization>[] = [
  { title: 'What happens', kind: 'main', cell: (organization) => <Outcome organization={organization} /> },
  { title: 'Test key', kind: 'wide', cell: ({ test_key }) => <Copied text={test_key} /> },
  { title: 'Live key', kind: 'wide', cell: ({ live_key }) => <Copied text={live_key} /> },
];

/** The public keys of a sandbox: each belongs to an organization whose requests have a special outcome. */
export function PublicKeys(): ReactNode {
  const { data, error, refetch } = api.useQuery('get', '/sandbox/magic-values', {}, { staleTime: Infinity });
  return (
    <section className="stack" aria-labelledby="public-keys">
      <h2 id="public-keys">Public sandbox keys</h2>
      <p className="quiet">
        Every sandbox accepts these keys, and no other service does. Use one to see how your code handles the outcome.
      </p>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="the public keys" />}
      {data && (
        <Table caption="Public sandbox keys" columns={columns} rows={data.organizations} rowKey={({ name }) => name} />
      )}
    </section>
  );
}

function Outcome({ organization: { meaning, test_key } }: { readonly organization: MagicOrganization }): ReactNode {
  return (
    <>
      {meaning}
      <span className="details narrow">
        <Copied text={test_key} />
      </span>
    </>
  );
}

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
