import type { ServerResponse } from 'node:http';
import type { Booking, Slot, Venue } from '@booking-service/contract';
import { createManualClock, type ManualClock, testContext } from '@booking-service/server/testing';
import { createOctoProvider, type OctoProviderOptions } from '../../src/index.ts';
import { type OctoSupplier, openOctoSupplier } from '../supplier/octo-supplier.ts';
import type { SupplierOptions } from '../supplier/supplier-options.ts';

type OctoProvider = ReturnType<typeof createOctoProvider>;

export interface OpenedProvider extends AsyncDisposable {
  readonly supplier: OctoSupplier;
  readonly provider: OctoProvider;
  readonly clock: ManualClock;
}

export type OpenOptions = Omit<SupplierOptions, 'clock'> & { readonly provider?: Partial<OctoProviderOptions> };

export const start: Date = new Date('2026-11-21T09:30:00.000Z');

/**
 * Opens a supplier and a provider that books there, on one clock. The disposal fails if a request or a response violated the official
 * document.
 */
export async function openProvider({ provider: options = {}, ...rest }: OpenOptions = {}): Promise<OpenedProvider> {
  const clock = createManualClock(start);
  const supplier = await openOctoSupplier({ clock, ...rest });
  const provider = createOctoProvider({
    name: 'tours',
    baseUrl: supplier.url,
    token: supplier.token,
    clock,
    ...options,
  });
  return {
    supplier,
    provider,
    clock,
    async [Symbol.asyncDispose]() {
      await supplier[Symbol.asyncDispose]();
      if (supplier.faults.length > 0)
        throw new Error(`Not as the OCTO document describes: ${supplier.faults.join('; ')}`);
    },
  };
}

/** The first venue of the supplier. */
export async function firstVenue({ provider }: Pick<OpenedProvider, 'provider'>): Promise<Venue> {
  const [venue] = (await provider.searchVenues({}, testContext)).data;
  if (!venue) throw new Error('The supplier has no venue.');
  return venue;
}

/** The slots of the first venue. */
export async function slotsOn(
  opened: Pick<OpenedProvider, 'provider'>,
  { date = '2026-11-22', party_size = 2 }: { date?: string; party_size?: number } = {},
): Promise<readonly Slot[]> {
  const { id: venue_id } = await firstVenue(opened);
  return (await opened.provider.searchAvailability({ venue_id, date, party_size }, testContext)).data;
}

/** A booking in `processing` of the first slot of the first venue. */
export async function newBookingAt(
  opened: Pick<OpenedProvider, 'provider'>,
  fields: Partial<Booking> = {},
): Promise<Booking> {
  const [slot] = await slotsOn(opened);
  if (!slot) throw new Error('The venue has no slot.');
  return {
    id: 'bkg_5f0c1f2e3d4b4a5968778695a4b3c2d1',
    object: 'booking',
    status: 'processing',
    provider: 'tours',
    livemode: false,
    created: start.toISOString(),
    updated: start.toISOString(),
    venue_id: slot.venue_id,
    slot_id: slot.id,
    party_size: 2,
    guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
    metadata: {},
    ...fields,
  };
}

/** Calls `book` as the service does. */
export function bookOnce(
  { provider }: Pick<OpenedProvider, 'provider'>,
  booking: Booking,
  attempt = 1,
): ReturnType<OctoProvider['book']> {
  return provider.book({ booking, reference: `${booking.id}/1`, step: 1, attempt, answer: undefined }, testContext);
}

/** The statuses of the bookings at the supplier. */
export function statusesAt({ supplier }: Pick<OpenedProvider, 'supplier'>): string[] {
  return [...supplier.bookings.all.keys()].map((uuid) => supplier.bookings.get(uuid).status);
}

type Respond = (response: ServerResponse) => void;

/** Responses that are not OCTO, or refuse, for `supplier.fail`. */
export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Respond {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function html(status: number): Respond {
  return (response) => response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<h1>${status}</h1>`);
}

export function octoError(error: string, errorMessage = `It is ${error}`): Respond {
  return json(400, { error, errorMessage });
}

/** Never responds. The request ends when its client gives up. */
export const silence: Respond = () => undefined;
