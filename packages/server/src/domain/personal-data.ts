/** The personal data of a guest in what the service stores, by the contract's table: every field that is marked with x-personal. */
import { personalData, type Booking, type BookingEvent } from '@booking-service/contract';

/** The fields of a stored booking with personal data, besides those that every service has. The log masks them. */
export const personalFields: readonly string[] = ['guest', 'next_action', 'confirmation_code', 'documents'];

/** A schema of stored objects. */
export type StoredSchema = keyof typeof personalData;

/** A personal value. */
export interface PersonalField {
  /** The path of the field, such as guest.email. */
  readonly field: string;
  readonly value: unknown;
}

interface TableRow {
  readonly path: readonly string[];
  readonly erased?: unknown;
}

/** Returns the personal values of a stored object. What an erasure put in the place of one is not among them. */
export function personalValues(schema: StoredSchema, stored: object): PersonalField[] {
  return rowsOf(schema).flatMap(({ path, erased }) => {
    const value = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), stored);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(erased)) return [];
    return [{ field: path.join('.'), value }];
  });
}

/** Returns a copy without personal values: each is replaced as the contract states, or removed. */
export function erasePersonal<T extends object>(schema: StoredSchema, stored: T): T {
  const copy = structuredClone(stored);
  for (const { path, erased } of rowsOf(schema)) {
    const parent = path.slice(0, -1).reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), copy);
    const name = path.at(-1) ?? '';
    if (!isObject(parent) || !(name in parent)) continue;
    if (erased === undefined) delete parent[name];
    else parent[name] = structuredClone(erased);
  }
  return copy;
}

/** Returns the payload of an event without personal values. */
export function eraseEvent(payload: string): string {
  const event = toEvent(payload);
  return JSON.stringify({
    ...event,
    data: { ...event.data, object: erasePersonal('BookingSummary', event.data.object) },
  });
}

/** Returns the event of a stored payload. */
export function toEvent(payload: string): BookingEvent {
  // The payload was written from an event.
  return JSON.parse(payload) as BookingEvent;
}

/** Returns whether an erasure removed the guest of the booking. */
export function isErased({ guest }: Pick<Booking, 'guest'>): boolean {
  return rowsOf('Booking').some(({ path, erased }) => path.join('.') === 'guest.email' && erased === guest.email);
}

function rowsOf(schema: StoredSchema): readonly TableRow[] {
  return personalData[schema];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
