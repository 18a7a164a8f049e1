import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type List, useList } from '../../api/use-list.ts';
import { type Column, ListRows, Table } from '../../components/table.tsx';
import { Empty } from '../../components/loading.tsx';
import { ListFilters, type ListFilterValues, useListFilters } from '../../components/list-filters.tsx';
import { Time } from '../../components/elements.tsx';
import type { AuditEntry, AuditList } from '@booking-service/contract/admin';
import { actionText, actorKind, actorText, auditedActions } from './audit-words.ts';
import { api } from '../../api/admin-api.ts';
import { ScreenTitle, type ScreenProps } from '../../components/screen.tsx';

export interface AuditLogProps {
  readonly filters: ListFilterValues<'listAuditEntries'>;
  readonly list: List<AuditList>;
  /** Shows the organization of each entry. */
  readonly hasOrganizations?: boolean;
}

const words = {
  action: { any: 'Any action', options: auditedActions.map((each) => [each, actionText(each)] as const) },
  target: { label: 'Target, such as the id of a key' },
} as const;

// A narrow screen shows who acted, and where, below the action.
const columns: readonly Column<AuditEntry>[] = [
  { title: 'Action', kind: 'main', cell: (entry) => <Action entry={entry} /> },
  { title: 'Who', kind: 'wide', cell: ({ actor }) => <Who actor={actor} /> },
  { title: 'When', kind: 'end', cell: ({ created }) => <Time at={created} isNarrow /> },
];

const columnsOfService: readonly Column<AuditEntry>[] = [
  { title: 'Action', kind: 'main', cell: (entry) => <Action entry={entry} hasOrganization /> },
  ...columns.slice(1),
];

/** The recorded actions, newest first, with filters. */
export function AuditLog({ filters, list, hasOrganizations }: AuditLogProps): ReactNode {
  return (
    <>
      <ListFilters list="listAuditEntries" filters={filters} words={words} />
      <ListRows
        list={list}
        what="the audit log"
        empty={
          <Empty title={list.hasMore ? 'No entries on this page' : 'No entries'}>
            <p>{emptyAdvice({ areSet: filters.areSet, hasMore: list.hasMore })}</p>
          </Empty>
        }
      >
        {(table) => (
          <Table
            {...table}
            caption="Recorded actions, newest first"
            columns={hasOrganizations ? columnsOfService : columns}
            rowKey={({ id }) => id}
          />
        )}
      </ListRows>
    </>
  );
}

function emptyAdvice({ areSet, hasMore }: { readonly areSet: boolean; readonly hasMore: boolean }): string {
  if (hasMore) return 'Older entries may match. Go to the older page.';
  return areSet ? 'Change or clear the filters.' : 'Each change of a setting, a key or a standing appears here.';
}

interface ActionProps {
  readonly entry: AuditEntry;
  readonly hasOrganization?: boolean;
}

function Action({ entry, hasOrganization = false }: ActionProps): ReactNode {
  const { action, target, details, organization_id, actor } = entry;
  return (
    <>
      <strong>{actionText(action)}</strong>
      <span className="details quiet">
        {hasOrganization &&
          (organization_id === null ? (
            'The service'
          ) : (
            <Link href={`/operator/organizations/${organization_id}`}>
              <code>{organization_id}</code>
            </Link>
          ))}
        {target !== null && <code>{target}</code>}
        {Object.entries(details).map(([name, value]) => (
          <span key={name}>
            {name.replaceAll('_', ' ')}: <bdi>{String(value ?? 'none')}</bdi>
          </span>
        ))}
      </span>
      <span className="details quiet narrow">{actorText(actor)}</span>
    </>
  );
}

function Who({ actor }: { readonly actor: AuditEntry['actor'] }): ReactNode {
  const kind = actorKind(actor);
  return (
    <>
      {actorText(actor)}
      {kind !== null && <span className="details quiet">{kind}</span>}
    </>
  );
}

/** The audit log of all organizations and of the whole service. */
export function ServiceAudit(): ReactNode {
  const filters = useListFilters('listAllAuditEntries');
  const list = useList((page) =>
    api.queryOptions('get', '/audit', { params: { query: { ...filters.query, ...page, limit: 50 } } }),
  );
  return (
    <>
      <ScreenTitle>Audit log of the service</ScreenTitle>
      <p className="quiet">Who changed what in every organization and in the service. Entries are never removed.</p>
      <AuditLog filters={filters} list={list} hasOrganizations />
    </>
  );
}

/** The audit log of one organization. */
export function OrganizationAudit({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const filters = useListFilters('listAuditEntries');
  const list = useList((page) =>
    api.queryOptions('get', '/organizations/{organization_id}/audit', {
      params: { path: { organization_id }, query: { ...filters.query, ...page, limit: 50 } },
    }),
  );
  return (
    <>
      <ScreenTitle>Audit log</ScreenTitle>
      <p className="quiet">
        Who changed what in this organization, and which secrets were shown. Entries are never removed.
      </p>
      <AuditLog filters={filters} list={list} />
    </>
  );
}
