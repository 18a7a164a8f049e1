/**
 * The fields of an OCTO booking that a booking of the service does not have. The service stores them as metadata, so this package stores
 * nothing: the reseller's reference under a key of its own, which lists are filtered by, and the rest as JSON in pieces.
 */
import type { Booking } from '@booking-service/client';
import type { components } from '../generated/octo.ts';
import type { SlotTime } from '../catalogue/availability.ts';
import { badRequest } from '../http/read-body.ts';

type Contact = components['schemas']['Contact'];

export interface Kept {
  readonly uuid: string;
  /** 1 for the reservation, one more for each hold that replaced it. */
  readonly revision: number;
  readonly resellerReference: string | null;
  readonly notes: string | null;
  readonly contact: Contact;
  readonly time: SlotTime;
  /** One for each guest, with what the reseller sent. */
  readonly items: readonly KeptItem[];
}

export interface KeptItem {
  readonly uuid?: string | undefined;
  readonly resellerReference?: string | undefined;
  readonly contact?: Contact | undefined;
}

type Metadata = Readonly<Record<string, string>>;

/** The limits of the contract. A test compares them with it. */
export const longestValue = 500;
export const mostKeys = 20;

const [uuidKey, revisionKey] = ['octo_uuid', 'octo_revision'];
export const referenceKey = 'octo_reference';
const pieces = Array.from({ length: mostKeys - 3 }, (_, index) => `octo_${index + 1}`);

export function toMetadata({ uuid, revision, resellerReference, time, ...rest }: Kept): Metadata {
  const { slot_id, start, minutes } = time;
  const text = JSON.stringify({ ...rest, time: { slot_id, start, minutes } });
  const values = pieces
    .map((_, index) => text.slice(index * longestValue, (index + 1) * longestValue))
    .filter((piece) => piece !== '');
  if (text.length > pieces.length * longestValue || (resellerReference?.length ?? 0) > longestValue)
    throw badRequest('The contact, the notes and the unit items are too long to be stored.');
  return {
    [uuidKey]: uuid,
    [revisionKey]: String(revision),
    ...(resellerReference !== null && { [referenceKey]: resellerReference }),
    ...Object.fromEntries(values.map((value, index) => [pieces[index], value])),
  };
}

/** Returns what was kept with a booking, or undefined if no reseller made it, or its personal data was erased. */
export function readKept({ metadata }: Pick<Booking, 'metadata'>): Kept | undefined {
  const { [uuidKey]: uuid, [revisionKey]: revision, [referenceKey]: resellerReference = null } = metadata;
  if (uuid === undefined || revision === undefined) return undefined;
  // Only this package writes these keys, and it writes the form of toMetadata.
  const { time, ...rest } = JSON.parse(pieces.map((key) => metadata[key] ?? '').join('')) as Omit<
    Kept,
    'uuid' | 'revision' | 'resellerReference'
  >;
  const slot = { ...time, start: new Date(time.start) };
  return { uuid, revision: Number(revision), resellerReference, ...rest, time: slot };
}
