import { expect, it } from 'vitest';
import { personalTable } from '../../src/generate/personal-table.ts';

const guest = { properties: { name: { 'x-personal': { erased: 'Erased' } }, phone: { 'x-personal': 'removed' } } };
const stored = {
  Booking: {
    properties: { id: {}, guest: { $ref: '#/components/schemas/Guest' } },
    'x-not-personal': ['id'],
  },
  Guest: guest,
  BookingSummary: { properties: { id: {} }, 'x-not-personal': ['id'] },
  Session: { properties: {} },
};

function table(changes: object): string {
  return personalTable({ components: { schemas: { ...stored, ...changes } } }, [
    'Booking',
    'BookingSummary',
    'Session',
  ]);
}

it('lists the personal fields of each stored schema, also of nested ones, with what replaces them', () => {
  const rows = {
    Booking: [{ path: ['guest', 'name'], erased: 'Erased' }, { path: ['guest', 'phone'] }],
    BookingSummary: [],
    Session: [],
  };
  expect(table({})).toBe(`export const personalData = ${JSON.stringify(rows, null, 2)} as const;\n`);
});

it('refuses a stored field that is not classified', () => {
  const added = { ...guest, properties: { ...guest.properties, birthday: {} } };
  expect(() => table({ Guest: added })).toThrow(
    'Guest.birthday is stored, but not classified. Is it personal data of a guest? Mark it with x-personal, or add it to x-not-personal of Guest.',
  );
  expect(() => table({ BookingSummary: { properties: { id: {}, seat: {} }, 'x-not-personal': ['id'] } })).toThrow(
    'BookingSummary.seat is stored, but not classified.',
  );
});

it('refuses a field that is classified twice, and a name without a field', () => {
  const twice = { ...guest, 'x-not-personal': ['phone'] };
  expect(() => table({ Guest: twice })).toThrow('Guest.phone has x-personal, and is in x-not-personal.');
  const unknown = { ...guest, 'x-not-personal': ['fax'] };
  expect(() => table({ Guest: unknown })).toThrow('Guest has no field fax. Remove it from x-not-personal.');
});
