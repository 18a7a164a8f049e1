import { isJsonObject, type Transition } from './contract.ts';

/**
 * A list whose entries have an id, a name, or a trigger and two states, as an object: a change is then told of the entry,
 * wherever it stands. Anything else as it is.
 */
export function byIdentity(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const entries = value.map((entry: unknown) => [identityOf(entry), entry] as const);
  return entries.length > 0 && entries.every(([identity]) => identity !== undefined)
    ? Object.fromEntries(entries)
    : value;
}

/** How a transition of the booking's states is known. */
export function transitionName({ trigger, from, to }: Pick<Transition, 'trigger' | 'from' | 'to'>): string {
  return `${trigger}:${from ?? 'none'}-${to}`;
}

function identityOf(entry: unknown): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  // What has a trigger was linted as a transition.
  const identity = 'trigger' in entry ? transitionName(entry as unknown as Transition) : (entry['id'] ?? entry['name']);
  return typeof identity === 'string' ? identity : undefined;
}
