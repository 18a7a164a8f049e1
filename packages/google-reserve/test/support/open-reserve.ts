/** The booking server over HTTP, in front of a world on either engine, and Google's requests to it. */
import { openWorld, type World } from '@booking-service/server/testing';
// @boundaries-ignore the packages test on the same databases
import { makePlace, openStore, type Place } from '../../../octo-provider/test/service/make-place.ts';
import type { GoogleBooking, GoogleStatus, Slot } from '../../src/messages.ts';
import { createGoogleReserve, type GoogleReserveOptions } from '../../src/index.ts';
import { serveReserve } from './serve-reserve.ts';

export interface GoogleResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The whole message. The fields are those that tests read; each test calls a method that has them. */
  readonly body: {
    readonly booking: GoogleBooking;
    readonly booking_status: GoogleStatus;
    readonly error: { readonly message: string };
  };
}

export interface OpenedReserve extends AsyncDisposable {
  readonly url: string;
  readonly world: World;
  /** Calls a method, with the test key of the organization unless the call names another password. */
  readonly call: (method: string, body?: unknown, password?: string) => Promise<GoogleResponse>;
  /** Creates a booking of the first slot of the day after, for two guests. */
  readonly create: (merchant_id: string, fields?: object) => Promise<GoogleResponse>;
}

const many = 1_000_000;
export const user = {
  user_id: '1111111111111111111',
  given_name: 'Ada',
  family_name: 'Byron',
  telephone: '+351 210-000-000',
  email: 'ada@diner.test',
};

/** A slot of the sandbox on the day after the start of the world's clock. */
export function slotOf(merchant_id: string, hour = 11): Omit<Slot, 'availability_tag'> {
  return {
    merchant_id,
    service_id: 'reservation',
    start_sec: String(Date.UTC(2026, 10, 22, hour) / 1000),
    duration_sec: '5400',
    resources: { party_size: 2 },
  };
}

export async function openReserve(
  engine: Place['engine'] = 'sqlite',
  options: Partial<GoogleReserveOptions> = {},
): Promise<OpenedReserve> {
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await openStore(opened.use(await makePlace(engine))));
  const organization = { rate_limit: many, test_allowance: many };
  const world = opened.use(await openWorld({ store, organization }));
  const { url } = opened.use(
    await serveReserve(createGoogleReserve({ baseUrl: world.url, confirmSeconds: 0, ...options })),
  );
  const call: OpenedReserve['call'] = (method, body, password = world.organization.keys.test) =>
    callReserve(url, { method, body, password });
  const running = opened.move();
  return {
    url,
    world,
    call,
    create: (merchant_id, fields = {}) =>
      call('CreateBooking', {
        slot: slotOf(merchant_id),
        user_information: user,
        idempotency_token: crypto.randomUUID(),
        ...fields,
      }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export async function callReserve(
  url: string,
  { method, body, password }: { readonly method: string; readonly body?: unknown; readonly password: string },
): Promise<GoogleResponse> {
  const response = await fetch(`${url}/v3/${method}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Basic ${btoa(`google:${password}`)}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as GoogleResponse['body'],
  };
}
