/** The unit items and the contacts of the bookings of the tests' supplier. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../src/generated/octo.ts';
import type { Offered } from './availability.ts';
import { SupplierError } from './protocol.ts';

type Schemas = components['schemas'];
type UnitItem = Schemas['UnitItem'];

export function toItems(
  items: Schemas['BookingReservationBody']['unitItems'],
  { option }: Offered,
  existing: readonly UnitItem[],
): UnitItem[] {
  return items.map(({ uuid, unitId, contact }) => {
    if (!option.units.some(({ id }) => id === unitId)) throw new SupplierError('INVALID_UNIT_ID', { unitId });
    const known = existing.find((item) => item.uuid === uuid);
    return {
      uuid: known?.uuid ?? uuid ?? randomUUID(),
      resellerReference: null,
      supplierReference: null,
      unitId,
      status: 'ON_HOLD' as const,
      utcRedeemedAt: null,
      contact: toContact(contact),
      ticket: null,
    };
  });
}

export function requireFields(fields: readonly string[], contact: object): void {
  for (const field of fields) {
    const { [field]: value } = contact as Record<string, unknown>;
    if (value === undefined || value === null) throw new SupplierError('BAD_REQUEST', {}, `${field} is required`);
  }
}

export function toContact(contact: Schemas['BookingContact'] | undefined): Schemas['Contact'] {
  const none = { fullName: null, firstName: null, lastName: null, emailAddress: null, phoneNumber: null };
  return { ...none, locales: [], postalCode: null, country: null, notes: null, ...contact };
}
