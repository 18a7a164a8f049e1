import { createRequire } from 'node:module';
import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { largestParty } from '../src/availability/slots.ts';
import { maxUnits } from '../src/catalogue/offer.ts';
import { largestAmount } from '../src/availability/units.ts';
import { longestConfirmationCode } from '../src/bookings/book.ts';
import {
  toBookingUuid,
  escapeText,
  unescapeText,
  longestSlotId,
  toAvailabilityId,
  toSlotId,
  longestVenueId,
  toVenueId,
} from '../src/ids.ts';

interface Schema {
  readonly maxLength?: number;
  readonly maximum?: number;
  readonly pattern: string;
}

const { components } = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as {
  components: {
    schemas: Record<'VenueId' | 'SlotId' | 'ConfirmationCode' | 'Amount' | 'PartySize', Schema> & {
      Slot: { readonly properties: { readonly units: { readonly maxItems: number } } };
    };
  };
};
const { VenueId, SlotId, ConfirmationCode, Amount, PartySize, Slot } = components.schemas;
const text = string({ minLength: 1, unit: 'binary' });

it('has the bounds of the contract', () => {
  expect(longestVenueId).toBe(VenueId.maxLength);
  expect(longestSlotId).toBe(SlotId.maxLength);
  expect(longestConfirmationCode).toBe(ConfirmationCode.maxLength);
  expect(largestParty).toBe(PartySize.maximum);
  expect(maxUnits).toBe(Slot.properties.units.maxItems);
  expect(largestAmount).toBe(Amount.maximum);
});

it('reads back every text that it writes with the characters of an id', () => {
  assert(
    property(text, (written) => {
      expect(escapeText(written)).toMatch(/^(?:[A-Za-z0-9-]|_[0-9a-f]{2})*$/);
      expect(unescapeText(escapeText(written))).toBe(written);
    }),
  );
});

it.each(['a_', 'a_z', '_4', '_4A', 'é', '_ff', 'a__b', '_41'])(
  'reads %s, which it never writes, as nothing',
  (escaped) => {
    expect(unescapeText(escaped)).toBeUndefined();
  },
);

it('writes an availability id so that a person can read it', () => {
  expect(escapeText('2022-05-23T00:00:00+01:00')).toBe('2022-05-23T00_3a00_3a00_2b01_3a00');
});

it('gives different products and options different ids, which match the contract', () => {
  const idOf = (product_id: string, option_id: string) => toVenueId('ven_tours_', { product_id, option_id });
  assert(
    property(text, text, text, text, (a, b, c, d) => {
      expect(idOf(a, b)).toMatch(new RegExp(VenueId.pattern));
      expect(idOf(a, b) === idOf(c, d)).toBe(a === c && b === d);
    }),
  );
});

it('reads the availability id of a slot at its own venue only', () => {
  assert(
    property(text, (availability_id) => {
      const slot_id = toSlotId('ven_tours_a__DEFAULT', availability_id);
      expect(slot_id).toMatch(new RegExp(SlotId.pattern));
      expect(toAvailabilityId('ven_tours_a__DEFAULT', slot_id)).toBe(availability_id);
      expect(toAvailabilityId('ven_tours_b__DEFAULT', slot_id)).toBeUndefined();
    }),
  );
  expect(toAvailabilityId('ven_tours_a__DEFAULT', 'slt_harbour_table_20261121T1900')).toBeUndefined();
});

it('gives a booking one UUID of version 5, which never changes', () => {
  expect(toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1')).toBe(
    toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1'),
  );
  expect(toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1')).toMatchInlineSnapshot(
    `"38cc93c7-f50c-5c5e-bab6-3b2869684d6d"`,
  );
  expect(toBookingUuid('bkg_5f0c1f2e3d4b4a5968778695a4b3c2d2')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});
