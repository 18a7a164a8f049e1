import { createBookingClient, type BookingClientOptions } from '@booking-service/client';
import { checkAvailability, lookUpAvailability } from './availability.ts';
import { createBooking, getBookingStatus, listBookings, updateBooking } from './bookings.ts';
import { GoogleRefusal, toRefusal } from './http/google-refusal.ts';
import { type Fields, readBody } from './http/read-body.ts';

/** Options of {@link createGoogleReserve}. */
export interface GoogleReserveOptions {
  /** The address of the booking service, without the version of its paths. */
  readonly baseUrl: string;
  /** The days of one lookup for each party size, each of which is a request of the service. Default: 62. */
  readonly maxSearches?: number;
  /** The time in which a create waits for the provider, before the booking is pending. Default: 10. */
  readonly confirmSeconds?: number;
  /** Sends a request to the service. Default: the runtime's own fetch. */
  readonly fetch?: BookingClientOptions['fetch'];
  /** Receives an error that is not a refusal, for which Google gets the status 500. Default: none. */
  readonly onError?: (error: unknown) => void;
}

/** The maximum time of one call of the service, in milliseconds. Google does not wait longer. */
const deadline = 25_000;

/**
 * Creates a booking server of Google's Actions Center (API v3): a handler of requests for any server of the web standard. The password of
 * Google is an API key of the organization, so the service checks keys, modes, limits and idempotency. It keeps no state.
 */
export function createGoogleReserve({
  baseUrl,
  fetch,
  maxSearches = 62,
  confirmSeconds = 10,
  onError = () => undefined,
}: GoogleReserveOptions): (request: Request) => Promise<Response> {
  function methodsOf(apiKey: string): Readonly<Record<string, (request: Request) => Promise<object>>> {
    const client = createBookingClient({
      apiKey,
      baseUrl,
      deadline,
      appInfo: 'google-reserve',
      ...(fetch && { fetch }),
    });
    const availability = { client, maxSearches };
    const bookings = { client, confirmSeconds };
    const post =
      <Options>(method: (body: Fields, options: Options) => Promise<object>, options: Options) =>
      async (request: Request) =>
        method(await readBody(request), options);
    return {
      'GET HealthCheck': async () => {
        // Any call would do: it is refused without a valid key, and fails if the service is down.
        await client.venues.search({ limit: 1 });
        return { status: 'SERVING' };
      },
      'POST CheckAvailability': post(checkAvailability, availability),
      'POST BatchAvailabilityLookup': post(lookUpAvailability, availability),
      'POST CreateBooking': post(createBooking, bookings),
      'POST UpdateBooking': post(updateBooking, bookings),
      'POST GetBookingStatus': post(getBookingStatus, bookings),
      'POST ListBookings': post(listBookings, bookings),
    };
  }

  return async function respond(request) {
    try {
      const methods = methodsOf(passwordOf(request));
      const [, name = ''] = /\/v3\/(\w+)\/?$/.exec(new URL(request.url).pathname) ?? [];
      const route = `${request.method} ${name}`;
      const method = Object.hasOwn(methods, route) ? methods[route] : undefined;
      if (!method) throw new GoogleRefusal(404, 'The booking server has no such method.');
      return Response.json(await method(request));
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal instanceof GoogleRefusal) return refusal.toResponse();
      onError(error);
      return new GoogleRefusal(500, 'The booking server failed.').toResponse();
    }
  };
}

/** Returns the API key of the header Authorization. Its user name is any. */
function passwordOf({ headers }: Request): string {
  const [, encoded = ''] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(headers.get('Authorization') ?? '') ?? [];
  const [, password] = /^[^:]*:(sk_(?:live|test)_[A-Za-z0-9_-]{1,200})$/.exec(decode(encoded)) ?? [];
  if (password !== undefined) return password;
  throw new GoogleRefusal(401, 'Send the user name and the password of this booking server.');
}

function decode(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return '';
  }
}
