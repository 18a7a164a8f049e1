import type { AuditEntry as ShownEntry, AuditList } from '@booking-service/contract/admin';
import type { EveryField } from '../../domain/every-field.ts';
import type { AuditEntry } from '../../store/audit-log.ts';
import type { AdminContext } from '../admin-context.ts';
import type { AdminHandlers } from '../admin-handlers.ts';
import { readPage } from '../read-page.ts';
import { toShownActor } from './to-shown-actor.ts';

/** The operations that list recorded actions: of one organization, and of all. */
export function auditOperations({
  store,
}: Pick<AdminContext, 'store'>): Pick<AdminHandlers, 'listAuditEntries' | 'listAllAuditEntries'> {
  return {
    async listAuditEntries({ path: { organization_id }, query }) {
      const body = await readPage(query, (page) => store.listAuditEntries({ ...page, organization_id }), toShown);
      return { status: 200, body: body satisfies EveryField<AuditList> };
    },
    async listAllAuditEntries({ query }) {
      const body = await readPage(query, (page) => store.listAuditEntries(page), toShown);
      return { status: 200, body: body satisfies EveryField<AuditList> };
    },
  };
}

function toShown({ actor, ...entry }: AuditEntry): ShownEntry {
  return { object: 'audit_entry', ...entry, actor: toShownActor(actor) } satisfies EveryField<ShownEntry>;
}
