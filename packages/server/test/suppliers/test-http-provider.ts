/**
 * A provider behind HTTP for tests, written from openapi/provider.yaml without the code of the service. A test can replace one
 * part of it to get a broken provider, and read every request that it received. It refuses a request that does not match the
 * contract, and sends events as a provider does.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createHmac } from 'node:crypto';
import type { Booking } from '@booking-service/contract';
import { createRequestChecks, type World } from '../../src/testing.ts';
import { acceptsSignature } from '../support/expectations.ts';

export const secret = 'secret of the corner provider';

interface Fields {
  readonly [name: string]: unknown;
}

/** A response: its status and body. A text is sent unchanged. */
export interface ProviderResponse {
  readonly status: number;
  readonly body?: object | string;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The parts of the provider. Each can be replaced. */
interface Parts {
  /** Returns whether the signature is accepted. */
  verify(header: string, body: string): boolean;
  /** Returns whether it serves requests with this livemode. Default: those of test keys. */
  servesMode(livemode: unknown): boolean;
  readonly venues: readonly { readonly id: string; readonly name: string }[];
  readonly operations: Readonly<
    Record<string, (request: Fields, state: State) => ProviderResponse | Promise<ProviderResponse>>
  >;
  /** Returns the response for a body that is not JSON. */
  malformed(): ProviderResponse;
}

/** The records of the provider. */
interface State {
  readonly parts: Parts;
  /** The outcome of each reference. */
  readonly outcomes: Map<string, object>;
  /** The slot of each booking; undefined if it was released. */
  readonly bookings: Map<string, string | undefined>;
}

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface TestHttpProvider extends AsyncDisposable, State {
  readonly url: string;
  readonly received: readonly Received[];
}

export const refusal = (status: number, error_code: string): ProviderResponse => ({
  status,
  body: { error: 'No.', error_code },
});

/** Returns a page of items; the cursor is the position of the next one. */
export function pageOf(items: readonly object[], { limit, cursor = '0' }: Fields): ProviderResponse {
  const start = Number(cursor);
  if (!Number.isInteger(start) || start < 0 || start > items.length) return refusal(400, 'invalid_request');
  const end = start + Number(limit);
  const has_more = end < items.length;
  const next_cursor = has_more ? String(end) : null;
  return { status: 200, body: { object: 'list', data: items.slice(start, end), has_more, next_cursor } };
}

export function slotsOf(venue_id: unknown, date: unknown): { id: string; starts_at: string }[] {
  return ['18', '19', '20', '21'].map((hour) => ({
    id: `slt_${String(venue_id).slice(4)}_${String(date).replaceAll('-', '')}T${hour}00`,
    // Any offset is allowed: this is the same instant in UTC+2.
    starts_at: `${String(date)}T${Number(hour) + 2}:00:00+02:00`,
    duration_minutes: 90,
    min_party_size: 1,
    max_party_size: 8,
    price: { amount: 3000, currency: 'EUR', per: 'person' },
  }));
}

function isOffered(state: State, { venue_id, slot_id, party_size }: Fields, booking_id?: unknown): boolean {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)T\d{4}$/.exec(String(slot_id)) ?? [];
  const isTaken = [...state.bookings].some(([id, slot]) => slot === slot_id && id !== booking_id);
  const isKnown = state.parts.venues.some(({ id }) => id === venue_id);
  const slots = slotsOf(venue_id, `${year}-${month}-${day}`);
  return isKnown && !isTaken && Number(party_size) <= 8 && slots.some(({ id }) => id === slot_id);
}

function totalOf({ party_size }: Fields): object {
  return { amount: 3000 * Number(party_size), currency: 'EUR', later: 'ignored' };
}

/** Runs the step once for each reference. */
function once(step: (request: Fields, state: State) => object) {
  return (request: Fields, state: State): ProviderResponse => {
    const reference = String(request['reference']);
    const body = state.outcomes.get(reference) ?? step(request, state);
    state.outcomes.set(reference, body);
    return { status: 200, body };
  };
}

const parts: Parts = {
  servesMode: (livemode) => livemode === false,
  venues: ['cafe', 'garden', 'cellar'].map((name) => ({ id: `ven_corner_${name}`, name: `Corner ${name}` })),
  verify: (header, body) => acceptsSignature({ secret, header, body }),
  malformed: () => refusal(400, 'invalid_request'),
  operations: {
    '/venues/search': ({ query = '', ...page }, state) => {
      const found = state.parts.venues.filter(({ name }) => name.includes(String(query)));
      return pageOf(
        found.map((venue) => ({ ...venue, city: 'Ghent', country: 'BE' })),
        page,
      );
    },
    '/availability/search': ({ venue_id, date, party_size, ...page }, state) => {
      if (!state.parts.venues.some(({ id }) => id === venue_id)) return refusal(404, 'not_found');
      const slots = slotsOf(venue_id, date);
      return pageOf(
        slots.filter(({ id }) => isOffered(state, { venue_id, slot_id: id, party_size })),
        page,
      );
    },
    '/bookings/check': (request, state) => {
      return isOffered(state, request)
        ? { status: 200, body: { at_once: false, price: totalOf(request), later: 'ignored' } }
        : refusal(409, 'slot_not_offered');
    },
    '/bookings/book': once(({ booking }, state) => {
      const { id, ...fields } = booking as { id: string } & Fields;
      if (state.bookings.has(id)) return { outcome: 'failed', error_code: 'provider_failed' };
      if (!isOffered(state, fields)) return { outcome: 'failed', error_code: 'slot_not_offered' };
      state.bookings.set(id, String(fields['slot_id']));
      return { outcome: 'confirmed', confirmation_code: `CRN-${state.bookings.size}` };
    }),
    '/bookings/modify': once(({ booking, changes }, state) => {
      const { id, ...fields } = booking as { id: string } & Fields;
      const changed = { ...fields, ...(changes as Fields) };
      if (state.bookings.get(id) === undefined || !isOffered(state, changed, id)) return { outcome: 'refused' };
      state.bookings.set(id, String(changed['slot_id']));
      return { outcome: 'modified', price: totalOf(changed) };
    }),
    '/bookings/check-hold': () => ({ status: 200, body: { held: true, check_hold_after_seconds: 60 } }),
    '/bookings/read': ({ booking }, state) => {
      const slot_id = state.bookings.get((booking as { id: string }).id);
      return { status: 200, body: slot_id === undefined ? { state: 'cancelled' } : { state: 'confirmed', slot_id } };
    },
    '/bookings/release': ({ booking }, state) => {
      const { id, party_size } = booking as { id: string; party_size: number };
      state.bookings.set(id, undefined);
      // Half of the price.
      return { status: 200, body: { refund: { amount: 1500 * party_size, currency: 'EUR' }, later: 'ignored' } };
    },
  },
};

/** Which operation the body of each path names. */
const operationOf: Readonly<Record<string, string>> = {
  '/venues/search': 'searchVenues',
  '/availability/search': 'searchAvailability',
  '/bookings/check': 'checkRequest',
  '/bookings/book': 'book',
  '/bookings/modify': 'modify',
  '/bookings/check-hold': 'checkHold',
  '/bookings/read': 'readBooking',
  '/bookings/release': 'release',
};

/** The parts that a test replaces. */
export interface Replaced extends Partial<Omit<Parts, 'operations'>> {
  readonly operations?: Partial<Parts['operations']>;
  /** Returns whether the operation of a body is accepted at a path. Default: if it is the path's. */
  readonly accepts?: (path: string, operation: unknown) => boolean;
  /** True if the check of a provider sends requests that must be refused. They break the contract. Default: false. */
  readonly isProbed?: boolean;
}

/** Starts the provider on this computer. */
export async function startHttpProvider({
  operations = {},
  accepts,
  isProbed = false,
  ...replaced
}: Replaced = {}): Promise<TestHttpProvider> {
  const checks = createRequestChecks({ isProbed });
  const all = { ...parts.operations, ...operations } as Parts['operations'];
  const state: State = { parts: { ...parts, ...replaced, operations: all }, outcomes: new Map(), bookings: new Map() };
  const received: Received[] = [];
  const isAccepted = accepts ?? ((path, operation) => operationOf[path] === operation);

  async function respondTo(request: IncomingMessage): Promise<ProviderResponse> {
    const body = await text(request);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body });
    if (!checks.check('provider', { path, headers: request.headers, text: body }))
      return refusal(400, 'invalid_request');
    if (!state.parts.verify(String(request.headers['service-signature']), body)) return refusal(401, 'unauthorized');
    const operation = state.parts.operations[path];
    if (!operation) return refusal(404, 'not_found');
    let parsed: Fields;
    try {
      parsed = JSON.parse(body) as Fields;
    } catch {
      return state.parts.malformed();
    }
    const isOwnMode = state.parts.servesMode(parsed['livemode']);
    if (!isAccepted(path, parsed['operation']) || !isOwnMode) return refusal(400, 'invalid_request');
    return operation(parsed, state);
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    respondTo(request).then(
      ({ status, body, headers }) => {
        const content = typeof body === 'string' ? body : JSON.stringify(body);
        response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(content);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      checks.report();
    },
  };
}

export interface EventOptions {
  /** The name of the supplier. */
  readonly supplier?: string;
  /** Default: the path of the supplier's events. */
  readonly path?: string;
  readonly secret?: string;
  /** The seconds by which the signature is older than now. */
  readonly age_seconds?: number;
  /** Fields that replace those of the event. */
  readonly fields?: object;
  /** Sent instead of the event. */
  readonly text?: string;
  /** Sent instead of the signature. */
  readonly signature?: string;
}

/** Returns the header of a signature. */
export function signEvent(key: string, body: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', key).update(`${at}.${body}`).digest('hex')}`;
}

/** Sends the event that this booking has changed, and returns the response. */
export function sendEvent(
  { url, clock, organization }: Pick<World, 'url' | 'clock' | 'organization'>,
  { id }: Pick<Booking, 'id'>,
  {
    supplier = 'corner',
    path = `/provider-events/${supplier}`,
    secret: key = secret,
    age_seconds = 0,
    fields = {},
    text: sent,
    signature,
  }: EventOptions = {},
): Promise<Response> {
  const { organization_id } = organization;
  const event = { operation: 'bookingChanged', event_id: 'evt-1', livemode: false, organization_id, booking_id: id };
  const body = sent ?? JSON.stringify({ ...event, ...fields });
  const at = Math.floor(clock.now().getTime() / 1000) - age_seconds;
  const headers = { 'Content-Type': 'application/json', 'Service-Signature': signature ?? signEvent(key, body, at) };
  return fetch(`${url}${path}`, { method: 'POST', headers, body });
}
