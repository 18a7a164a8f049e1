/** The log lines of a request and of everything that it causes, on both engines. */
import { hash } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { WorldOptions } from '../../src/testing.ts';
import { engines, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { newBooking } from '../support/new-booking.ts';
import { sendRaw } from '../support/raw/raw-http.ts';

type Line = Readonly<Record<string, unknown>>;

const trace_id = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${trace_id}-b7ad6b7169203331-01`;

/** Opens a world with a log, from the level debug. */
async function openLogged(
  engine: EngineName,
  options: Omit<WorldOptions, 'store'> = {},
): Promise<EngineWorld & { readonly lines: readonly Line[] }> {
  const lines: Line[] = [];
  const log = pino({ level: 'debug', base: null }, { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { ...(await openWorldOn(engine, { ...options, log })), lines };
}

describe.each(engines)('%s', (engine) => {
  it('ERR-7: joins the lines of a create, its run and its deliveries by request, booking and trace', async () => {
    await using world = await openLogged(engine);
    const { clock, lines, organization } = world;
    const headers = { 'Request-Id': 'req_create00', 'Idempotency-Key': 'order-1', traceparent };
    const { body } = await world.call<{ id: string }>('POST', '/v1/bookings', { body: newBooking(), headers });
    const booking_id = body.id;
    await clock.advance(2_000);
    world.endpoint.responses.push(500);
    for (let tick = 0; tick < 3; tick += 1) await clock.advance(30_000);

    const { organization_id } = organization;
    const joined = { request_id: 'req_create00', booking_id, trace_id, organization_id };
    const run = { ...joined, provider: 'sandbox', step: 1, duration_ms: expect.any(Number) };
    const delivery = {
      ...joined,
      delivery_id: expect.stringMatching(/^dlv_/),
      event_id: expect.stringMatching(/^evt_/),
      host: new URL(world.endpoint.url).host,
      duration_ms: expect.any(Number),
    };
    const created = { ...delivery, event_type: 'booking.created' };
    const confirmed = { ...delivery, event_type: 'booking.confirmed' };
    const ofBooking = lines.filter((line) => JSON.stringify(line).includes(booking_id));
    expect(ofBooking).toHaveLength(6);
    expect(ofBooking).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...joined, operationId: 'createBooking', status: 201 }),
        expect.objectContaining({ ...run, attempt: 1, outcome: 'pending', msg: 'a run continues later' }),
        expect.objectContaining({ ...run, attempt: 2, outcome: 'confirmed', msg: 'a run ended' }),
        expect.objectContaining({ ...created, status: expect.any(Number) }),
        expect.objectContaining({ ...confirmed, status: expect.any(Number) }),
        expect.objectContaining({ ...delivery, status: 500, attempt: 1, msg: 'a webhook attempt failed' }),
        expect.objectContaining({ ...delivery, status: 204, attempt: 2, msg: 'a webhook was delivered' }),
      ]),
    );
  });

  it('IDM-1: says which response is a replay, and names the request that caused a later change', async () => {
    await using world = await openLogged(engine);
    const key = { 'Idempotency-Key': 'order-1' };
    const create = (request_id: string) =>
      world.call<{ id: string }>('POST', '/v1/bookings', {
        body: newBooking(),
        headers: { ...key, 'Request-Id': request_id },
      });
    const { id } = (await create('req_create00')).body;
    await create('req_replay00');
    await world.clock.advance(2_000);
    await world.call('POST', `/v1/bookings/${id}/cancel`, { body: {}, headers: { 'Request-Id': 'req_cancel00' } });
    await world.clock.advance(30_000);

    const of = (request_id: string) => world.lines.filter((line) => line['request_id'] === request_id);
    expect(of('req_create00')[0]).not.toHaveProperty('replayed');
    expect(of('req_replay00')).toEqual([expect.objectContaining({ status: 200, replayed: true, booking_id: id })]);
    expect(of('req_cancel00')).toEqual([
      expect.objectContaining({ operationId: 'cancelBooking', booking_id: id }),
      expect.objectContaining({ msg: 'a run ended', outcome: 'released', booking_id: id }),
      expect.objectContaining({ event_type: 'booking.cancelled', status: 204, booking_id: id }),
    ]);
    expect(of('req_cancel00').some((line) => 'trace_id' in line)).toBe(false);
  });

  it('ERR-7: names the request that modified a booking in the lines of its delivery', async () => {
    await using world = await openLogged(engine);
    const { body } = await world.call<{ id: string }>('POST', '/v1/bookings', { body: newBooking() });
    await world.clock.advance(2_000);
    const headers = { 'Request-Id': 'req_modify00' };
    const path = `/v1/bookings/${body.id}/modify`;
    expect(await world.call('POST', path, { body: { party_size: 3 }, headers })).toMatchObject({ status: 200 });
    await world.clock.advance(30_000);
    const delivered = world.lines.filter(({ msg }) => msg === 'a webhook was delivered');
    expect(delivered).toContainEqual(
      expect.objectContaining({ event_type: 'booking.modified', request_id: 'req_modify00' }),
    );
  });

  it('leaves a malformed request out of the trail of the request before it on the connection', async () => {
    await using world = await openLogged(engine);
    const body = JSON.stringify(newBooking());
    const headers = [
      'Host: service.test',
      `Authorization: Bearer ${world.organization.keys.test}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `traceparent: ${traceparent}`,
    ];
    await sendRaw(world.url, `POST /v1/bookings HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}GARBAGE\r\n\r\n`);
    const [created, malformed] = world.lines.filter((line) => 'operationId' in line);
    expect(created).toMatchObject({ operationId: 'createBooking', status: 201, trace_id });
    expect(malformed).toMatchObject({ operationId: 'unrouted', error_code: 'invalid_request' });
    expect(malformed).not.toHaveProperty('trace_id');
    expect(malformed).not.toHaveProperty('booking_id');
  });

  it('names the client and the key of a request, also of one that is refused', async () => {
    await using world = await openLogged(engine, { trustedProxies: ['127.0.0.1'] });
    const search = (key: string, forwarded: string) =>
      world.call('POST', '/v1/venues/search', { body: {}, key, headers: { 'X-Forwarded-For': forwarded } });
    await search('test', '198.51.100.1, 203.0.113.7');
    await search('sk_test_unknown', 'sk_live_hunter2');
    await search('unknown', '');
    const digestOf = (key: string) => hash('sha256', key, 'hex').slice(0, 12);
    const shown = world.lines.map(({ client_address, key_digest, key_id, status }) => {
      return { client_address, key_digest, key_id, status };
    });
    const key_digest = digestOf(world.organization.keys.test);
    expect(shown).toEqual([
      { client_address: '203.0.113.7', key_digest, key_id: expect.stringMatching(/^key_/), status: 200 },
      { client_address: '127.0.0.1', key_digest: digestOf('sk_test_unknown'), status: 401 },
      { client_address: '127.0.0.1', status: 401 },
    ]);
  });
});
