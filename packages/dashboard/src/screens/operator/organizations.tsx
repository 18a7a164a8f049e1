import { limits } from '@booking-service/contract';
import { type ReactNode, useState } from 'react';
import type { CreatedOrganization, Organization } from '@booking-service/contract/admin';
import { Link } from 'wouter';
import { admin, api, useInvalidate } from '../../api/admin-api.ts';
import { Field } from '../../components/field.tsx';
import { FormDialog, ShownOnce } from '../../components/dialogs.tsx';
import { useList } from '../../api/use-list.ts';
import { useRowAddress } from '../../api/use-filters.ts';
import { Button, Time } from '../../components/elements.tsx';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { Empty } from '../../components/loading.tsx';
import { type ScreenProps, ScreenTitle } from '../../components/screen.tsx';
import { shownName } from '../../components/shown-values.ts';
import { useMay } from '../../session/use-may.ts';
import { OrganizationDrawer } from './organization-drawer.tsx';
import { StandingBadge } from './holder-fields.tsx';

export interface CreateOrganizationProps {
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedOrganization) => void;
}

/** The form for a new organization. Its limits are those of the contract, and can be changed later. */
export function CreateOrganization({ onClose, onCreated }: CreateOrganizationProps): ReactNode {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const invalidate = useInvalidate();
  const create = async () => {
    const webhook_url = url.trim();
    const { data } = await admin.POST('/organizations', {
      body: { name: name.trim(), ...(webhook_url !== '' && { webhook_url }) },
    });
    await invalidate('/organizations');
    if (data) onCreated(data);
  };
  return (
    <FormDialog title="Create organization" submit="Create organization" onSubmit={create} onClose={onClose}>
      <Field label="Name" value={name} onChange={setName} isRequired maxLength={100} />
      <Field
        label="Webhook URL"
        type="url"
        isCode
        value={url}
        onChange={setUrl}
        maxLength={2048}
        hint="Optional. An admin of the organization can set it later."
      />
      <p className="quiet">
        It may send {limits.default_limit} requests in {limits.window_seconds / 60} minutes and confirm{' '}
        {limits.default_test_allowance} test bookings. You can change both later.
      </p>
    </FormDialog>
  );
}

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
