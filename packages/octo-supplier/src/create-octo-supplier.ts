import { createBookingClient, type BookingClientOptions, type VenueSearch } from '@booking-service/client';
import {
  cancelBooking,
  confirmBooking,
  extendBooking,
  listBookings,
  readBooking,
  reserveBooking,
  updateBooking,
} from './bookings/bookings.ts';
import { checkAvailability, checkCalendar } from './catalogue/availability.ts';
import { getProduct, listProducts } from './catalogue/products.ts';
import type { components } from './generated/octo.ts';
import { OctoRefusal, toRefusal } from './http/octo-refusal.ts';
import { type Fields, readBody } from './http/read-body.ts';

type SupplierContact = components['schemas']['SupplierContact'];

/** Options of {@link createOctoSupplier}. */
export interface OctoSupplierOptions {
  /** The address of the booking service, without the version of its paths. */
  readonly baseUrl: string;
  /** The supplier's name. */
  readonly name: string;
  /** The address of this supplier, as resellers reach it: https://octo.example.com */
  readonly endpoint: string;
  /** The addresses of its people. Default: none. */
  readonly contact?: Partial<SupplierContact>;
  /** The venues that are sold. Default: all that the key finds. */
  readonly venues?: Omit<VenueSearch, 'limit' | 'cursor'>;
  /** More products than that are refused, as OCTO has no pages. Default: 2,000. */
  readonly maxProducts?: number;
  /** The days of one request for availability, each of which is a request of the service. Default: 31. */
  readonly maxDays?: number;
  /** The time in which a confirmation waits for the provider, before it is PENDING. Default: 15. */
  readonly confirmSeconds?: number;
  /** The e-mail address of a guest whose reseller sends none. Default: an address that no mail reaches. */
  readonly fallbackEmail?: string;
  /** Sends a request to the service. Default: the runtime's own fetch. */
  readonly fetch?: BookingClientOptions['fetch'];
  /** Receives an error that is not a refusal, which the reseller gets as INTERNAL_SERVER_ERROR. Default: none. */
  readonly onError?: (error: unknown) => void;
}

/** The maximum time of one call of the service, in milliseconds. Resellers do not wait longer. */
const deadline = 25_000;

type Handler = (request: {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: () => Promise<Fields>;
}) => Promise<unknown>;

/**
 * Creates a supplier that speaks OCTO: a handler of requests for any server of the web standard. The token of a reseller is an API key of
 * the organization, so the service checks keys, modes, limits and idempotency. It keeps no state.
 */
export function createOctoSupplier({
  name,
  endpoint,
  contact = {},
  baseUrl,
  fetch,
  venues = {},
  maxProducts = 2_000,
  maxDays = 31,
  confirmSeconds = 15,
  fallbackEmail = 'no-email@octo.invalid',
  onError = () => undefined,
}: OctoSupplierOptions): (request: Request) => Promise<Response> {
  const supplier = {
    id: new URL(endpoint).host,
    name,
    endpoint,
    contact: { website: null, email: null, telephone: null, address: null, ...contact },
  };

  function routesOf(apiKey: string): Readonly<Record<string, Handler>> {
    const client = createBookingClient({
      apiKey,
      baseUrl,
      deadline,
      appInfo: 'octo-supplier',
      ...(fetch && { fetch }),
    });
    const catalogue = { client, venues, maxProducts };
    const availability = { client, maxDays };
    const bookings = { client, fallbackEmail, confirmSeconds };
    return {
      'GET /supplier': async () => {
        // Any call would do: it is refused without a valid key.
        await client.venues.search({ ...venues, limit: 1 });
        return supplier;
      },
      'GET /products': () => listProducts(catalogue),
      'GET /products/{}': ({ id }) => getProduct(id, catalogue),
      'POST /availability': async ({ body }) => checkAvailability(await body(), availability),
      'POST /availability/calendar': async ({ body }) => checkCalendar(await body(), availability),
      'GET /bookings': ({ query }) => listBookings(query, bookings),
      'POST /bookings': async ({ body }) => reserveBooking(await body(), bookings),
      'GET /bookings/{}': ({ id }) => readBooking(id, bookings),
      'PATCH /bookings/{}': async ({ id, body }) => updateBooking(id, await body(), bookings),
      'POST /bookings/{}/confirm': async ({ id, body }) => confirmBooking(id, await body(), bookings),
      'POST /bookings/{}/extend': async ({ id, body }) => extendBooking(id, await body(), bookings),
      'POST /bookings/{}/cancel': async ({ id, body }) => cancelBooking(id, await body(), bookings),
    };
  }

  return async function respond(request) {
    // This supplier has no capability. The header names those of the response, so it is empty whatever the request names.
    const headers = { 'Octo-Capabilities': '' };
    try {
      const { pathname, searchParams: query } = new URL(request.url);
      const [, path = '', id = '', action] =
        /(\/capabilities|\/supplier|\/products|\/availability|\/bookings)(?:\/([^/]+))?(?:\/([^/]+))?\/?$/.exec(
          pathname,
        ) ?? [];
      if (`${request.method} ${path}${id}` === 'GET /capabilities') return Response.json([], { headers });
      const template = path === '/availability' ? [path, id] : [path, id && '{}', action];
      const route = `${request.method} ${template.filter(Boolean).join('/')}`;
      const handle = routesOf(tokenOf(request))[route];
      if (!handle)
        return Response.json(
          { error: 'NOT_FOUND', errorMessage: 'OCTO has no such endpoint.' },
          { status: 404, headers },
        );
      return Response.json(await handle({ id, query, body: () => readBody(request) }), { headers });
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal instanceof OctoRefusal) return refusal.toResponse(headers);
      onError(error);
      return new OctoRefusal('INTERNAL_SERVER_ERROR', 'The supplier failed.').toResponse(headers);
    }
  };
}

/** Returns the API key of the header Authorization. The client refuses one that does not have the form of a key, before it is sent. */
function tokenOf({ headers }: Request): string {
  const [, token] = /^Bearer (sk_(?:live|test)_[A-Za-z0-9_-]{1,200})$/i.exec(headers.get('Authorization') ?? '') ?? [];
  if (token !== undefined) return token;
  throw new OctoRefusal('UNAUTHORIZED', 'Send the header Authorization: Bearer with your token.');
}
