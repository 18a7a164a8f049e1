/** The bookings of the tests' supplier: its state machine, its capacity and its refusals. */
import { randomUUID } from 'node:crypto';
import type { components } from '../../src/generated/octo.ts';
import { availabilityOf, wholeSeconds, type Offered } from './availability.ts';
import { SupplierError } from './protocol.ts';
import { requireFields, toContact, toItems } from './unit-items.ts';

type Schemas = components['schemas'];
export type SupplierBooking = Schemas['Booking'];

/**
 * The response about an ended hold: the status EXPIRED, an unknown booking, or still ON_HOLD. A `forgotten` UUID stays used, so
 * its repeated reservation fails with 500. A `stale` hold can be neither extended, confirmed nor cancelled: each fails with 500.
 */
export type EndedHold = 'expired' | 'forgotten' | 'stale';

export interface BookingRules {
  readonly clock: { now(): Date };
  /** The response to a repeated UUID. */
  readonly repeatedUuid: 'returned' | 'refused' | 'failed';
  readonly endedHold: EndedHold;
  /** The maximum hold in minutes, whatever a reservation requests. A reservation without a request gets half of it. */
  readonly maxHoldMinutes: number;
  /** The refund of each cancellation. */
  readonly refund: Schemas['Refund'];
  readonly find: (productId: unknown, optionId: unknown) => Offered;
}

const holding = new Set(['ON_HOLD', 'CONFIRMED', 'PENDING']);

export interface SupplierBookings {
  /** Every booking, by UUID. */
  readonly all: ReadonlyMap<string, SupplierBooking>;
  check(body: Schemas['AvailabilityCheckBody']): Schemas['Availability'][];
  calendar(body: Schemas['AvailabilityCalendarBody']): Schemas['AvailabilityCalendar'][];
  /** The bookings with these references. A list without a reference is refused. */
  list(references: { readonly resellerReference?: string; readonly supplierReference?: string }): SupplierBooking[];
  reserve(body: Schemas['BookingReservationBody']): SupplierBooking;
  get(uuid: string): SupplierBooking;
  confirm(uuid: string, body: Schemas['BookingConfirmationBody']): SupplierBooking;
  extend(uuid: string, body: Schemas['ExtendReservationBody']): SupplierBooking;
  update(uuid: string, body: Schemas['BookingUpdateBody']): SupplierBooking;
  cancel(uuid: string, body: Schemas['BookingCancellationBody']): SupplierBooking;
  /** Decides a booking in PENDING, or changes any other by hand. */
  setStatus(uuid: string, status: SupplierBooking['status']): void;
}

export function createSupplierBookings({
  clock,
  repeatedUuid,
  endedHold,
  maxHoldMinutes,
  refund,
  find,
}: BookingRules): SupplierBookings {
  const all = new Map<string, SupplierBooking>();

  function taken(productId: string, id: string): number {
    const same = [...all.values()].filter(
      (booking) => booking.productId === productId && booking.availabilityId === id,
    );
    return same
      .filter((booking) => holding.has(current(booking).status))
      .reduce((sum, { unitItems }) => sum + unitItems.length, 0);
  }

  /** Ends a hold that is over. */
  function current(booking: SupplierBooking): SupplierBooking {
    const isOver = booking.status === 'ON_HOLD' && Date.parse(booking.utcExpiresAt ?? '') <= clock.now().getTime();
    return isOver ? save(booking, { status: 'EXPIRED' }) : booking;
  }

  function save(booking: SupplierBooking, changes: Partial<SupplierBooking>): SupplierBooking {
    const saved = { ...booking, ...changes, utcUpdatedAt: wholeSeconds(clock.now()) };
    const { redemptionMethod } = find(saved.productId, saved.optionId).product;
    const deliver = (code: string): Schemas['Ticket'] => {
      const qr = { deliveryFormat: 'QRCODE', deliveryValue: code } as const;
      const pdf = { deliveryFormat: 'PDF_URL', deliveryValue: `https://supplier.test/${code}.pdf` } as const;
      return { redemptionMethod, utcRedeemedAt: null, deliveryOptions: saved.status === 'CONFIRMED' ? [qr, pdf] : [] };
    };
    const has = (method: Schemas['DeliveryMethod']) => saved.deliveryMethods.includes(method);
    const unitItems = saved.unitItems.map((item) => ({
      ...item,
      status: saved.status,
      ticket: has('TICKET') ? deliver(item.uuid) : null,
    }));
    const withItems = { ...saved, unitItems, voucher: has('VOUCHER') ? deliver(saved.uuid) : null };
    all.set(booking.uuid, withItems);
    return withItems;
  }

  function check({
    productId,
    optionId,
    localDateStart,
    localDateEnd,
    availabilityIds,
  }: Schemas['AvailabilityCheckBody']) {
    const offered = find(productId, optionId);
    const isByDay = localDateStart !== undefined && localDateEnd !== undefined;
    if (isByDay === (availabilityIds !== undefined)) throw new SupplierError('BAD_REQUEST');
    const days = availabilityIds
      ?.map((id) => id.slice(0, 10))
      .filter((day) => !Number.isNaN(Date.parse(day)))
      .toSorted();
    const [first, last] = [localDateStart ?? days?.[0], localDateEnd ?? days?.at(-1)];
    if (first === undefined || last === undefined) return [];
    const found = availabilityOf(offered, { first, last, now: clock.now(), taken: (id) => taken(productId, id) });
    return found.filter(({ id }) => availabilityIds?.includes(id) ?? true);
  }

  function requireAvailable(
    {
      productId,
      optionId,
      availabilityId,
    }: { productId: string; optionId: string; availabilityId: string | undefined },
    { units, own }: { units: number; own: number },
  ) {
    const [availability] =
      availabilityId === undefined ? [] : check({ productId, optionId, availabilityIds: [availabilityId] });
    if (!availability) throw new SupplierError('INVALID_AVAILABILITY_ID', { availabilityId: availabilityId ?? '' });
    if ((availability.vacancies ?? 0) + own < units) throw new SupplierError('UNPROCESSABLE_ENTITY', {}, 'Sold out');
    return availability;
  }

  function isBeforeCutoff({ productId, optionId, availability }: SupplierBooking): boolean {
    const { option } = find(productId, optionId);
    const cutoff_ms = option.cancellationCutoffAmount * 3_600_000;
    return Date.parse(availability?.localDateTimeStart ?? '') - cutoff_ms > clock.now().getTime();
  }

  function expiry(minutes: number | undefined): string {
    const held = Math.min(minutes ?? maxHoldMinutes / 2, maxHoldMinutes);
    return wholeSeconds(new Date(clock.now().getTime() + held * 60_000));
  }

  function get(uuid: string): SupplierBooking {
    const booking = all.get(uuid);
    if (!booking) throw new SupplierError('INVALID_BOOKING_UUID', { uuid });
    const latest = current(booking);
    const isEnded = latest.status === 'EXPIRED';
    if (isEnded && endedHold === 'forgotten') throw new SupplierError('INVALID_BOOKING_UUID', { uuid });
    if (isEnded && endedHold === 'stale') return { ...latest, status: 'ON_HOLD' };
    return { ...latest, cancellable: holding.has(latest.status) && isBeforeCutoff(latest) };
  }

  function requireFresh({ uuid }: SupplierBooking): void {
    if (all.get(uuid)?.status === 'EXPIRED' && endedHold === 'stale') throw new SupplierError('INTERNAL_SERVER_ERROR');
  }

  return {
    all,
    check,
    get,
    calendar(body) {
      const days = Map.groupBy(check(body), ({ localDateTimeStart }) => localDateTimeStart.slice(0, 10));
      return [...days].map(([localDate, slots]) => {
        const sum = (of: 'vacancies' | 'capacity') => slots.reduce((total, slot) => total + (slot[of] ?? 0), 0);
        const available = slots.some((slot) => slot.available);
        return {
          localDate,
          available,
          status: available ? 'AVAILABLE' : 'SOLD_OUT',
          vacancies: sum('vacancies'),
          capacity: sum('capacity'),
          openingHours: slots.flatMap(({ openingHours }) => openingHours),
        } satisfies Schemas['AvailabilityCalendar'];
      });
    },
    list({ resellerReference, supplierReference }) {
      if (resellerReference === undefined && supplierReference === undefined) throw new SupplierError('BAD_REQUEST');
      return [...all.keys()]
        .map(get)
        .filter((booking) => resellerReference === undefined || booking.resellerReference === resellerReference)
        .filter((booking) => supplierReference === undefined || booking.supplierReference === supplierReference);
    },
    reserve({
      uuid = randomUUID(),
      productId,
      optionId,
      availabilityId,
      expirationMinutes,
      unitItems,
      resellerReference,
    }) {
      const known = all.get(uuid);
      if (known) {
        if (current(known).status === 'EXPIRED' && endedHold === 'forgotten')
          throw new SupplierError('INTERNAL_SERVER_ERROR');
        if (repeatedUuid === 'returned') return get(uuid);
        throw new SupplierError(repeatedUuid === 'refused' ? 'INVALID_BOOKING_UUID' : 'INTERNAL_SERVER_ERROR', {
          uuid,
        });
      }
      const offered = find(productId, optionId);
      const availability = requireAvailable(
        { productId, optionId, availabilityId },
        { units: unitItems.length, own: 0 },
      );
      const now = wholeSeconds(clock.now());
      const booking: SupplierBooking = {
        id: randomUUID(),
        uuid,
        testMode: true,
        resellerReference: resellerReference ?? null,
        supplierReference: `SUP ${all.size + 1}`,
        status: 'ON_HOLD',
        utcCreatedAt: now,
        utcUpdatedAt: now,
        utcExpiresAt: expiry(expirationMinutes),
        utcRedeemedAt: null,
        utcConfirmedAt: null,
        productId,
        optionId,
        cancellable: true,
        cancellation: null,
        freesale: false,
        availabilityId: availability.id,
        availability,
        contact: toContact(undefined),
        notes: null,
        deliveryMethods: offered.product.deliveryMethods,
        voucher: null,
        unitItems: toItems(unitItems, offered, []),
      };
      save(booking, {});
      return get(uuid);
    },
    confirm(uuid, { contact, unitItems, resellerReference }) {
      const booking = get(uuid);
      requireFresh(booking);
      if (booking.status === 'EXPIRED') throw new SupplierError('INVALID_BOOKING_UUID', { uuid });
      if (booking.status !== 'ON_HOLD') throw new SupplierError('UNPROCESSABLE_ENTITY', {}, `It is ${booking.status}`);
      const offered = find(booking.productId, booking.optionId);
      const items = unitItems ? toItems(unitItems, offered, booking.unitItems) : booking.unitItems;
      requireFields(offered.option.requiredContactFields, contact);
      for (const item of items) {
        const unit = offered.option.units.find(({ id }) => id === item.unitId);
        requireFields(unit?.requiredContactFields ?? [], item.contact);
      }
      const isInstant = offered.product.instantConfirmation;
      const status = isInstant ? 'CONFIRMED' : 'PENDING';
      const utcConfirmedAt = isInstant ? wholeSeconds(clock.now()) : null;
      save(booking, {
        status,
        utcConfirmedAt,
        utcExpiresAt: null,
        contact: toContact(contact),
        unitItems: items,
        resellerReference: resellerReference ?? booking.resellerReference,
      });
      return get(uuid);
    },
    extend(uuid, { expirationMinutes }) {
      const booking = get(uuid);
      requireFresh(booking);
      if (booking.status !== 'ON_HOLD') throw new SupplierError('UNPROCESSABLE_ENTITY');
      save(booking, { utcExpiresAt: expiry(expirationMinutes) });
      return get(uuid);
    },
    update(uuid, { availabilityId, unitItems, contact, ...changes }) {
      const booking = get(uuid);
      if (!booking.cancellable) throw new SupplierError('UNPROCESSABLE_ENTITY', {}, 'The cutoff has passed');
      const { productId = booking.productId, optionId = booking.optionId } = changes;
      const items = unitItems ? toItems(unitItems, find(productId, optionId), booking.unitItems) : booking.unitItems;
      const wanted = availabilityId ?? booking.availabilityId ?? undefined;
      const isSame = productId === booking.productId && wanted === booking.availabilityId;
      const availability = requireAvailable(
        { productId, optionId, availabilityId: wanted },
        { units: items.length, own: isSame ? booking.unitItems.length : 0 },
      );
      const { notes = booking.notes, resellerReference = booking.resellerReference } = changes;
      const place = { productId, optionId, availabilityId: availability.id, availability, unitItems: items };
      save(booking, { ...place, notes, resellerReference, ...(contact && { contact: toContact(contact) }) });
      return get(uuid);
    },
    cancel(uuid, { reason = null }) {
      const booking = get(uuid);
      requireFresh(booking);
      if (!holding.has(booking.status)) throw new SupplierError('UNPROCESSABLE_ENTITY', {}, `It is ${booking.status}`);
      if (booking.status !== 'ON_HOLD' && !booking.cancellable)
        throw new SupplierError('UNPROCESSABLE_ENTITY', {}, 'The cutoff has passed');
      const cancellation = { refund, reason, utcCancelledAt: wholeSeconds(clock.now()) };
      save(booking, { status: 'CANCELLED', cancellation, utcExpiresAt: null });
      return get(uuid);
    },
    setStatus(uuid, status) {
      save(get(uuid), { status });
    },
  };
}
