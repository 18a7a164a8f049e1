import createClient from 'openapi-fetch';
import type { components, paths } from '../generated/octo.ts';
import { objectsOf, textOf, type Unchecked } from '../unchecked.ts';
import { OctoError } from './octo-error.ts';
import { readList } from './read-list.ts';
import { createSender, type SenderOptions } from './send-request.ts';

type Schemas = components['schemas'];
export type OctoProduct = Unchecked<Schemas['Product']>;
export type OctoAvailability = Unchecked<Schemas['Availability']>;
export type OctoCalendarDay = Unchecked<Schemas['AvailabilityCalendar']>;
/** A booking with a status. The other fields may be missing. */
export type OctoBooking = Omit<Unchecked<Schemas['Booking']>, 'status'> & { readonly status: string };

/** The answers as a confirmation sends them. */
export interface Answered {
  readonly questionAnswers?: readonly { readonly questionId: string; readonly value: string }[];
  readonly pickupRequested?: boolean;
  readonly pickupPointId?: string;
}

/**
 * The requests to one supplier: written exactly as the official document describes them, read tolerantly. Each rejects with an
 * OctoError, or with the error of `fetch` if no response arrives.
 */
export interface OctoClient {
  /** Resolves when the products begin to arrive, with as much content as the supplier has. Negotiates the capabilities again. */
  getProducts(signal: AbortSignal, known?: ListVersion): Promise<ProductList>;
  getProduct(id: string, signal: AbortSignal): Promise<OctoProduct>;
  getSupplier(signal: AbortSignal): Promise<Unchecked<Schemas['Supplier']>>;
  /** Returns one entry for each day. */
  getCalendar(body: Schemas['AvailabilityCalendarBody'], signal: AbortSignal): Promise<readonly OctoCalendarDay[]>;
  checkAvailability(check: Schemas['AvailabilityCheckBody'], signal: AbortSignal): Promise<readonly OctoAvailability[]>;
  reserve(reservation: Schemas['BookingReservationBody'], signal: AbortSignal): Promise<OctoBooking>;
  /** Returns undefined if the supplier has no booking with this UUID. */
  findBooking(uuid: string, signal: AbortSignal): Promise<OctoBooking | undefined>;
  extend(uuid: string, body: Schemas['ExtendReservationBody'], signal: AbortSignal): Promise<OctoBooking>;
  confirm(uuid: string, body: Schemas['BookingConfirmationBody'] & Answered, signal: AbortSignal): Promise<OctoBooking>;
  update(uuid: string, body: Schemas['BookingUpdateBody'], signal: AbortSignal): Promise<OctoBooking>;
  cancel(uuid: string, body: Schemas['BookingCancellationBody'], signal: AbortSignal): Promise<OctoBooking>;
}

/** A version of the products. A supplier that sends no ETag has none. */
export interface ListVersion {
  readonly etag: string;
  /** The capabilities that the request named: the same products have another form with others. */
  readonly capabilities: string;
}

export interface ProductList {
  /** True if the products are those of the known version. Then none arrives (RFC 9110, section 15.4.5). */
  readonly isUnchanged: boolean;
  readonly version: ListVersion | undefined;
  readonly products: AsyncGenerator<OctoProduct, void, undefined>;
}

export interface OctoClientOptions extends SenderOptions {
  readonly baseUrl: string;
  /** The limit of a list. */
  readonly maxResponseBytes: number;
}

export const maxProducts = 100_000;
/** An option has a few starts a day, and at most three days are requested. */
export const maxAvailabilities = 10_000;

/** Names, cities and countries of products, prices of slots, and questions. */
const wanted: readonly string[] = ['octo/content', 'octo/pricing', 'octo/pickups', 'octo/questions'];

export function createOctoClient({ baseUrl, maxResponseBytes: maxBytes, ...sending }: OctoClientOptions): OctoClient {
  const { send, sendForList } = createSender(sending);
  const http = createClient<paths>({ baseUrl, fetch: send });
  const asList = { fetch: sendForList, parseAs: 'stream' } as const;
  /** The capabilities that every request names. They are read again with the products. */
  let negotiated: Promise<string> | undefined;

  /** A supplier that does not list its capabilities is assumed to have octo/content, and to ignore it otherwise. */
  async function negotiate(signal: AbortSignal): Promise<string> {
    const listed: unknown = (await http.GET('/capabilities/', { signal }).catch(unlessOcto))?.data;
    if (!Array.isArray(listed)) return 'octo/content';
    const ids = new Set(objectsOf<{ id?: unknown }>(listed).map(({ id }) => textOf(id)));
    return wanted.filter((id) => ids.has(id)).join(', ');
  }

  async function header(signal: AbortSignal): Promise<{ 'Octo-Capabilities': string }> {
    const negotiating = (negotiated ??= negotiate(signal));
    try {
      return { 'Octo-Capabilities': await negotiating };
    } catch (error) {
      if (negotiated === negotiating) negotiated = undefined;
      throw error;
    }
  }

  async function of(uuid: string, signal: AbortSignal) {
    return { header: await header(signal), path: { uuid } };
  }

  async function startProducts(signal: AbortSignal, known?: ListVersion): Promise<ProductList> {
    const params = { header: await header(signal) };
    const { 'Octo-Capabilities': capabilities } = params.header;
    const isKnown = known?.capabilities === capabilities;
    const headers = isKnown ? { 'If-None-Match': known.etag } : {};
    const { data, response } = await http.GET('/products/', { params, headers, signal, ...asList });
    const etag = response.headers.get('ETag');
    return {
      isUnchanged: isKnown && response.status === 304,
      version: etag === null ? undefined : { etag, capabilities },
      products: readList<OctoProduct>(data, { request: 'GET /products/', maxBytes, maxItems: maxProducts }),
    };
  }

  return {
    async getProducts(signal, known) {
      negotiated = undefined;
      return startProducts(signal, known).catch((error: unknown) => {
        if (!(error instanceof OctoError) || error.code !== 'BAD_REQUEST') throw error;
        // The supplier may refuse a capability that it does not have.
        negotiated = Promise.resolve('');
        return startProducts(signal, known);
      });
    },
    async getProduct(id, signal) {
      const params = { header: await header(signal), path: { id } };
      const { data } = await http.GET('/products/{id}', { params, signal });
      return data ?? {};
    },
    async getCalendar(body, signal) {
      const params = { header: await header(signal) };
      const { data } = await http.POST('/availability/calendar', { params, body, signal, ...asList });
      const bounds = { request: 'POST /availability/calendar', maxBytes, maxItems: maxAvailabilities };
      return collect(readList<OctoCalendarDay>(data, bounds));
    },
    async getSupplier(signal) {
      const { data } = await http.GET('/supplier/', { params: { header: await header(signal) }, signal });
      return data ?? {};
    },
    async checkAvailability(body, signal) {
      const params = { header: await header(signal) };
      const { data } = await http.POST('/availability/', { params, body, signal, ...asList });
      const bounds = { request: 'POST /availability/', maxBytes, maxItems: maxAvailabilities };
      return collect(readList<OctoAvailability>(data, bounds));
    },
    async reserve(body, signal) {
      const { data } = await http.POST('/bookings/', { params: { header: await header(signal) }, body, signal });
      return toBooking(data);
    },
    async findBooking(uuid, signal) {
      try {
        const { data } = await http.GET('/bookings/{uuid}', { params: await of(uuid, signal), signal });
        return toBooking(data);
      } catch (error) {
        if (isUnknownBooking(error)) return undefined;
        throw error;
      }
    },
    async extend(uuid, body, signal) {
      const { data } = await http.POST('/bookings/{uuid}/extend', { params: await of(uuid, signal), body, signal });
      return toBooking(data);
    },
    async confirm(uuid, body, signal) {
      const { data } = await http.POST('/bookings/{uuid}/confirm', { params: await of(uuid, signal), body, signal });
      return toBooking(data);
    },
    async update(uuid, body, signal) {
      const { data } = await http.PATCH('/bookings/{uuid}', { params: await of(uuid, signal), body, signal });
      return toBooking(data);
    },
    async cancel(uuid, body, signal) {
      const { data } = await http.POST('/bookings/{uuid}/cancel', { params: await of(uuid, signal), body, signal });
      return toBooking(data);
    },
  };
}

/** A 404 without an OCTO body may come from a proxy. It does not show that the booking is unknown. */
function isUnknownBooking(error: unknown): boolean {
  if (!(error instanceof OctoError) || error.code === 'UNREADABLE') return false;
  return error.code === 'INVALID_BOOKING_UUID' || error.status === 404;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

function unlessOcto(error: unknown): undefined {
  if (!(error instanceof OctoError)) throw error;
  return undefined;
}

function toBooking(data: Unchecked<Schemas['Booking']> | undefined): OctoBooking {
  const status = textOf(data?.status);
  if (data === undefined || status === undefined)
    throw new OctoError('a booking request', 'UNREADABLE', { status: 200, text: 'a booking without a status' });
  return { ...data, status };
}
