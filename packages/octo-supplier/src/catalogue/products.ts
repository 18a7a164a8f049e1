/** A venue as an OCTO product: one option, and one unit for each guest. */
import type { BookingClient, Venue, VenueSearch } from '@booking-service/client';
import type { components } from '../generated/octo.ts';
import { OctoRefusal } from '../http/octo-refusal.ts';

type Product = components['schemas']['Product'];

export const optionId = 'DEFAULT';
export const unitId = 'adult';

/** The formats of the service's documents, and those of OCTO. */
export const deliveryFormats: ReadonlyMap<string, components['schemas']['DeliveryFormat']> = new Map([
  ['qr_code', 'QRCODE'],
  ['code_128', 'CODE128'],
  ['aztec_code', 'AZTECCODE'],
  ['pdf_url', 'PDF_URL'],
  ['pkpass_url', 'PKPASS_URL'],
]);

/** Times of the service are in UTC, so local times are too. */
const timeZone = 'UTC';
const largestPage = 100;

export interface CatalogueOptions {
  readonly client: BookingClient;
  readonly venues: Omit<VenueSearch, 'limit' | 'cursor'>;
  readonly maxProducts: number;
}

/** Returns all products. OCTO has no pages, so a longer list is refused instead of being cut. */
export async function listProducts({ client, venues, maxProducts }: CatalogueOptions): Promise<Product[]> {
  const products: Product[] = [];
  for await (const venue of client.venues.search({ ...venues, limit: largestPage })) {
    if (products.length === maxProducts) {
      const message = `There are more than ${maxProducts} products. The supplier must sell fewer venues at one address.`;
      throw new OctoRefusal('UNPROCESSABLE_ENTITY', message);
    }
    products.push(toProduct(venue));
  }
  return products;
}

export async function getProduct(productId: string, { client, venues }: CatalogueOptions): Promise<Product> {
  for await (const venue of client.venues.search({ ...venues, limit: largestPage })) {
    if (venue.id === productId) return toProduct(venue);
  }
  throw noProduct(productId);
}

export function noProduct(productId: string): OctoRefusal {
  return new OctoRefusal('INVALID_PRODUCT_ID', 'No product has this id.', { productId });
}

/** Throws INVALID_PRODUCT_ID for an id that is not of a venue, and INVALID_OPTION_ID for another option. */
export function requireOption(product: string, option: string): void {
  if (!/^ven_[A-Za-z0-9_-]{1,196}$/.test(product)) throw noProduct(product);
  if (option !== optionId) throw new OctoRefusal('INVALID_OPTION_ID', 'No option has this id.', { optionId: option });
}

export function requireUnit(unit: string): void {
  if (unit !== unitId) throw new OctoRefusal('INVALID_UNIT_ID', 'No unit has this id.', { unitId: unit });
}

function toProduct({ id, name }: Venue): Product {
  return {
    id,
    internalName: name,
    reference: null,
    locale: 'en',
    timeZone,
    allowFreesale: false,
    // A provider may take its time: then a confirmation is PENDING.
    instantConfirmation: false,
    instantDelivery: true,
    availabilityRequired: true,
    availabilityType: 'START_TIME',
    deliveryFormats: [...deliveryFormats.values()],
    deliveryMethods: ['VOUCHER', 'TICKET'],
    redemptionMethod: 'DIGITAL',
    options: [
      {
        id: optionId,
        default: true,
        internalName: name,
        reference: null,
        // OCTO requires one. The service states start times in the search of a day only.
        availabilityLocalStartTimes: ['00:00'],
        cancellationCutoff: '0 hours',
        cancellationCutoffAmount: 0,
        cancellationCutoffUnit: 'hour',
        requiredContactFields: ['firstName', 'lastName', 'emailAddress'],
        restrictions: { minUnits: 1, maxUnits: null },
        units: [
          {
            id: unitId,
            internalName: 'Guest',
            reference: null,
            type: 'ADULT',
            requiredContactFields: [],
            restrictions: {
              minAge: 0,
              maxAge: 120,
              idRequired: false,
              minQuantity: 1,
              maxQuantity: null,
              paxCount: 1,
              accompaniedBy: [],
            },
          },
        ],
      },
    ],
  };
}
