import type { AuditEntry as ShownEntry, AuditList } from '@booking-service/contract/admin';
import type { EveryField } from '../../domain/every-field.ts';
import type { AuditEntry } from '../../store/access/audit-log.ts';
import type { NewestPage } from '../../store/organizations/organizations.ts';
import type { AdminContext } from '../admin-context.ts';
import type { AdminHandlers } from '../admin-handlers.ts';
import { readFilteredPage } from '../read-filtered-page.ts';
import { readPage, type ListBody, type PageQuery } from '../read-page.ts';
import { toShownActor } from './to-shown-actor.ts';

/** The operations that list recorded actions: of one organization, and of all. */
export function auditOperations({
  store,
}: Pick<AdminContext, 'store'>): Pick<AdminHandlers, 'listAuditEntries' | 'listAllAuditEntries'> {
  return {
    async listAuditEntries({ path: { organization_id }, query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries({ ...page, organization_id }));
      return { status: 200, body: body satisfies EveryField<AuditList> };
    },
    async listAllAuditEntries({ query }) {
      const body = await readEntries(query, (page) => store.listAuditEntries(page));
      return { status: 200, body: body satisfies EveryField<AuditList> };
    },
  };
}

interface AuditQuery extends PageQuery {
  readonly action?: string | undefined;
  readonly target?: string | undefined;
}

function readEntries(
  { action, target, ...page }: AuditQuery,
  read: (page: NewestPage) => Promise<readonly AuditEntry[]>,
): Promise<ListBody<ShownEntry>> {
  if (action === undefined && target === undefined) return readPage(page, read, toShown);
  const matches = (entry: AuditEntry) =>
    (action === undefined || entry.action === action) && (target === undefined || entry.target === target);
  return readFilteredPage(page, { read, matches }, toShown);
}

function toShown({ actor, ...entry }: AuditEntry): ShownEntry {
  return { object: 'audit_entry', ...entry, actor: toShownActor(actor) } satisfies EveryField<ShownEntry>;
}
