import { createHash, randomUUID } from 'node:crypto';
import { idempotency } from '@booking-service/contract';

/** An agreement of a person to one call of one tool. */
export interface Confirmation {
  readonly token: string;
  /** A create sends it, so that a repeated call finds the booking instead of making another one. */
  readonly idempotencyKey: string;
}

export interface Confirmations {
  /**
   * Returns a confirmation of this call, which a person still has to agree to. If the same call was made before and its outcome is
   * unknown, the confirmation has the Idempotency-Key of that call.
   */
  offer(tool: string, given: object): Confirmation;
  /** Notes that a call with this confirmation is sent. Until it is settled its outcome is unknown. */
  begin(confirmation: Confirmation, tool: string, given: object): void;
  /** Notes that the outcome of the call is known. */
  settle(tool: string, given: object): void;
  /**
   * Returns the confirmation with this token, if it is one of this call, and uses it up. A create keeps its confirmation, so that the
   * call can be repeated: the Idempotency-Key makes it book once.
   */
  take(token: unknown, tool: string, given: object): Confirmation | undefined;
}

const lifetime_ms = 10 * 60_000;
const maxConfirmations = 100;

/** Keeps the newest confirmations in memory, for ten minutes. */
export function createConfirmations(now: () => number = Date.now): Confirmations {
  const offered = new Map<string, Confirmation & { readonly call: string; readonly ends: number }>();
  /** The Idempotency-Keys of calls whose outcome is unknown. They do not end: the booking may exist. */
  const unsettled = new Map<string, string>();
  return {
    offer(tool, given) {
      const call = digest(tool, given);
      const confirmation = { token: randomUUID(), idempotencyKey: unsettled.get(call) ?? randomUUID() };
      offered.set(confirmation.token, { ...confirmation, call, ends: now() + lifetime_ms });
      dropOldest(offered);
      return confirmation;
    },
    begin({ idempotencyKey }, tool, given) {
      unsettled.set(digest(tool, given), idempotencyKey);
      dropOldest(unsettled);
    },
    settle(tool, given) {
      unsettled.delete(digest(tool, given));
    },
    take(token, tool, given) {
      const found = typeof token === 'string' ? offered.get(token) : undefined;
      if (!found || found.ends <= now() || found.call !== digest(tool, given)) return undefined;
      if (!idempotency.operations.some((each) => each === tool)) offered.delete(found.token);
      return found;
    },
  };
}

function dropOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (map.size > maxConfirmations && oldest !== undefined) map.delete(oldest);
}

/** The same for the same arguments, in whatever order they are written. */
function digest(tool: string, given: object): string {
  const sorted = (_: string, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  return createHash('sha256')
    .update(`${tool} ${JSON.stringify(given, sorted)}`)
    .digest('hex');
}

/** Characters that change the direction of a text or break a line. With them a person would not read what is sent. */
const illegible = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/** Returns the text in one line and one direction. Spaces replace the removed characters. */
export function legible(text: string): string {
  return text.replaceAll(illegible, ' ');
}

/** Returns a value as JSON in one line and one direction: what would turn it around is escaped, so nothing is lost. */
export function legibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    illegible,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
