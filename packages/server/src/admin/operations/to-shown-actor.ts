import type { Actor as ShownActor } from '@booking-service/contract/admin';
import type { EveryField } from '../../domain/every-field.ts';
import type { Actor } from '../../store/access/audit-log.ts';

/** Returns an actor in the form of the contract. */
export function toShownActor({ kind, id, name }: Actor): ShownActor {
  return { kind, id, name } satisfies EveryField<ShownActor>;
}
