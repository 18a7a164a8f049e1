import type { AuditEntry as ShownEntry, AuditList } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/contract';
import type { NewestPage } from '@booking-service/kernel/store';
import type { AuditEntry } from '../../store/access/audit-log.ts';
import { auditFilters, matcherOf } from '../../store/lists/list-filters.ts';
import { listMatching } from '../../store/lists/list-page.ts';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { defaultLimit, listNewest, toListBody, type ListBody, type PageQuery } from './lists.ts';
import { toShownActor } from '../to-audit-entry.ts';

/** The operations that list recorded actions: of one organization, and of all. */
export function auditOperations({
  store,
}: Pick<AdminContext, 'store'>): Pick<AdminHandlers, 'listAuditEntries' | 'listAllAuditEntries'> {
  return {
    async listAuditEntries({ path: { organization_id }, query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries({ ...page, organization_id }));
      return { status: 200, body: body satisfies OwnFields<AuditList> };
    },
    async listAllAuditEntries({ query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries(page));
      return { status: 200, body: body satisfies OwnFields<AuditList> };
    },
  };
}

async function readEntries(
  { limit = defaultLimit, cursor, ...filters }: PageQuery,
  read: (page: NewestPage) => Promise<readonly AuditEntry[]>,
): Promise<ListBody<ShownEntry>> {
  const matches = matcherOf<AuditEntry>(auditFilters, filters);
  const found = await listMatching({ limit, cursor, matches }, listNewest(read), ({ id }) => id);
  return toListBody(found, toShown);
}

function toShown({ actor, ...entry }: AuditEntry): ShownEntry {
  return { object: 'audit_entry', ...entry, actor: toShownActor(actor) } satisfies EveryField<ShownEntry>;
}
