import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../../api/admin-api.ts';
import { usePages } from '../../api/use-pages.ts';
import { useListFilters } from '../../components/forms/list-filters.tsx';
import { ScreenTitle } from '../../components/screen-title.tsx';
import type { ScreenProps } from '../../screens.ts';
import { AuditLog } from './audit-log.tsx';

/** The audit log of one organization. */
export function OrganizationAudit({ params: { organization_id = '' } }: ScreenProps): ReactNode {
  const filters = useListFilters('listAuditEntries');
  const pages = usePages();
  const query = { ...filters.query, limit: 50, ...(pages.cursor !== undefined && { cursor: pages.cursor }) };
  const { data, error, isPlaceholderData, refetch } = api.useQuery(
    'get',
    '/organizations/{organization_id}/audit',
    { params: { path: { organization_id }, query } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <ScreenTitle>Audit log</ScreenTitle>
      <p className="quiet">
        Who changed what in this organization, and which secrets were shown. Entries are never removed.
      </p>
      <AuditLog
        filters={filters}
        pages={pages}
        data={data}
        error={error}
        onRetry={() => void refetch()}
        isStale={isPlaceholderData}
      />
    </>
  );
}
