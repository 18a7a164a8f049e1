import { isDeepStrictEqual } from 'node:util';
import type { Booking, BookingPrice, Slot, Venue } from '@booking-service/contract';
import type { Clock } from '@booking-service/kernel/time';
import { Broken, demand, Unchecked } from '@booking-service/conformance/verdict';
import { randomId } from '@booking-service/kernel/contract';
import type { Refusal } from '../../domain/contract.ts';
import type {
  BookingReading,
  CallContext,
  Modification,
  Outcome,
  Provider,
  Release,
} from '../../providers/provider.ts';
import type { Relay } from './request-scenarios.ts';
import type { SizedBooking } from '../../domain/booking.ts';

export interface ProviderCheckOptions {
  readonly provider: Provider;
  readonly clock: Clock;
  /** Reaches the same provider through a relay. Default: none, and the scenarios that need it are skipped. */
  readonly relayed?: { readonly provider: Provider; readonly relay: Relay } | undefined;
  /** The address and the secret of a provider over HTTP. Default: none, and the scenarios of its requests are skipped. */
  readonly http?: { readonly url: string; readonly secret: string } | undefined;
  /** True if the provider is the live side of its supplier. Default: false. */
  readonly livemode?: boolean;
  /** The live side, of which only the availability is read. Default: none, and the scenario that needs it is skipped. */
  readonly live?: Provider | undefined;
  /** Waits. Default: by the clock. */
  readonly pause?: (seconds: number) => Promise<void>;
}

type Confirmed = Extract<Outcome, { outcome: 'confirmed' }>;

/** A provider, and on whose behalf the scenarios call it. */
interface PortCaller {
  readonly provider: Provider;
  readonly context: CallContext;
}

/** State that the scenarios share. */
export interface ProviderCheck extends Omit<ProviderCheckOptions, 'live'>, PortCaller {
  readonly live: PortCaller | undefined;
  /** The slots that the check found, of one venue and for two people. Each booking takes another one. */
  readonly slots: Slot[];
  /** The confirmed booking of the scenarios. */
  confirmed?: { readonly booking: Booking; readonly outcome: Confirmed };
  /** The modification of that booking. */
  modified?: Pick<Modification, 'booking' | 'changes'>;
  /** The highest price of that booking. */
  total?: BookingPrice | undefined;
  /** The result of its release. */
  released?: Release;
  /** Returns a booking of the next slot, which is released at the end. Skips the scenario if no slot is left. */
  readonly newBooking: () => Booking;
  /** Takes the first step once. */
  readonly book: (booking: Booking, options?: { attempt?: number; through?: Provider }) => Promise<Outcome>;
  /** Takes the first step until the provider decides. Throws a Broken unless it confirms. */
  readonly confirm: (booking: Booking, through?: Provider) => Promise<Confirmed>;
  /** Returns the refusal that the call throws, or undefined if it resolves. */
  readonly refusalOf: (call: Promise<unknown>) => Promise<Refusal | undefined>;
}

/** Returns what was seen. Throws a Broken if the provider does not behave, and a Unchecked if it cannot be checked. */
export type Scenario = (check: ProviderCheck) => Promise<string>;

const guest = {
  first_name: 'Provider',
  last_name: 'Check',
  email: 'provider-check@example.com',
  phone: '+351210000000',
} as const;

/** Returns the request of a booking of this slot for two people. */
export function requestFor({ venue_id, id }: Slot): SizedBooking {
  return { venue_id, slot_id: id, party_size: 2, guest };
}

// Reads what a provider offers: its venues, and slots for two people.

const maxPages = 50;
/** The number of venues that are searched for slots. */
export const maxVenues = 5;
export const maxDays = 40;
const wantedSlots = 12;
/** Many suppliers cancel nothing in the last days before a booking starts. So nearer days are searched last. */
const firstDay = 8;
const dayLength_ms = 24 * 3600 * 1000;

/** Reads the pages of a search until `most` venues are read. */
export async function readVenues(
  { provider, context }: PortCaller,
  limit: number,
  most: number = Infinity,
): Promise<{ venues: Venue[]; pages: number }> {
  const venues: Venue[] = [];
  let cursor: string | undefined;
  for (let pages = 1; pages <= maxPages; pages += 1) {
    const page = await provider.searchVenues({ limit, ...(cursor !== undefined && { cursor }) }, context);
    demand(page.data.length <= limit, `a page with the limit ${limit} has ${page.data.length} venues`);
    venues.push(...page.data);
    demand(new Set(venues.map(({ id }) => id)).size === venues.length, 'it lists a venue twice');
    if (!page.has_more || venues.length >= most) return { venues, pages };
    demand(page.next_cursor !== null, 'a page has more, but no next_cursor');
    cursor = page.next_cursor;
  }
  demand(limit === 100 && venues.length > maxPages, `${maxPages} pages of ${limit} have only ${venues.length} venues`);
  return { venues, pages: maxPages };
}

export async function findSlots(
  { provider, context }: PortCaller,
  { id: venue_id }: Venue,
  now: Date,
): Promise<Slot[]> {
  const found: Slot[] = [];
  for (let count = 0; count < maxDays && found.length < wantedSlots; count += 1) {
    const far = firstDay + count;
    const day = far <= maxDays ? far : maxDays - count;
    const date = new Date(now.getTime() + day * dayLength_ms).toISOString().slice(0, 10);
    const { data } = await provider.searchAvailability({ venue_id, date, party_size: 2, limit: 100 }, context);
    for (const [index, slot] of data.entries()) {
      const at = `the slot ${slot.id}`;
      demand(slot.venue_id === venue_id, `${at} is one of another venue`);
      demand(slot.starts_at.startsWith(date), `${at} starts on another day than ${date}`);
      demand(slot.min_party_size <= 2 && slot.max_party_size >= 2, `${at} is not for two people`);
      demand(slot.starts_at >= (data[index - 1]?.starts_at ?? ''), `${at} is not in order of time`);
    }
    found.push(...data);
  }
  demand(new Set(found.map(({ id }) => id)).size === found.length, 'two slots have the same id');
  return found.slice(0, wantedSlots);
}

// The scenarios of a provider that reports its own changes: it sends events, or the sweep reads its bookings (PRV-4).

export const readScenarios: Readonly<Record<string, Scenario>> = {
  read: async (check) => {
    const read = readerOf(check);
    const booking: Booking = { ...check.newBooking(), status: 'confirmed' };
    await check.confirm(booking);
    const first = await read(booking);
    demandSame(first, booking, 'a confirmed booking');
    demand(isDeepStrictEqual(await read(booking), first), 'a second read differs, although nothing changed');

    const changes = { party_size: booking.party_size + 1 };
    const reference = `${booking.id}/2`;
    const modified = await check.provider.modify?.({ booking, changes, reference }, check.context);
    if (modified?.outcome === 'modified')
      demandSame(await read({ ...booking, ...changes }), { ...booking, ...changes }, 'a modified booking');

    const cancelled: Booking = { ...booking, status: 'cancelled' };
    await check.provider.release(cancelled, check.context);
    const { state } = await read(booking);
    demand(state === 'cancelled', `a released booking is ${state}, so a cancellation would not be seen`);
    return 'confirmed, then cancelled';
  },
  'read of nothing': async (check) => {
    const read = readerOf(check);
    const { booking } = check.confirmed ?? {};
    if (!booking) throw new Unchecked('no booking was confirmed');
    const reading = await read({ ...booking, id: randomId('bkg'), status: 'confirmed' }).catch(() => undefined);
    demand(reading?.state !== 'confirmed', 'a booking that was never made is confirmed');
    return reading?.state ?? 'refused';
  },
};

/** Returns whether the service reads bookings at this provider. */
export function reportsChanges(provider: Provider): boolean {
  return provider.readEvent !== undefined || provider.read_after_seconds !== undefined;
}

function readerOf({ provider, context }: ProviderCheck): (booking: Booking) => Promise<BookingReading> {
  const readBooking = provider.readBooking?.bind(provider);
  if (!readBooking) throw new Broken('its changes are to be read, but it has no readBooking');
  return (booking) => readBooking(booking, context);
}

/** Demands that the reading confirms the values of the booking. */
function demandSame(reading: BookingReading, { slot_id, party_size }: Booking, what: string): void {
  demand(reading.state === 'confirmed', `${what} is ${reading.state}`);
  const { slot_id: slot = slot_id, party_size: size = party_size } = reading;
  demand(slot === slot_id && size === party_size, `${what} has another slot or number of people`);
}
