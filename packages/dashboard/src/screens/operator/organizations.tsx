import { keepPreviousData } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button } from '../../components/button.tsx';
import { Empty, ErrorMessage, Loading } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { Pager } from '../../components/pager.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { Time } from '../../components/time.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { CreatedOrganization, Organization } from '@booking-service/contract/admin';
import type { ScreenProps } from '../../screens.ts';
import { useMay } from '../../session/use-may.ts';
import { CreateOrganization } from './create-organization.tsx';
import { OrganizationDrawer } from './organization-drawer.tsx';
import { StandingBadge } from './holder-cell.tsx';

const list = '/operator/organizations';

/** All organizations: list, create, and one with its standing and its limits. */
export function Organizations({ params: { id } }: ScreenProps): ReactNode {
  const mayCreate = useMay('createOrganization');
  const pages = usePages();
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedOrganization | null>(null);
  const query = { limit: 25, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/organizations',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ScreenTitle
        actions={
          mayCreate && (
            <Button kind="primary" onClick={() => setCreating(true)}>
              Create organization
            </Button>
          )
        }
      >
        Organizations
      </ScreenTitle>
      {error && <ErrorMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading what="organizations" />}
      {data && data.data.length === 0 && (
        <Empty title="No organizations yet">
          <p>
            {mayCreate
              ? 'Create the first one. Then give it API keys, and give its people sign-in links.'
              : 'An operator creates the first one.'}
          </p>
        </Empty>
      )}
      {data && data.data.length > 0 && <OrganizationTable rows={data.data} selected={id} isStale={isPlaceholderData} />}
      <Pager pages={pages} next={data?.next_cursor} what="organizations" isBusy={isPlaceholderData} />
      {id !== undefined && <OrganizationDrawer key={id} id={id} />}
      {isCreating && (
        <CreateOrganization
          onClose={() => setCreating(false)}
          onCreated={(organization) => {
            setCreating(false);
            setCreated(organization);
          }}
        />
      )}
      {created && (
        <ShownOnce
          title={`Signing secret of “${shownName(created.organization.name)}”`}
          label="The signing secret"
          secret={created.signing_secret}
          isShownAgain
          onClose={() => setCreated(null)}
        >
          <p>
            The organization verifies its webhooks with it. Next, create its{' '}
            <Link href={`/organizations/${created.organization.id}/api-keys`}>API keys</Link>.
          </p>
        </ShownOnce>
      )}
    </>
  );
}

interface OrganizationTableProps {
  readonly rows: readonly Organization[];
  readonly selected: string | undefined;
  readonly isStale: boolean;
}

function OrganizationTable(table: OrganizationTableProps): ReactNode {
  const address = useRowAddress(list);
  const columns: Column<Organization>[] = [
    {
      title: 'Name',
      kind: 'main',
      cell: ({ id, name }) => (
        <Link className="row-link" href={address.toRow(id)} state={address.state}>
          {shownName(name)}
        </Link>
      ),
    },
    { title: 'Standing', cell: ({ standing }) => <StandingBadge standing={standing} /> },
    { title: 'Id', kind: 'wide', cell: ({ id }) => <code>{id}</code> },
    { title: 'Test bookings', kind: 'wide', cell: (each) => `${each.test_confirmed} of ${each.test_allowance}` },
    { title: 'Created', kind: 'end', cell: ({ created }) => <Time at={created} isNarrow /> },
  ];
  return <Table {...table} caption="Organizations, newest first" columns={columns} rowKey={({ id }) => id} />;
}
