/** The prices of slots and bookings, and the tickets and vouchers of a booking (BKG-15). */
import type { Booking, BookingDocument, BookingEvent, BookingPrice, Slot, SlotList } from '@booking-service/contract';
import { describe, expect, it } from 'vitest';
import type { BookingErasure, BookingExport } from '@booking-service/contract/admin';
import {
  createLog,
  createMetrics,
  type PaymentService,
  type Provider,
  sandboxPayments,
  startAdminServer,
} from '../../src/index.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { engines, type EngineWorld, openWorldOn } from '../support/engines.ts';
import { newBooking, type NewBookingOptions } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { callAdmin } from '../support/worlds/admin-world.ts';
import { tablesWith } from '../support/databases.ts';

const external = { payment_collection: 'cardservice_external' } as const;
const price: BookingPrice = { amount: 4200, currency: 'JPY' };

function create(world: World, options: NewBookingOptions = {}) {
  return world.call<Booking & { error_code?: string }>('POST', '/v1/bookings', { body: newBooking(options) });
}

async function read(world: World, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

function modify(world: World, { id }: Booking, body: object) {
  return world.call<Booking>('POST', `/v1/bookings/${id}/modify`, { body });
}

async function slotAt(world: World, venue_id: string): Promise<Slot | undefined> {
  const body = { venue_id, date: '2026-11-22', party_size: 3 };
  return (await world.call<SlotList>('POST', '/v1/availability/search', { body })).body.data[0];
}

describe('prices', () => {
  describe.each(engines)('%s', (engine) => {
    it.each([
      { venue: 'harbour_table', of: { amount: 2500, currency: 'EUR', per: 'person' }, total: 7500, later: 10_000 },
      { venue: 'whole_room', of: { amount: 18_000, currency: 'EUR', per: 'booking' }, total: 18_000, later: 18_000 },
    ])('CRD-4 CRD-5: a slot of $venue has its price, and a booking the total', async ({ venue, of, total, later }) => {
      await using world = await openWorldOn(engine);
      expect((await slotAt(world, `ven_${venue}`))?.price).toEqual(of);
      const { body: booking } = await create(world, { venue, party_size: 3 });
      expect(booking.price).toStrictEqual({ amount: total, currency: 'EUR' });
      await world.clock.advance(2_000);
      expect((await read(world, booking)).price).toStrictEqual({ amount: total, currency: 'EUR' });
      const modified = await modify(world, booking, { party_size: 4 });
      expect([modified.status, modified.body.price]).toStrictEqual([200, { amount: later, currency: 'EUR' }]);
      expect((await read(world, booking)).price).toStrictEqual({ amount: later, currency: 'EUR' });
      await world.clock.advance(60_000);
      expect(JSON.stringify(world.endpoint.received.map(({ event }) => event))).not.toContain('price');
    });

    it('CRD-4 CRD-5: neither a slot nor a booking has a price that the provider does not state', async () => {
      await using world = await openWorldOn(engine);
      expect(await slotAt(world, 'ven_open_bill')).not.toHaveProperty('price');
      const { body: booking } = await create(world, { venue: 'open_bill' });
      await world.clock.advance(2_000);
      expect(await read(world, booking)).not.toHaveProperty('price');
      expect((await modify(world, booking, { party_size: 4 })).body).not.toHaveProperty('price');
    });

    it('CRD-5: a modification without a price leaves that of the create', async () => {
      const provider = ownProvider('own', {
        checkRequest: async () => ({ at_once: true, price }),
        modify: async () => ({ outcome: 'modified' }),
      });
      await using world = await openWorldOn(engine, { providers: [provider] });
      const { body: booking } = await create(world, { venue: 'own' });
      const modified = await modify(world, booking, { party_size: 4 });
      expect([modified.status, modified.body.price]).toStrictEqual([200, price]);
    });

    it('CRD-6: refuses an external payment without a price, and does not call the card service', async () => {
      const opened: string[] = [];
      const payments: PaymentService = {
        ...sandboxPayments,
        open: async ({ booking_id }) => {
          opened.push(booking_id);
          return { url: `https://pay.test/${booking_id}`, reference: booking_id };
        },
      };
      await using world = await openWorldOn(engine, { payments });
      expect(await create(world, { venue: 'open_bill', ...external })).toMatchObject({
        status: 502,
        body: {
          error: 'The provider states no price for this booking, so no payment can be set up. No booking was made.',
          error_code: 'payment_setup_failed',
        },
      });
      const { body } = await world.call<{ data: Booking[] }>('GET', '/v1/bookings');
      expect([body.data, opened]).toEqual([[], []]);
      expect(await create(world, external)).toMatchObject({ status: 201, body: { price: { amount: 5000 } } });
      expect(opened).toHaveLength(1);
    });
  });

  it('CRD-6: accepts an external payment of a price of zero', async () => {
    const checkRequest: Provider['checkRequest'] = async () => ({ at_once: false, price: { ...price, amount: 0 } });
    await using world = await openWorld({ providers: [ownProvider('own', { checkRequest })] });
    const { status, body } = await create(world, { venue: 'own', ...external });
    expect([status, body.price]).toStrictEqual([201, { amount: 0, currency: 'JPY' }]);
  });

  it('CRD-5 CRD-6: a simulated booking has no price', async () => {
    const live = ownProvider('own', {});
    await using world = await openWorld({ integrations: { suppliers: [{ live, test: 'simulate' }] } });
    const slot_id = 'slt_harbour_table_20261121T1900';
    expect((await create(world, { venue: 'own', slot_id })).body).not.toHaveProperty('price');
    expect((await create(world, { venue: 'own', slot_id, ...external })).body.error_code).toBe('payment_setup_failed');
  });

  it.each([
    {
      name: 'a slot that is not offered',
      options: { slot_id: 'slt_open_bill_20261121T0300' },
      code: 'slot_not_offered',
    },
    { name: 'a missing card service', options: {}, code: 'cardservice_disabled' },
  ])('CRD-6: $name is refused before a missing price', async ({ options, code }) => {
    await using world = await openWorld({ integrations: { payments: undefined } });
    expect((await create(world, { venue: 'open_bill', ...external, ...options })).body.error_code).toBe(code);
  });
});

type Documents = readonly BookingDocument[];

/** Each value has it. */
const marker = 'zqticket';
const tickets = (name: string): Documents => [
  { kind: 'ticket', format: 'qr_code', value: `${marker}-${name}\u001d1`, label: 'Ada' },
  { kind: 'voucher', format: 'pdf_url', value: `https://supplier.test/${marker}-${name}.pdf` },
];

/** A provider whose bookings get these documents, at each step. */
function ticketProvider(documents: { current: Documents | undefined }): Provider {
  const documented = () => ({ documents: documents.current });
  return ownProvider('hall', {
    checkRequest: async () => ({ at_once: true }),
    book: async () => ({ ...confirmed, ...documented() }),
    modify: async () => ({ outcome: 'modified', ...documented() }),
    readBooking: async () => ({ state: 'confirmed', ...documented() }),
    release: async () => undefined,
    read_after_seconds: 3600,
  });
}

async function createInHall(world: EngineWorld): Promise<Booking> {
  return (await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'hall' }) })).body;
}

describe('documents', () => {
  describe.each(engines)('on %s', (engine) => {
    it('BKG-15 BKG-6: returns the documents with the confirmed booking, replaces them, and removes them with a cancel', async () => {
      const documents: { current: Documents | undefined } = { current: tickets('first') };
      await using world = await openWorldOn(engine, { providers: [ticketProvider(documents)] });
      const created = await createInHall(world);
      expect(created).toMatchObject({ status: 'confirmed', documents: tickets('first') });
      expect(await read(world, created)).toEqual(created);

      const resize = (party_size: number) =>
        world.call<Booking>('POST', `/v1/bookings/${created.id}/modify`, { body: { party_size } });
      documents.current = tickets('second');
      expect((await resize(3)).body.documents).toEqual(tickets('second'));
      documents.current = undefined;
      expect((await resize(4)).body.documents).toEqual(tickets('second'));

      await world.call('POST', `/v1/bookings/${created.id}/cancel`);
      expect(await read(world, created)).not.toHaveProperty('documents');
      await world.clock.advance(60_000);
      const bodies = world.endpoint.received.map(({ event }) => JSON.stringify(event));
      expect(bodies).toHaveLength(5);
      expect(bodies.join()).not.toContain(marker);
      expect(await tablesWith(world, [marker])).toEqual([]);
    });

    it('BKG-15 PRV-4: stores documents that come later, once, and sends booking.modified', async () => {
      const documents: { current: Documents | undefined } = { current: undefined };
      await using world = await openWorldOn(engine, { providers: [ticketProvider(documents)] });
      const created = await createInHall(world);
      expect(created).not.toHaveProperty('documents');
      documents.current = tickets('late');
      await world.clock.advance(3 * 3600_000);
      const { documents: stored, last_modification } = await read(world, created);
      expect({ stored, changes: last_modification?.changes }).toEqual({ stored: tickets('late'), changes: {} });
      const events: readonly BookingEvent[] = world.endpoint.received.map(({ event }) => event);
      expect(events.map(({ type }) => type)).toEqual(['booking.created', 'booking.confirmed', 'booking.modified']);
    });

    it('BKG-15: exports and erases them with the guest, and stores none afterwards', async () => {
      const documents = { current: tickets('first') };
      await using world = await openWorldOn(engine, { providers: [ticketProvider(documents)] });
      const { store, clock, server } = world;
      const log = createLog({ level: 'silent' });
      await using admin = await startAdminServer({
        port: 0,
        server,
        metrics: createMetrics({ store, clock, log }),
        log,
        administration: { store, clock, allowLoopbackWebhooks: true, access: 'open' },
      });
      const created = await createInHall(world);
      await world.clock.advance(60_000);
      expect(await tablesWith(world, [marker])).toEqual(['bookings']);

      const path = `/organizations/${world.organization.organization_id}/bookings/${created.id}` as const;
      const exported = await callAdmin<BookingExport>(admin.url, `POST ${path}/export`);
      expect(exported.body.booking.document_count).toBe(2);
      expect(exported.body.personal_data).toContainEqual(
        expect.objectContaining({ field: 'documents', value: JSON.stringify(tickets('first')) }),
      );
      const erased = await callAdmin<BookingErasure>(admin.url, `POST ${path}/erase`);
      expect(erased.body.booking.document_count).toBe(0);
      expect(await tablesWith(world, [marker])).toEqual([]);

      documents.current = tickets('second');
      await world.clock.advance(3 * 3600_000);
      const modified = await world.call<Booking>('POST', `/v1/bookings/${created.id}/modify`, {
        body: { party_size: 3 },
      });
      expect(modified.body).toMatchObject({ party_size: 3, guest: { email: 'erased@erased.invalid' } });
      expect(await tablesWith(world, [marker])).toEqual([]);
    });
  });

  it.each<{ fault: string; document: object }>([
    { fault: 'an unknown kind', document: { kind: 'seat' } },
    { fault: 'an unknown format', document: { format: 'hologram' } },
    { fault: 'an address that is none', document: { format: 'pdf_url', value: 'javascript:alert(1)' } },
    { fault: 'a value that is too long', document: { value: 'x'.repeat(2049) } },
    { fault: 'NUL in its value', document: { value: 'x\0' } },
    { fault: 'half a character in its value', document: { value: 'x\ud800' } },
  ])('PRV-3 BKG-15: counts $fault as a failure of the provider', async ({ document }) => {
    const bad = { ...tickets('bad')[0], ...document };
    // A provider may be plain JavaScript.
    const provider = ticketProvider({ current: [bad] as unknown as Documents });
    await using world = await openWorldOn('sqlite', { providers: [provider] });
    const created = await createInHall(world);
    expect(created).not.toHaveProperty('documents');
    expect(created.status).toBe('processing');
  });
});
