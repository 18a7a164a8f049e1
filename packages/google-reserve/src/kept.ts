/** The fields of a Google booking that a booking of the service does not have. The service stores them as metadata. */
import type { Booking, Slot } from '@booking-service/client';
import { badRequest } from './http/read-body.ts';

export interface Kept {
  readonly user_id: string;
  /** The telephone as Google sent it. The guest has it only in E.164 form. */
  readonly telephone: string;
  /** The slot that the booking was created for. */
  readonly slot: { readonly slot_id: string; readonly start_sec: number; readonly duration_sec: number };
}

/** The limits of the contract. A test compares them with it. */
export const longestValue = 500;
export const mostKeys = 20;

export const userKey = 'google_user_id';
const [slotKey, telephoneKey] = ['google_slot', 'google_telephone'];
const pieces = Array.from({ length: mostKeys - 3 }, (_, index) => `google_request_${index + 1}`);

/** Returns the metadata of a new booking. The person's request is stored for the restaurant, in pieces, and not read again. */
export function toMetadata(
  kept: { readonly user_id: string; readonly telephone: string; readonly slot: Slot },
  request: string,
): Record<string, string> {
  const { id, starts_at, duration_minutes } = kept.slot;
  const values = pieces
    .map((_, index) => request.slice(index * longestValue, (index + 1) * longestValue))
    .filter((piece) => piece !== '');
  const isTooLong = [kept.user_id, kept.telephone].some((text) => text.length > longestValue);
  if (isTooLong || request.length > pieces.length * longestValue)
    throw badRequest('The user or the additional request is too long to be stored.');
  return {
    [userKey]: kept.user_id,
    ...(kept.telephone !== '' && { [telephoneKey]: kept.telephone }),
    [slotKey]: `${Date.parse(starts_at) / 1000} ${duration_minutes * 60} ${id}`,
    ...Object.fromEntries(values.map((value, index) => [pieces[index], value])),
  };
}

/** Returns what was kept with a booking, or undefined if Google did not make it, or its personal data was erased. */
export function readKept({ metadata }: Pick<Booking, 'metadata'>): Kept | undefined {
  const { [userKey]: user_id, [telephoneKey]: telephone = '', [slotKey]: slot = '' } = metadata;
  const [, start, duration, slot_id] = /^(\d+) (\d+) (\S+)$/.exec(slot) ?? [];
  if (user_id === undefined || slot_id === undefined) return undefined;
  return { user_id, telephone, slot: { slot_id, start_sec: Number(start), duration_sec: Number(duration) } };
}
