import type { Transition } from '../../contract/bundled-contract.ts';
import { isJsonObject } from '../../contract/json-object.ts';

/**
 * Returns a list whose entries have an id, a name, or a trigger and two states as an object by that identity. So the report
 * of a change names the entry, not its position. Returns any other value unchanged.
 */
export function byIdentity(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry: unknown) => [identityOf(entry), entry] as const);
  return entries.length > 0 && entries.every(([identity]) => identity !== undefined)
    ? Object.fromEntries(entries)
    : value;
}

/** Returns the identity of a transition of the booking's states. */
export function transitionName({ trigger, from, to }: Pick<Transition, 'trigger' | 'from' | 'to'>): string {
  return `${trigger}:${from ?? 'none'}-${to}`;
}

function identityOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  // The schema of the transition table proves that an entry with a trigger is a transition.
  const identity = 'trigger' in entry ? transitionName(entry as unknown as Transition) : (entry['id'] ?? entry['name']);
  return typeof identity === 'string' ? identity : undefined;
}
