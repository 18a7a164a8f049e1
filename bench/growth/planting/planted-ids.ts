/**
 * The ids of planted rows. All ids of an organization contain its tag, so that a copy of its rows with another tag is another
 * organization. Ids begin with the time, as in the service.
 */

/** The tags of the two organizations that are copied: one whose work is done, and one whose work is due. */
export const tags = { done: 'a'.repeat(16), due: 'b'.repeat(16) } as const;
export type Kind = keyof typeof tags;

const epoch_ms = Date.parse('2026-01-01T00:00:00.000Z');

/** The tag of a copy, from 1. */
export function tagOf(copy: number): string {
  return copy.toString(16).padStart(16, '0');
}

/** Returns an id. `number` distinguishes the ids of one organization. */
export function idOf(prefix: string, { ms, number, tag }: { ms: number; number: number; tag: string }): string {
  return `${prefix}_${ms.toString(16).padStart(12, '0')}7${number.toString(16).padStart(3, '0')}${tag}`;
}

export function organizationId(tag: string): string {
  return idOf('org', { ms: epoch_ms, number: 0, tag });
}

export function keyDigest(tag: string): string {
  return tag.repeat(4);
}

export function idempotencyKey(number: number, tag: string): string {
  return `order-${number}-${tag}`;
}

export function destination(tag: string): string {
  return `ada-${tag}@diner.test`;
}
