/** The tickets and vouchers of a booking: where they are shown, when they change, and where they never are (BKG-15). */
import type { Booking, BookingDocument, BookingEvent } from '@booking-service/contract';
import type { BookingErasure, BookingExport } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { createLog, createMetrics, startAdminServer, type Provider } from '../../src/index.ts';
import { callAdmin } from '../support/worlds/admin-call.ts';
import { engines, openWorldOn, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, ownProvider } from '../support/providers.ts';
import { tablesWith } from '../support/databases.ts';

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

async function create(world: EngineWorld): Promise<Booking> {
  return (await world.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'hall' }) })).body;
}

async function read(world: EngineWorld, { id }: Booking): Promise<Booking> {
  return (await world.call<Booking>('GET', `/v1/bookings/${id}`)).body;
}

describe.each(engines)('on %s', (engine) => {
  it('BKG-15 BKG-6: returns the documents with the confirmed booking, replaces them, and removes them with a cancel', async () => {
    const documents: { current: Documents | undefined } = { current: tickets('first') };
    await using world = await openWorldOn(engine, { providers: [ticketProvider(documents)] });
    const created = await create(world);
    expect(created).toMatchObject({ status: 'confirmed', documents: tickets('first') });
    expect(await read(world, created)).toEqual(created);

    const modify = (party_size: number) =>
      world.call<Booking>('POST', `/v1/bookings/${created.id}/modify`, { body: { party_size } });
    documents.current = tickets('second');
    expect((await modify(3)).body.documents).toEqual(tickets('second'));
    documents.current = undefined;
    expect((await modify(4)).body.documents).toEqual(tickets('second'));

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
    const created = await create(world);
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
    const created = await create(world);
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
  const created = await create(world);
  expect(created).not.toHaveProperty('documents');
  expect(created.status).toBe('processing');
});
