import type { DashboardSession, DashboardSessionList } from '@booking-service/contract/admin';
import { requireAllTaken, type EveryField } from '@booking-service/kernel/every-field';
import type { AdminContext, AdminHandlers } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { createLink } from '../dashboard/create-link.ts';
import { toShownSession } from '../dashboard/sessions.ts';
import { readPage } from './lists.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { requireHolder } from '../access/admit-caller.ts';

type DashboardOperations = Pick<
  AdminHandlers,
  'createDashboardLink' | 'listDashboardSessions' | 'revokeDashboardSession'
>;

/** The operations on the access of people to the dashboard. */
export function dashboardOperations({
  store,
  clock,
  dashboard,
}: Pick<AdminContext, 'store' | 'clock' | 'dashboard'>): DashboardOperations {
  const now = () => (dashboard?.clock ?? clock).now();

  return {
    async createDashboardLink({ body: { role, organization_id, name = null, ...rest } }, caller) {
      requireAllTaken(rest);
      if (!dashboard)
        throw new AdminRefusal('invalid_state', 'This service does not serve a dashboard with sign-in links.');
      await requireHolder(store, { role, organization_id });
      const holder = { role, organization_id: organization_id ?? null, name };
      return { status: 201, body: await createLink(holder, { store, dashboard, caller }) };
    },
    async listDashboardSessions({ query }) {
      const toShown = (session: Parameters<typeof toShownSession>[0]) => toShownSession(session, now());
      const body = await readPage(query, (page) => store.listDashboardSessions(page), toShown);
      return { status: 200, body: body satisfies EveryField<DashboardSessionList> };
    },
    async revokeDashboardSession({ path: { dashboard_session_id: id } }, caller) {
      const found = await store.findDashboardSessionById(id);
      if (!found) throw noSession(id);
      const { organization_id, name } = found;
      const action = { action: 'revokeDashboardSession', organization_id, target: id, details: { name } } as const;
      const entry = toAuditEntry(action, { caller, now: now() });
      const removed = await store.audited(entry).revokeDashboardSession(id);
      // It has ended in the meantime.
      if (!removed) throw noSession(id);
      return { status: 200, body: toShownSession(removed, now()) satisfies EveryField<DashboardSession> };
    },
  };
}

function noSession(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No link and no session has the id ${id}.`);
}
