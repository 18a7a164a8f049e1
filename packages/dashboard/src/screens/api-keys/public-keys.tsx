import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { Copied } from '../../components/code-block.tsx';
import { ErrorMessage, Loading } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import type { MagicOrganization } from '@booking-service/contract/admin';

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
