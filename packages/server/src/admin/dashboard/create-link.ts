import type { DashboardRole, CreatedDashboardLink } from '@booking-service/contract/admin';
import type { EveryField } from '@booking-service/kernel/every-field';
import { newNumberedId, tokenDigest } from '@booking-service/kernel/ids';
import type { AdminCaller } from '../access/admit-caller.ts';
import type { AdminContext, DashboardPlace } from '../admin-context.ts';
import { findCellNumber } from '../organizations/cell-number.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { newDashboardToken, link_ms, toShownSession } from './sessions.ts';

/** The person who will use a link. */
export interface LinkHolder {
  readonly role: DashboardRole;
  /** The organization of a member; null for an operator. */
  readonly organization_id: string | null;
  /** Null without a name. */
  readonly name: string | null;
}

export interface LinkOptions {
  readonly store: AdminContext['store'];
  readonly dashboard: DashboardPlace;
  /** Who creates the link, for the audit log. */
  readonly caller: AdminCaller;
}

/** Creates a sign-in link. Its token is in the returned URL and nowhere else. */
export async function createLink(
  { role, organization_id, name }: LinkHolder,
  { store, dashboard, caller }: LinkOptions,
): Promise<CreatedDashboardLink> {
  const now = dashboard.clock.now();
  const cell = await findCellNumber(store, organization_id);
  const id = newNumberedId('das', cell);
  const expires = new Date(now.getTime() + link_ms).toISOString();
  const unused = { signed_in: null, last_used: null };
  const link = { id, organization_id, role, name, created: now.toISOString(), ...unused, expires };
  const action = { action: 'createDashboardLink', organization_id, target: id, details: { role, name } } as const;
  const token = newDashboardToken('link', cell);
  const audited = store.audited(toAuditEntry(action, { caller, now }));
  await audited.createDashboardSession({ ...link, digest: tokenDigest(token) });
  const session = toShownSession(link, now);
  const url = `${dashboard.url}/sign-in#${token}`;
  return { object: 'created_dashboard_link', session, url } satisfies EveryField<CreatedDashboardLink>;
}
