import type { DashboardRole, CreatedDashboardLink } from '@booking-service/contract/admin';
import { type EveryField, newNumberedId, tokenDigest } from '@booking-service/kernel/contract';
import type { NewDashboardSession } from '../../store/access/dashboard-sessions.ts';
import type { AdminCaller } from '../access/admit-caller.ts';
import type { AdminContext, DashboardPlace } from '../admin-context.ts';
import { findCellNumber } from '../organizations/cell-number.ts';
import { toAuditEntry } from '../to-audit-entry.ts';
import { newDashboardToken, link_ms, toShownSession } from './sessions.ts';

/** The person who will use a link. */
export interface LinkHolder {
  readonly role: DashboardRole;
  /** Null for support and operators. */
  readonly organization_id: string | null;
  /** Null without a name. */
  readonly name: string | null;
}

export interface LinkOptions {
  readonly store: AdminContext['store'];
  readonly dashboard: Pick<DashboardPlace, 'url' | 'clock'>;
  /** Who creates the link, for the audit log. */
  readonly caller: AdminCaller;
}

/** Creates a sign-in link. Its token is in the returned URL and nowhere else. */
export async function createLink(
  holder: LinkHolder,
  { store, dashboard, caller }: LinkOptions,
): Promise<CreatedDashboardLink> {
  const { role, organization_id, name } = holder;
  const { link, url } = await drawLink(holder, { store, dashboard });
  const { digest: _, ...unused } = link;
  const now = new Date(link.created);
  const action = { action: 'createDashboardLink', organization_id, target: link.id, details: { role, name } } as const;
  await store.audited(toAuditEntry(action, { caller, now })).createDashboardSession(link);
  const session = toShownSession(unused, now);
  return { object: 'created_dashboard_link', session, url } satisfies EveryField<CreatedDashboardLink>;
}

export interface DrawOptions extends Omit<LinkOptions, 'caller'> {
  /** The time for which the link works. Default: that of the contract, 15 minutes. */
  readonly lifetime_ms?: number;
}

/** Returns a new link, which is not stored yet. */
export async function drawLink(
  { role, organization_id, name }: LinkHolder,
  { store, dashboard, lifetime_ms = link_ms }: DrawOptions,
): Promise<{ readonly link: NewDashboardSession; readonly url: string }> {
  const now = dashboard.clock.now();
  const cell = await findCellNumber(store, organization_id);
  const token = newDashboardToken('link', cell);
  const link = {
    id: newNumberedId('das', cell),
    organization_id,
    role,
    name,
    created: now.toISOString(),
    signed_in: null,
    last_used: null,
    expires: new Date(now.getTime() + lifetime_ms).toISOString(),
    digest: tokenDigest(token),
  };
  return { link, url: `${dashboard.url}/sign-in#${token}` };
}
