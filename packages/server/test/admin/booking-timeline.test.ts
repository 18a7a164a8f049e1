/** The whole story of a booking in one order: its requests, calls, changes and webhooks. */
import type { Booking } from '@booking-service/contract';
import type { BookingErasure, BookingTimeline, TimelineEntry } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { randomId } from '@booking-service/kernel/contract';
import type { Outcome } from '../../src/index.ts';
import { approve, cancel, create, createCardLedger, pricedProvider, read } from '../support/card-ledger.ts';
import { engines, type EngineName } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { confirmed, createAt } from '../support/providers.ts';
import { tablesWith } from '../support/databases.ts';
import { openAdminWorld, type AdminWorld } from '../support/worlds/admin-world.ts';

async function timelineOf(world: AdminWorld, booking_id: string, query = {}): Promise<BookingTimeline> {
  const path = { organization_id: world.organization_id, booking_id };
  const { status, body } = await world.call<BookingTimeline>(
    'getBookingTimeline',
    { path, query },
    world.tokens.support,
  );
  expect(status).toBe(200);
  return body;
}

/** Reads the timeline once the log has this many requests of the booking: it is written a second after their responses. */
async function timelineWith(world: AdminWorld, id: string, requests: number): Promise<BookingTimeline> {
  let timeline: BookingTimeline | undefined;
  await expect
    .poll(async () => {
      await world.clock.advance(1_000);
      timeline = await timelineOf(world, id);
      return timeline.data.filter(({ request }) => request).length;
    })
    .toBe(requests);
  if (!timeline) throw new Error('No timeline was read.');
  return timeline;
}

/** One line about an entry, as a person would read it. */
function lineOf({ request, call, change, attempt }: TimelineEntry): string {
  if (request) return `${request.method} ${request.path} ${request.status} ${request.error_code ?? ''}`.trim();
  if (call) return [call.provider, call.call, call.attempt, call.outcome, call.error, call.amount].join(' ');
  if (attempt) return `attempt ${attempt.outcome.attempt} of ${attempt.event_type}: ${attempt.outcome.status}`;
  return `${change?.event_type}: ${change?.status}`;
}

const planted = { token: 'sk_live_plantedkey', card: '4242 4242 4242 4242', phone: '+351 918 273 645' };

/** Opens a world whose provider does what the test decides, with a card service. */
async function openOwn(engine: EngineName) {
  const provider = { book: async (): Promise<Outcome> => confirmed, release: async () => undefined };
  const ledger = createCardLedger();
  const own = pricedProvider({ book: () => provider.book(), release: () => provider.release() });
  const world = await openAdminWorld(engine, { providers: [own], payments: ledger.payments });
  return { world, provider, ledger, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

describe.each(engines)('%s', (engine) => {
  it('STA-14 CRD-7 DLV-7: shows requests, failed calls, payments, changes and webhooks in one order, without secrets', async () => {
    await using held = await openOwn(engine);
    const { world, provider, ledger } = held;
    const { service, endpoint } = world;
    let calls = 0;
    provider.book = async () => {
      calls += 1;
      if (calls > 2) return confirmed;
      const secrets = Object.values(planted).join(', ');
      throw new Error(`No table for ada@diner.test, ${secrets}.`, { cause: new Error('connect ECONNREFUSED') });
    };
    endpoint.responses.push(500);
    const { id } = await create(service, 'own');
    ledger.approve(id);
    // The entry of a request is at its begin: its response, less the latency in the time of the computer.
    await world.clock.advance(45_000);
    await approve(service, { id } as Booking);
    await world.clock.advance(120_000);
    expect((await read(service, { id } as Booking)).status).toBe('confirmed');
    provider.release = async () => {
      throw new Error('The provider is away.');
    };
    await cancel(service, { id } as Booking);
    await world.clock.advance(1_000);
    provider.release = async () => undefined;
    await world.clock.advance(120_000);

    const { data, dropped_calls, next_cursor, booking } = await timelineWith(world, id, 3);
    const error = 'No table for [masked], [masked], [masked], [masked]: connect ECONNREFUSED';
    expect(data.map(lineOf)).toEqual([
      'POST /v1/bookings 201',
      'booking.created: requires_action',
      'booking.requires_action: requires_action',
      'attempt 1 of booking.created: 500',
      'attempt 1 of booking.requires_action: 204',
      'POST /v1/bookings/{id}/continue 200',
      'booking.processing: processing',
      `own book 1 failed ${error} `,
      `own book 2 failed ${error} `,
      'own book 3 succeeded  ',
      ' capture  succeeded  5000',
      'booking.confirmed: confirmed',
      'attempt 2 of booking.created: 204',
      'attempt 1 of booking.processing: 204',
      'attempt 1 of booking.confirmed: 204',
      'POST /v1/bookings/{id}/cancel 200',
      'booking.cancelled: cancelled',
      'own release 1 failed The provider is away. ',
      'own release 2 succeeded  ',
      ' refund 1 succeeded  5000',
      'attempt 1 of booking.cancelled: 204',
    ]);
    const times = data.map(({ at }) => at);
    expect(times).toEqual(times.toSorted());
    expect({ dropped_calls, next_cursor, status: booking.status }).toEqual({
      dropped_calls: 0,
      next_cursor: null,
      status: 'cancelled',
    });
    expect(await tablesWith(world, Object.values(planted))).toEqual([]);

    // A member sees that calls failed, and not the errors of the operator's suppliers.
    const path = { organization_id: world.organization_id, booking_id: id };
    const { body } = await world.call<BookingTimeline>('getBookingTimeline', { path }, world.tokens.admin);
    expect(body.data.map(({ call, ...entry }) => ({ ...entry, call: call && { ...call, error: null } }))).toEqual(
      data.map(({ call, ...entry }) => ({ ...entry, call: call && { ...call, error: null } })),
    );
    expect(JSON.stringify(body)).not.toMatch(/ECONNREFUSED|No table|is away/);

    // An erasure removes the calls, and nothing else of the order.
    expect((await world.call<BookingErasure>('eraseBooking', { path })).status).toBe(200);
    const erased = await timelineOf(world, id);
    expect(erased.data.map(lineOf)).toEqual(
      data.map(lineOf).filter((line) => !line.startsWith('own ') && !line.startsWith(' refund')),
    );
    expect(await world.query('SELECT booking_id FROM booking_calls')).toEqual([]);
  });

  it('STA-12: stores nothing more for a booking whose calls succeed at once', async () => {
    await using held = await openOwn(engine);
    const { world, ledger } = held;
    const { id } = await create(world.service, 'own');
    ledger.approve(id);
    await approve(world.service, { id } as Booking);
    await world.clock.advance(60_000);
    const { body } = await world.service.call<Booking>('POST', '/v1/bookings', { body: newBooking({ venue: 'own' }) });
    await world.clock.advance(60_000);
    await cancel(world.service, body);
    await world.clock.advance(60_000);
    expect((await timelineOf(world, id)).data.map(lineOf)).toContain('booking.confirmed: confirmed');
    expect(await world.query('SELECT booking_id FROM booking_calls')).toEqual([]);
  });

  it('STA-14: keeps why calls were pending, refused and given up', async () => {
    await using held = await openOwn(engine);
    const { world, provider } = held;
    const outcomes: Outcome[] = [
      { outcome: 'pending', retry_after_seconds: 5 },
      { outcome: 'pending', retry_after_seconds: 5 },
      { outcome: 'failed', error_code: 'provider_failed', error_message: 'Ada had the table.' },
    ];
    provider.book = async () => outcomes.shift() ?? confirmed;
    const refused = await createAt(world.service, 'own');
    await world.clock.advance(60_000);
    const callsOf = async (id: string) => (await timelineOf(world, id)).data.filter(({ call }) => call).map(lineOf);
    expect(await callsOf(refused)).toEqual(['own book 1 pending  ', 'own book 3 refused provider_failed ']);

    provider.book = async () => {
      throw new Error('The provider is away.');
    };
    const given = await createAt(world.service, 'own');
    await world.clock.advance(3_700_000);
    const { data, dropped_calls } = await timelineOf(world, given);
    const calls = data.flatMap(({ call }) => call ?? []);
    expect(calls).toHaveLength(20);
    expect(dropped_calls).toBeGreaterThan(20);
    expect(calls[0]).toMatchObject({ attempt: 1, outcome: 'failed' });
    expect(calls.at(-1)).toMatchObject({
      outcome: 'given_up',
      error: 'The provider is away.',
      attempt: 20 + dropped_calls,
    });
    expect(data.map(lineOf).at(-1)).toMatch(/^(booking.failed|attempt 1 of booking.failed)/);
  });

  it('STA-7: keeps why a modification was refused, and a request that failed', async () => {
    const modifying = pricedProvider({ modify: async () => ({ outcome: 'refused', message: 'Ada asked too late.' }) });
    await using world = await openAdminWorld(engine, { providers: [modifying] });
    const id = await createAt(world.service, 'own');
    await world.clock.advance(5_000);
    await world.service.call('POST', `/v1/bookings/${id}/modify`, { body: { party_size: 3 } });
    await world.service.call('GET', `/v1/bookings/${id}`);
    const lines = (await timelineWith(world, id, 2)).data.map(lineOf);
    expect(lines.filter((line) => /modify|GET/.test(line))).toEqual([
      expect.stringMatching(/^POST \/v1\/bookings\/\{id\}\/modify 4\d\d \w+$/),
      'own modify 1 refused  ',
    ]);
    expect(await tablesWith(world, ['too late'])).toEqual([]);
  });

  it('DLV-14: pages by events and requests, and removes calls as old as removed events', async () => {
    await using held = await openOwn(engine);
    const { world, provider } = held;
    const { store, organization_id } = world;
    provider.book = async () => {
      throw new Error('The provider is away.');
    };
    const id = await createAt(world.service, 'own');
    await world.clock.advance(60_000);
    const [first] = (await timelineWith(world, id, 1)).data.flatMap(({ request }) => request ?? []);
    const start = world.clock.now().getTime();
    const rows = (await store.listBookingRequests({ organization_id, booking_id: id, limit: 1 })).flatMap((row) =>
      Array.from({ length: 45 }, (_, index) => {
        const time = new Date(start + index * 1000);
        return { ...row, id: `req_later${index}`, created: time.toISOString(), position: randomId('req', time) };
      }),
    );
    await store.recordRequests(rows);
    const ids: string[] = [];
    let pages = 0;
    const lines: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const page: BookingTimeline = await timelineOf(world, id, cursor === undefined ? {} : { cursor });
      ids.push(...page.data.flatMap(({ request }) => request?.id ?? []));
      lines.push(...page.data.map(lineOf));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual([first?.id, ...rows.map((row) => row.id)]);
    expect(pages).toBe(3);
    expect(lines.filter((line) => line.startsWith('own book 1 '))).toHaveLength(1);
    expect(lines.filter((line) => line === 'booking.created: processing')).toHaveLength(1);
    const path = { organization_id, booking_id: id };
    expect((await world.call('getBookingTimeline', { path, query: { cursor: 'bkg_1' } })).status).toBe(400);

    await world.call('failBooking', { path });
    await world.clock.advance(120_000);
    const ageOf = async () => (await store.listBookingCalls({ organization_id, booking_id: id })).calls.length;
    expect(await ageOf()).toBeGreaterThan(0);
    await world.query(`UPDATE booking_calls SET latest = '2026-10-01T00:00:00.000Z'`);
    await world.clock.advance(3_600_000);
    expect(await ageOf()).toBe(0);
  });
});
