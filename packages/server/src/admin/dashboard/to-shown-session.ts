import type { DashboardSession as ShownSession } from '@booking-service/contract/admin';
import type { EveryField } from '../../domain/every-field.ts';
import type { DashboardSession } from '../../store/access/dashboard-sessions.ts';
import { hasEnded } from './session-lifetime.ts';

/** Returns a link or a session in the form of the contract. */
export function toShownSession(session: DashboardSession, now: Date): ShownSession {
  const state = hasEnded(session, now) ? 'expired' : session.signed_in === null ? 'link' : 'active';
  return { object: 'dashboard_session', ...session, state } satisfies EveryField<ShownSession>;
}
