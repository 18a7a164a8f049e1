import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api } from '../../api/admin-api.ts';
import { useList } from '../../api/use-list.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button } from '../../components/button.tsx';
import { ListRows } from '../../components/list-rows.tsx';
import { Empty } from '../../components/loading.tsx';
import { Table, type Column } from '../../components/table.tsx';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';
import { ShownOnce } from '../../components/forms/shown-once.tsx';
import { Time } from '../../components/time.tsx';
import { shownName } from '../../components/shown-name.ts';
import type { CreatedOrganization, Organization } from '@booking-service/contract/admin';
import { useMay } from '../../session/use-may.ts';
import { CreateOrganization } from './create-organization.tsx';
import { OrganizationDrawer } from './organization-drawer.tsx';
import { StandingBadge } from './holder-cell.tsx';

/** All organizations: list, create, and one with its standing and its limits. */
export function Organizations({ params: { id } }: ScreenProps): ReactNode {
  const mayCreate = useMay('createOrganization');
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedOrganization | null>(null);
  const list = useList((page) => api.queryOptions('get', '/organizations', { params: { query: page } }));
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
      <ListRows
        list={list}
        what="organizations"
        empty={
          <Empty title="No organizations yet">
            <p>
              {mayCreate
                ? 'Create the first one. Then give it API keys, and give its people sign-in links.'
                : 'An operator creates the first one.'}
            </p>
          </Empty>
        }
      >
        {(table) => <OrganizationTable {...table} selected={id} />}
      </ListRows>
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
  const address = useRowAddress('/operator/organizations');
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
