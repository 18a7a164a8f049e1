import { Refusal, type Provider } from '@booking-service/server';
import { findSlots } from './availability/slots.ts';
import { checkRequest, book } from './bookings/book.ts';
import { modify, readBooking, release } from './bookings/confirmed-booking.ts';
import type { ContactDefaults } from './bookings/guest-details.ts';
import { createHoldEnds, type Supplier } from './bookings/supplier.ts';
import { type Catalogue, createCatalogue } from './catalogue/catalogue.ts';
import { createOctoClient } from './http/octo-client.ts';
import { OctoError } from './http/octo-error.ts';
import { limits } from '@booking-service/contract';

export interface OctoProviderOptions {
  /** The bookings' `provider`: 1 to 60 of a-z 0-9 _ -. */
  readonly name: string;
  /** The address of the supplier, to which `/products/` is appended, such as `https://api.supplier.test/octo`. */
  readonly baseUrl: string;
  /** The supplier's API key. It is sent in the header Authorization and appears nowhere else. */
  readonly token: string;
  /** The id of every venue begins with it. Default: `ven_<name>_`. */
  readonly venuePrefix?: string | undefined;
  /** The unit that guests are booked as: its id or its type. Default: the first of type ADULT, otherwise the only unit. */
  readonly unit?: string | undefined;
  /** The city of venues for which the supplier sends none. Default: from the supplier's address or the time zone. */
  readonly city?: string | undefined;
  /** The country of venues for which the supplier sends none, ISO 3166-1 alpha-2. Default: from the supplier's address, otherwise ZZ. */
  readonly country?: string | undefined;
  /** Contact fields for suppliers that require more than a guest has. */
  readonly contact?: ContactDefaults | undefined;
  /** More request headers, such as `OCTO-Env`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The maximum age of the products, in seconds. Default: 300. */
  readonly productsMaxAgeSeconds?: number | undefined;
  /** The maximum time of one call of the port, with all of its requests, in seconds. The service allows 30. Default: 25. */
  readonly timeoutSeconds?: number | undefined;
  /** The maximum size of a list, such as all products, in bytes. Any other response has at most 1 MiB. Default: 32 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Allows http for addresses beyond this computer. The token is then sent unencrypted. Default: false. */
  readonly allowHttp?: boolean | undefined;
  /** The seconds after which a confirmed booking is read, again and again, because OCTO has no notifications. Default: never. */
  readonly readAfterSeconds?: number | undefined;
  /** Default: the computer's clock. */
  readonly clock?: { now(): Date } | undefined;
}

/** Creates a provider that books at a supplier that speaks OCTO. Throws a TypeError that names an invalid option. */
export function createOctoProvider(options: OctoProviderOptions): Provider {
  const { name, venuePrefix, catalogue, ...supplier } = openSupplier(options);
  const { octo, clock, newSignal } = supplier;
  const atSupplier = { ...supplier, catalogue };

  return {
    name,
    read_after_seconds: options.readAfterSeconds,
    handlesVenue: (venue_id) => venue_id.startsWith(venuePrefix),
    async searchVenues(search) {
      const { data, ...page } = toPage(await catalogue.search(search), search);
      return { ...page, data: data.map(({ venue }) => venue) };
    },
    async searchAvailability(search) {
      const offer = await catalogue.find(search.venue_id);
      if (!offer) throw new Refusal('not_found', { message: `There is no venue ${search.venue_id}.` });
      const slots = await findSlots(offer, search, { octo, now: clock.now(), signal: newSignal() }).catch(refuse);
      return toPage(slots, search);
    },
    checkRequest: (request) => checkRequest(request, atSupplier),
    book: (step) => book(step, atSupplier),
    modify: (modification) => modify(modification, atSupplier),
    readBooking: (booking) => readBooking(booking, atSupplier),
    release: (booking) => release(booking, atSupplier),
  };
}

/** The supplier of a provider, and the names that the provider has for it. */
export interface OpenedSupplier extends Supplier {
  readonly name: string;
  readonly venuePrefix: string;
  readonly catalogue: Catalogue;
}

/** Checks the options. It sends no request. Throws a TypeError that names an invalid option. */
export function openSupplier(options: OctoProviderOptions): OpenedSupplier {
  const { name, baseUrl, token } = checkOptions(options);
  const {
    venuePrefix = `ven_${name}_`,
    unit,
    city,
    country,
    contact = {},
    headers = {},
    productsMaxAgeSeconds: maxAgeSeconds = 300,
    timeoutSeconds = 25,
    maxResponseBytes = 32 * 1024 * 1024,
    clock = { now: () => new Date() },
  } = options;
  const newSignal = () => AbortSignal.timeout(timeoutSeconds * 1000);
  const octo = createOctoClient({ baseUrl, token, headers, maxResponseBytes });
  const place = { city, country };
  const catalogue = createCatalogue({ octo, clock, name, venuePrefix, unit, place, maxAgeSeconds, newSignal });
  return { name, venuePrefix, octo, catalogue, clock, contact, holdEnds: createHoldEnds(clock), newSignal };
}

/** Throws the refusal of the table. A temporary error stays an error, which the service reports as availability_failed. */
function refuse(cause: unknown): never {
  if (!(cause instanceof OctoError) || cause.row.temporary) throw cause;
  throw new Refusal(cause.row.availability, { cause });
}

interface Unchecked {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly venuePrefix?: string | undefined;
  readonly country?: string | undefined;
  readonly productsMaxAgeSeconds?: number | undefined;
  readonly timeoutSeconds?: number | undefined;
  readonly allowHttp?: boolean | undefined;
}

/** Returns the options with a base URL without a slash at its end. Throws a TypeError that names an invalid option, without secrets. */
export function checkOptions(options: Unchecked): Pick<Unchecked, 'name' | 'baseUrl' | 'token'> {
  const { name, baseUrl, token, venuePrefix, country, allowHttp = false } = options;
  const { productsMaxAgeSeconds, timeoutSeconds } = options;
  if (!/^[a-z0-9_-]{1,60}$/.test(name)) throw fault('name', 'must be 1 to 60 of a-z 0-9 _ -');
  if (!/^[\x21-\x7e]+$/.test(token)) throw fault('token', 'must be printable ASCII without spaces');
  if (venuePrefix !== undefined && !/^ven_[A-Za-z0-9_-]{0,76}$/.test(venuePrefix)) {
    throw fault('venuePrefix', 'must be ven_ and at most 76 of A-Z a-z 0-9 _ -');
  }
  if (country !== undefined && !/^[A-Z]{2}$/.test(country)) throw fault('country', 'must be two capital letters');
  for (const [option, value] of Object.entries({ productsMaxAgeSeconds, timeoutSeconds })) {
    if (value !== undefined && !(Number.isFinite(value) && value > 0)) throw fault(option, 'must be a positive number');
  }
  const url = URL.parse(baseUrl);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw fault('baseUrl', 'must be an http or https URL');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw fault('baseUrl', 'must have no user, password, query or fragment');
  }
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw fault('baseUrl', 'must begin with https, because the token is sent there; allowHttp permits http');
  }
  return { name, baseUrl: url.href.replace(/\/+$/, ''), token };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function fault(option: string, rule: string): TypeError {
  return new TypeError(`The option ${option} of the OCTO provider ${rule}.`);
}

export interface Page<T> {
  readonly object: 'list';
  readonly data: T[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
}

/** Returns one page of a complete list. The cursor encodes the offset of the next page. Any other cursor is refused. */
export function toPage<T>(
  all: readonly T[],
  { limit = limits.page.default, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Page<T> {
  const start = cursor === undefined ? 0 : Number(Buffer.from(cursor, 'base64url').toString());
  if (cursor !== undefined && !(Number.isSafeInteger(start) && start > 0 && toCursor(start) === cursor)) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    throw new Refusal('invalid_request', { details });
  }
  const end = start + limit;
  const has_more = end < all.length;
  return { object: 'list', data: all.slice(start, end), has_more, next_cursor: has_more ? toCursor(end) : null };
}

function toCursor(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}
