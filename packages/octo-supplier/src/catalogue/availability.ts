/** Slots as availabilities. The service searches one day at a time, so a range of days is one request per day. */
import { type BookingClient, type Slot, BookingClientError } from '@booking-service/client';
import type { components } from '../generated/octo.ts';
import { badRequest, type Fields, fieldsOf, itemsOf, requireText, textOf } from '../http/read-body.ts';
import { noProduct, requireOption, requireUnit } from './products.ts';

type Availability = components['schemas']['Availability'];
type Calendar = components['schemas']['AvailabilityCalendar'];

const day_ms = 86_400_000;
const largestPage = 100;
const concurrentSearches = 4;
const largestParty = 50;

export interface AvailabilityOptions {
  readonly client: BookingClient;
  readonly maxDays: number;
}

/** The time of a slot, as an availability id states it. */
export interface SlotTime {
  readonly slot_id: string;
  readonly start: Date;
  readonly minutes: number;
}

/** Returns the id of an availability: its start, its minutes and its slot. Letters, digits and hyphens only, for URLs and logs. */
export function toAvailabilityId({ slot_id, start, minutes }: SlotTime): string {
  return `${start.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}-${minutes}-${slot_id}`;
}

/** Returns what an availability id states, or undefined if it is not one. The statement is the reseller's until a search confirms it. */
export function parseAvailabilityId(id: string): SlotTime | undefined {
  const [, year, month, day, hour, minute, second, minutes, slot_id] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)-(\d{1,4})-(slt_[A-Za-z0-9_-]{1,251})$/.exec(id) ?? [];
  const start = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (slot_id === undefined || Number.isNaN(start.getTime())) return undefined;
  return { slot_id, start, minutes: Number(minutes) };
}

/** POST /availability/ */
export async function checkAvailability(body: Fields, options: AvailabilityOptions): Promise<Availability[]> {
  const { venue_id, party_size } = readSearch(body);
  const ids = itemsOf(body, 'availabilityIds');
  if (ids && 'localDateStart' in body)
    throw badRequest('Send availabilityIds, or localDateStart and localDateEnd, not both.');
  const wanted = ids?.flatMap((id) => (typeof id === 'string' ? [parseAvailabilityId(id)] : []));
  const dates = wanted ? new Set(wanted.flatMap((time) => (time ? [dayOf(time.start)] : []))) : readDays(body, options);
  if (dates.size > options.maxDays) throw tooManyDays(options);
  const days = await searchDays([...dates], { venue_id, party_size }, options);
  const found = days.flatMap(({ slots }) => slots.map((slot) => toAvailability(timeOf(slot), slot)));
  return ids ? found.filter(({ id }) => ids.includes(id)) : found;
}

/** POST /availability/calendar */
export async function checkCalendar(body: Fields, options: AvailabilityOptions): Promise<Calendar[]> {
  const days = await searchDays([...readDays(body, options)], readSearch(body), options);
  return days.map(({ date, slots }) => ({
    localDate: date,
    available: slots.length > 0,
    // The service lists what it offers, and does not state why a day has nothing.
    status: slots.length > 0 ? 'AVAILABLE' : 'CLOSED',
    vacancies: null,
    capacity: null,
    openingHours: [],
  }));
}

/** Returns the slot of an availability, or undefined if the venue does not offer it to a party of this size. */
export async function findSlot(
  { slot_id, start }: SlotTime,
  search: { readonly venue_id: string; readonly party_size: number },
  { client }: Pick<AvailabilityOptions, 'client'>,
): Promise<SlotTime | undefined> {
  const slots = await searchDay(dayOf(start), search, client);
  const slot = slots.find(({ id }) => id === slot_id);
  return slot && timeOf(slot);
}

/** An availability of the search, or of a booking, which states no restriction. */
export function toAvailability(time: SlotTime, slot?: Pick<Slot, 'max_party_size'>): Availability {
  const end = new Date(time.start.getTime() + time.minutes * 60_000);
  return {
    id: toAvailabilityId(time),
    localDateTimeStart: toLocal(time.start),
    localDateTimeEnd: toLocal(end),
    utcCutoffAt: toUtc(time.start),
    allDay: false,
    available: true,
    status: 'AVAILABLE',
    vacancies: null,
    capacity: null,
    maxUnits: slot?.max_party_size ?? null,
    openingHours: [],
  };
}

/** An instant in whole seconds, as OCTO writes it. */
export function toUtc(instant: Date | string): string {
  return new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');
}

function toLocal(instant: Date): string {
  return toUtc(instant).replace(/Z$/, '+00:00');
}

function timeOf({ id, starts_at, duration_minutes }: Slot): SlotTime {
  return { slot_id: id, start: new Date(starts_at), minutes: duration_minutes };
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

interface DaySearch {
  readonly venue_id: string;
  readonly party_size: number;
}

function readSearch(body: Fields): DaySearch {
  const venue_id = requireText(body, 'productId');
  requireOption(venue_id, requireText(body, 'optionId'));
  const units = (itemsOf(body, 'units') ?? []).map((unit) => fieldsOf(unit, 'units'));
  const guests = units.map((unit) => {
    requireUnit(requireText(unit, 'id'));
    const { quantity } = unit;
    if (!Number.isSafeInteger(quantity)) throw badRequest('quantity is not a whole number.');
    return Number(quantity);
  });
  const party_size = guests.length === 0 ? 1 : guests.reduce((sum, quantity) => sum + quantity, 0);
  if (party_size < 1 || party_size > largestParty) throw badRequest(`A party has 1 to ${largestParty} guests.`);
  return { venue_id, party_size };
}

function readDays(body: Fields, options: AvailabilityOptions): Set<string> {
  const [first, last] = [textOf(body, 'localDateStart'), textOf(body, 'localDateEnd')].map(readDay);
  if (first === undefined || last === undefined || last < first)
    throw badRequest('Send availabilityIds, or localDateStart and a later localDateEnd, as YYYY-MM-DD.');
  const count = (last - first) / day_ms + 1;
  if (count > options.maxDays) throw tooManyDays(options);
  return new Set(Array.from({ length: count }, (_, index) => dayOf(new Date(first + index * day_ms))));
}

function readDay(text: string | undefined): number | undefined {
  const time = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN;
  return Number.isNaN(time) ? undefined : time;
}

function tooManyDays({ maxDays }: AvailabilityOptions): Error {
  return badRequest(`One request may name ${maxDays} days. Send several.`);
}

async function searchDays(dates: readonly string[], search: DaySearch, { client }: AvailabilityOptions) {
  const found: { readonly date: string; readonly slots: readonly Slot[] }[] = [];
  for (let at = 0; at < dates.length; at += concurrentSearches) {
    const some = dates.slice(at, at + concurrentSearches);
    found.push(
      ...(await Promise.all(some.map(async (date) => ({ date, slots: await searchDay(date, search, client) })))),
    );
  }
  return found;
}

async function searchDay(date: string, { venue_id, party_size }: DaySearch, client: BookingClient): Promise<Slot[]> {
  const slots: Slot[] = [];
  try {
    for await (const slot of client.availability.search({ venue_id, date, party_size, limit: largestPage })) {
      slots.push(slot);
    }
  } catch (error) {
    if (error instanceof BookingClientError && error.is('not_found')) throw noProduct(venue_id);
    throw error;
  }
  return slots;
}
