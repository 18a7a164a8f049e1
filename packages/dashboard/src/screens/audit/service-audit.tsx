import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { useListFilters } from '../../components/forms/list-filters.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import { AuditLog } from './audit-log.tsx';

/** The audit log of all organizations and of the whole service. */
export function ServiceAudit(): ReactNode {
  const filters = useListFilters('listAllAuditEntries');
  const pages = usePages();
  const query = { ...filters.query, limit: 50, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/audit',
    { params: { query } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ScreenTitle>Audit log of the service</ScreenTitle>
      <p className="quiet">Who changed what in every organization and in the service. Entries are never removed.</p>
      <AuditLog
        filters={filters}
        pages={pages}
        data={data}
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
        hasOrganizations
      />
    </>
  );
}
