import { createHash, randomUUID } from 'node:crypto';
import { idempotency } from '@booking-service/contract';

/** An agreement of a person to one call of one tool. */
interface Confirmation {
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
function legible(text: string): string {
  return text.replaceAll(illegible, ' ');
}

/** Returns a value as JSON in one line and one direction: what would turn it around is escaped, so nothing is lost. */
function legibleJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    illegible,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

type Fields = Readonly<Record<string, unknown>>;

/** The names and times behind the ids of a call, for the person who confirms it. */
export interface KnownIds {
  /** Remembers the venues, slots and bookings of a response. */
  note(body: Fields): void;
  /** Returns the arguments of a call in words: the meaning of each known id, and every other argument. */
  describe(given: Fields): string;
}

/** The newest ids that are remembered, and the longest text that is shown. A venue chooses its own name. */
const [maxIds, maxLength] = [1000, 100];

/** Remembers the ids of one session. */
export function createKnownIds(): KnownIds {
  const known = new Map<string, Fields>();

  function note(body: Fields): void {
    const { data } = body;
    for (const each of Array.isArray(data) ? (data as readonly unknown[]) : [body]) {
      if (!isFields(each) || typeof each['id'] !== 'string') continue;
      known.delete(each['id']);
      known.set(each['id'], each);
      const [oldest] = known.keys();
      if (known.size > maxIds && oldest !== undefined) known.delete(oldest);
    }
  }

  function describe(given: Fields): string {
    const booking = find(given['id']);
    const at = (field: string) => given[field] ?? booking?.[field];
    const [venue, slot] = [find(at('venue_id')), find(at('slot_id'))];
    const parts = [
      ...(venue ? [`${quoted(venue['name'])}, ${quoted(venue['city'])}`] : []),
      ...(slot ? [dayAndTime(short(slot['starts_at'])), ...priceOf(slot['price'])] : []),
      ...(booking?.['status'] !== undefined ? [`now ${short(booking['status'])}`] : []),
      // The lines above say what the ids stand for.
      ...Object.entries(given).flatMap(([name, value]) => (find(value) ? [] : inWords(name, value))),
    ];
    return parts.map((part) => `${part}.`).join(' ');
  }

  function find(id: unknown): Fields | undefined {
    return typeof id === 'string' ? known.get(id) : undefined;
  }

  return { note, describe };
}

/** The fields of a call in words: `party size: 2`, `guest first name: "Ada"`. */
function inWords(name: string, value: unknown): string[] {
  const words = legible(name).replaceAll('_', ' ');
  if (!isFields(value)) return [`${words}: ${legibleJson(value)}`];
  return Object.entries(value).flatMap(([key, each]) => inWords(Array.isArray(value) ? name : `${name} ${key}`, each));
}

/** `Saturday, 21 November 2026, 19:00`: the time of the venue, as it is written. */
function dayAndTime(starts_at: string): string {
  const day = new Date(`${starts_at.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return starts_at;
  const written = day.toLocaleDateString('en-GB', { dateStyle: 'full', timeZone: 'UTC' });
  return `${written}, ${starts_at.slice(11, 16)}${starts_at.endsWith('Z') ? ' UTC' : ''}`;
}

/** `25.00 EUR for each person`. */
function priceOf(price: unknown): string[] {
  if (!isFields(price) || typeof price['amount'] !== 'number') return [];
  const [currency, per] = [short(price['currency']), short(price['per'])];
  try {
    const digits =
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
    return [`${(price['amount'] / 10 ** digits).toFixed(digits)} ${currency} for each ${per}`];
  } catch {
    return [];
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function short(value: unknown): string {
  return legible(String(value)).slice(0, maxLength);
}

/** In quotation marks, so that a name does not pass for a part of the question. */
function quoted(value: unknown): string {
  return JSON.stringify(short(value));
}
