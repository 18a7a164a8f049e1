import type { Guest } from '@booking-service/client';
import type { components } from '../generated/octo.ts';
import { type Fields, fieldsOf, itemsOf, textOf } from '../http/read-body.ts';

type Contact = components['schemas']['Contact'];

export const noContact: Contact = {
  fullName: null,
  firstName: null,
  lastName: null,
  emailAddress: null,
  phoneNumber: null,
  locales: [],
  postalCode: null,
  country: null,
  notes: null,
};

/** Returns the contact of a body or of a unit item, or undefined if it has none. */
export function readContact(body: Fields): Contact | undefined {
  if ((body['contact'] ?? undefined) === undefined) return undefined;
  const fields = fieldsOf(body['contact'], 'contact');
  const text = (name: Exclude<keyof Contact, 'locales'>) => textOf(fields, name) ?? null;
  return {
    fullName: text('fullName'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    emailAddress: text('emailAddress'),
    phoneNumber: text('phoneNumber'),
    locales: (itemsOf(fields, 'locales') ?? []).map(String),
    postalCode: text('postalCode'),
    country: text('country'),
    notes: text('notes'),
  };
}

/**
 * Returns the guest of a contact. A full name is split at its first space. A reservation often has no contact yet, and a reseller may
 * confirm without an e-mail address, which the service requires: then the address of the options stands in for it.
 */
export function toGuest(contact: Contact, { fallbackEmail }: { readonly fallbackEmail: string }): Guest {
  const [first, ...rest] = (contact.fullName ?? '').trim().split(/\s+/);
  const first_name = contact.firstName?.trim() || first || 'Guest';
  const last_name = contact.lastName?.trim() || rest.join(' ');
  const { emailAddress, phoneNumber } = contact;
  return {
    first_name,
    ...(last_name !== '' && { last_name }),
    email: emailAddress?.trim() || fallbackEmail,
    // Another form stays in the contact that the reseller reads back.
    ...(phoneNumber !== null && /^\+[1-9]\d{6,14}$/.test(phoneNumber) && { phone: phoneNumber }),
  };
}
