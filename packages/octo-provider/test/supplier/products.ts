/** The products of the tests' supplier, complete as the official document requires them. */
import type { components } from '../../src/generated/octo.ts';

type Schemas = components['schemas'];
export type Product = Schemas['Product'];
export type Option = Schemas['Option'];
export type Unit = Schemas['Unit'];

export interface AskedQuestion {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly inputType: 'TEXT' | 'SELECT';
  readonly selectOptions: readonly { readonly value: string; readonly label: string }[];
}

export interface PickupPoint {
  readonly id: string;
  readonly name: string;
}

export interface ProductOptions {
  readonly id: string;
  readonly name?: string;
  readonly timeZone?: string;
  readonly startTimes?: readonly string[];
  /** Offers days with these hours instead of start times. */
  readonly hours?: { readonly from: string; readonly to: string };
  readonly instantConfirmation?: boolean;
  readonly required?: readonly Schemas['ContactField'][];
  readonly unitRequired?: readonly Schemas['ContactField'][];
  readonly units?: readonly Unit[];
  /** With octo/questions: must be answered, the first of them with one of its options. */
  readonly questions?: readonly AskedQuestion[];
  /** With octo/pickups: a booking needs one of these points. */
  readonly pickupPoints?: readonly PickupPoint[];
  readonly options?: readonly string[];
  readonly maxUnits?: number | null;
  /** The ways in which a booking is delivered. Default: VOUCHER. */
  readonly deliveryMethods?: readonly Schemas['DeliveryMethod'][];
  /** Hours before the start from which a booking can no longer be cancelled. */
  readonly cutoffHours?: number;
  /** With octo/content. */
  readonly city?: string | null;
  readonly country?: string | null;
}

/** A product of each availability type, with which the validator of the standard can run all of its scenarios. It ignores required fields. */
export const standardProducts: readonly ProductOptions[] = [
  { id: 'tower', name: 'Tower Tour', required: [] },
  { id: 'museum', name: 'City Museum', required: [], hours: { from: '09:00', to: '17:30' } },
];

/** Returns a product of the core document, and what octo/content adds to it. */
export function productOf(options: ProductOptions): { core: Product; content: Partial<Product> } {
  const { id, name = 'Tower Tour', timeZone = 'Europe/Lisbon', hours, instantConfirmation = true } = options;
  const { city = 'Lisbon', country = 'PT', options: optionIds = ['DEFAULT'] } = options;
  const { deliveryMethods = ['VOUCHER'] } = options;
  const core: Product = {
    id,
    internalName: name,
    reference: null,
    locale: 'en-GB',
    timeZone,
    allowFreesale: false,
    instantConfirmation,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: hours ? 'OPENING_HOURS' : 'START_TIME',
    deliveryFormats: ['QRCODE', 'PDF_URL'],
    deliveryMethods: [...deliveryMethods],
    redemptionMethod: 'DIGITAL',
    options: optionIds.map((option) => optionOf(option, options)),
  };
  return { core, content: { title: `${name} (title)`, locations: [locationOf(city, country)] } };
}

export function unitOf(
  id: string,
  type: Schemas['UnitType'],
  restrictions: Partial<Schemas['UnitRestrictions']> = {},
): Unit {
  return {
    id,
    internalName: id,
    reference: null,
    type,
    requiredContactFields: [],
    restrictions: {
      minAge: 0,
      maxAge: 99,
      idRequired: false,
      minQuantity: 1,
      maxQuantity: 9,
      paxCount: 1,
      accompaniedBy: [],
      ...restrictions,
    },
  };
}

function optionOf(id: string, options: ProductOptions): Option {
  const { startTimes = ['10:00', '19:00'], required = ['firstName'], unitRequired = [], cutoffHours = 1 } = options;
  const { units = [unitOf('adult', 'ADULT'), unitOf('child', 'CHILD')], maxUnits = 9, hours } = options;
  return {
    id,
    default: true,
    internalName: `Option ${id}`,
    reference: null,
    availabilityLocalStartTimes: hours ? ['00:00'] : [...startTimes],
    cancellationCutoff: `${cutoffHours} hours`,
    cancellationCutoffAmount: cutoffHours,
    cancellationCutoffUnit: 'hour',
    requiredContactFields: [...required],
    restrictions: { minUnits: 1, maxUnits },
    units: units.map((unit) => ({ ...unit, requiredContactFields: [...unitRequired] })),
  };
}

function locationOf(city: string | null, country: string | null): Schemas['Location'] {
  const postalAddress = {
    streetAddress: null,
    addressLocality: city,
    addressRegion: null,
    postalCode: null,
    addressCountry: country,
    postOfficeBoxNumber: null,
  };
  const identifiers = {
    googlePlaceId: null,
    applePlaceId: null,
    tripadvisorLocationId: null,
    yelpPlaceId: null,
    facebookPlaceId: null,
    foursquarePlaceId: null,
    baiduPlaceId: null,
    amapPlaceId: null,
  };
  const place = { latitude: 38.7, longitude: -9.1, postalAddress, identifiers, sameAs: [] };
  return { title: null, shortDescription: null, types: ['START'], minutesTo: null, minutesAt: null, place };
}
