import type { DashboardSession, DashboardSessionList } from '@booking-service/contract/admin';
import { type EveryField, requireAllTaken } from '@booking-service/kernel/contract';
import type { AdminContext, AdminHandlers, OwnFields } from '../admin-context.ts';
import { AdminRefusal } from '../admin-refusal.ts';
import { createLink } from '../dashboard/create-link.ts';
import { toShownSession } from '../dashboard/sessions.ts';
import { readPage } from './lists.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import type { DashboardSession as StoredSession } from '../../store/access/dashboard-sessions.ts';
import { requireHolder, type AdminCaller } from '../access/admit-caller.ts';

type DashboardOperations = Pick<
  AdminHandlers,
  | 'createDashboardLink'
  | 'listDashboardSessions'
  | 'listOrganizationSessions'
  | 'revokeDashboardSession'
  | 'revokeOrganizationSession'
>;

/** The operations on the access of people to the dashboard. */
export function dashboardOperations({
  store,
  clock,
  dashboard,
}: Pick<AdminContext, 'store' | 'clock' | 'dashboard'>): DashboardOperations {
  const now = () => (dashboard?.clock ?? clock).now();
  const toShown = (session: StoredSession) => toShownSession(session, now());

  /** Removes the session. An id stands for one that the caller may not find. */
  async function revoke(
    operationId: 'revokeDashboardSession' | 'revokeOrganizationSession',
    found: StoredSession | string,
    caller: AdminCaller,
  ) {
    if (typeof found === 'string') throw noSession(found);
    const { id, organization_id, name } = found;
    const action = { action: operationId, organization_id, target: id, details: { name } } as const;
    const removed = await store.audited(toAuditEntry(action, { caller, now: now() })).revokeDashboardSession(id);
    // It has ended in the meantime.
    if (!removed) throw noSession(id);
    return { status: 200, body: toShown(removed) satisfies EveryField<DashboardSession> } as const;
  }

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
      const body = await readPage(query, (page) => store.listDashboardSessions(page), toShown);
      return { status: 200, body: body satisfies OwnFields<DashboardSessionList> };
    },
    async listOrganizationSessions({ path: { organization_id }, query }) {
      const body = await readPage(query, (page) => store.listDashboardSessions({ ...page, organization_id }), toShown);
      return { status: 200, body: body satisfies OwnFields<DashboardSessionList> };
    },
    async revokeDashboardSession({ path: { dashboard_session_id: id } }, caller) {
      const found = await store.findDashboardSessionById(id);
      return revoke('revokeDashboardSession', found ?? id, caller);
    },
    async revokeOrganizationSession({ path: { organization_id, dashboard_session_id: id } }, caller) {
      const found = await store.findDashboardSessionById(id);
      return revoke('revokeOrganizationSession', found?.organization_id === organization_id ? found : id, caller);
    },
  };
}

function noSession(id: string): AdminRefusal {
  return new AdminRefusal('not_found', `No link and no session has the id ${id}.`);
}
