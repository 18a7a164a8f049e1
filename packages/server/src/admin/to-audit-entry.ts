import type { Actor as ShownActor } from '@booking-service/contract/admin';
import { type EveryField, randomId } from '@booking-service/kernel/contract';
import type { Actor, AuditEntry } from '../store/access/audit-log.ts';
import type { AdminCaller } from './access/admit-caller.ts';

/** An action to record. */
export interface AuditedAction {
  /** The operation. */
  readonly action: AuditEntry['action'];
  /** Null for an action on the whole service. */
  readonly organization_id: string | null;
  /** The id of the part of the organization that it changes. Default: null, the organization itself. */
  readonly target?: string | null;
  /** At most ten small facts, without secrets. Default: none. */
  readonly details?: AuditEntry['details'];
}

/** Returns the entry of the audit log for an action of this caller. */
export function toAuditEntry(
  { action, organization_id, target = null, details = {} }: AuditedAction,
  { caller, now }: { caller: AdminCaller; now: Date },
): AuditEntry {
  return {
    id: randomId('aud'),
    organization_id,
    created: now.toISOString(),
    actor: caller.actor,
    action,
    target,
    details,
  };
}

/** Returns an actor in the form of the contract. */
export function toShownActor({ kind, id, name }: Actor): ShownActor {
  return { kind, id, name } satisfies EveryField<ShownActor>;
}
