import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delivery } from '@booking-service/contract';
import { createSigner, createVerifier } from '@booking-service/webhooks';
import { openBooking, toEvents } from '../../../../src/domain/booking.ts';
import { randomId } from '@booking-service/kernel/contract';
import { createSandboxProvider } from '../../../../src/index.ts';
import { createManualClock, openWorld, type World } from '../../../../src/testing.ts';
import { bookingAt, boundary, secondsUntil, type Seen } from './seen.ts';
import { readDeliveries } from '../../../support/databases.ts';

/** A provider that never finishes, so that a booking has one event. */
const endless = {
  ...createSandboxProvider({ clock: createManualClock(new Date('2026-11-21T09:30:00.000Z')) }),
  book: async () => ({ outcome: 'pending', retry_after_seconds: 86_400 }) as const,
};

export async function deliveryNumbers(): Promise<Seen> {
  const [schedule, bounds, retention] = await Promise.all([scheduleNumbers(), boundNumbers(), retentionDays()]);
  return {
    ...schedule,
    ...bounds,
    'delivery.retention_days': retention,
    'delivery.signature.tolerance_seconds': toleranceSeconds(),
  };
}

/** Measures the attempts at an endpoint that refuses all of them: their times, and the time of the abandonment. */
async function scheduleNumbers(): Promise<Seen> {
  await using world = await openWorld({ providers: [endless] });
  world.endpoint.responses.push(...Array.from({ length: 20 }, () => 500));
  await world.call('POST', '/v1/bookings', { body: bookingAt('harbour_table') });
  const cadence = await secondsUntil(world.clock, () => world.endpoint.received.length > 0);
  const delays: [string, number][] = [];
  for (;;) {
    const { attempts, next_attempt_at } = await onlyDelivery(world);
    if (next_attempt_at === null) {
      return {
        'delivery.cadence_seconds': cadence,
        'delivery.max_attempts': attempts.length,
        ...Object.fromEntries(delays),
      };
    }
    const last = attempts.at(-1)?.started_at ?? '';
    delays.push([
      `delivery.retry_delays_seconds.${delays.length}`,
      (Date.parse(next_attempt_at) - Date.parse(last)) / 1000,
    ]);
    const sent = world.endpoint.received.length;
    await secondsUntil(world.clock, () => world.endpoint.received.length > sent);
  }
}

/** Measures attempts at endpoints that hang or send too much: when they end, and which part of the response is stored. */
async function boundNumbers(): Promise<Seen> {
  const {
    max_answer_bytes: maxBytes,
    kept_answer_bytes: kept,
    max_interim_responses: interims,
    max_head_bytes,
  } = delivery;
  const answers: Readonly<Record<string, (res: ServerResponse) => unknown>> = {
    '/interims': (res) => sendRaw(res, interim().repeat(interims) + noContent),
    '/one-interim-more': (res) => sendRaw(res, interim().repeat(interims + 1) + noContent),
    // Neither sends a response: the first hangs after its last byte.
    '/head': (res) => sendRaw(res, interim(10_000) + interim(max_head_bytes - 10_000)),
    '/one-byte-more': (res) => sendRaw(res, interim(10_000) + interim(max_head_bytes - 10_000 + 1)),
    '/hang': () => undefined,
    // Both send a complete part and never end, so only a reader with a limit gets a response.
    '/most': (res) => res.writeHead(200).write('x'.repeat(maxBytes)),
    '/less': (res) => res.writeHead(200).write('x'.repeat(maxBytes - 1)),
    '/long': (res) => res.end('x'.repeat(2 * kept)),
  };
  const server = createServer((req, res) => {
    req.resume();
    answers[req.url ?? '']?.(res);
  });
  await using closing = new AsyncDisposableStack();
  closing.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  await using world = await openWorld({ providers: [endless], organization: { webhook_url: null } });
  const places = new Map<string, string>();
  for (const path of Object.keys(answers)) {
    const { organization_id, keys } = await world.addOrganization({ webhook_url: `http://127.0.0.1:${port}${path}` });
    places.set(organization_id, path);
    await world.call('POST', '/v1/bookings', { body: bookingAt('harbour_table'), key: keys.test });
  }
  await world.clock.advance(delivery.cadence_seconds * 1000);
  const deliveries = await readDeliveries(world.store);
  const attempts = new Map(
    deliveries.map(({ organization_id, attempts: [first] }) => [places.get(organization_id), first]),
  );
  return {
    'delivery.max_interim_responses': boundary(interims, {
      at: attempts.get('/interims')?.status === 204,
      beyond: attempts.get('/one-interim-more')?.error !== 'response_flood',
    }),
    'delivery.max_head_bytes': boundary(max_head_bytes, {
      at: attempts.get('/head')?.error === 'timeout',
      beyond: attempts.get('/one-byte-more')?.error !== 'response_flood',
    }),
    'delivery.timeout_seconds': Math.floor((attempts.get('/hang')?.duration_ms ?? NaN) / 1000),
    'delivery.max_answer_bytes': boundary(maxBytes, {
      at: attempts.get('/most')?.status === 200,
      beyond: attempts.get('/less')?.status === 200,
    }),
    'delivery.kept_answer_bytes': attempts.get('/long')?.answer?.length ?? NaN,
  };
}

/** Returns the age in days of the oldest event that the worker keeps, of one event for each day. */
async function retentionDays(): Promise<number> {
  await using world = await openWorld({ providers: [endless], organization: { test_allowance: 1_000 } });
  const { organization_id } = world.organization;
  const [now, hour_ms] = [world.clock.now().getTime(), 3_600_000];
  const request = bookingAt('harbour_table');
  for (let days = 1; days <= delivery.retention_days + 5; days += 1) {
    // One hour younger than this number of days, an hour from now.
    const created = new Date(now - (24 * days - 2) * hour_ms);
    const { booking } = openBooking({ id: randomId('bkg'), provider: 'sandbox', livemode: false, request }, created);
    const events = toEvents(['booking.created'], booking, { newId: randomId });
    await world.store.createBooking({ organization_id, booking, idempotency_key: undefined, events });
  }
  await world.clock.advance(hour_ms);
  // One step of a removal may be too short for all.
  await world.clock.advance(60_000);
  const kept = await readDeliveries(world.store);
  const oldest = Math.min(...kept.map(({ created }) => Date.parse(created)));
  return Math.ceil((now - oldest) / (24 * hour_ms));
}

const noContent = 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n';

/** An interim response, optionally with a number of bytes. */
function interim(bytes = 0): string {
  const [start, end] = ['HTTP/1.1 103 Early Hints\r\nX-Filler: ', '\r\n\r\n'];
  return start + 'x'.repeat(Math.max(1, bytes - start.length - end.length)) + end;
}

function sendRaw({ socket }: ServerResponse, text: string): void {
  socket?.write(text);
}

async function onlyDelivery({ store }: World) {
  const [found] = await readDeliveries(store);
  if (!found) throw new Error('There is no delivery.');
  return found;
}

/** The defaults of the webhooks package. */
function toleranceSeconds(): number {
  const { tolerance_seconds } = delivery.signature;
  const body = JSON.stringify({ id: 'evt_1', type: 'booking.created', created: '', data: { object: {} } });
  const header = createSigner({ secret: 'whsec_test' }).header(body, { timestamp: 1_000_000 });
  const isTaken = (age: number) =>
    createVerifier({ secrets: ['whsec_test'], clock: { now: () => new Date((1_000_000 + age) * 1000) } }).check(
      body,
      header,
    ).ok;
  const past = boundary(tolerance_seconds, { at: isTaken(tolerance_seconds), beyond: isTaken(tolerance_seconds + 1) });
  return boundary(past, { at: isTaken(-tolerance_seconds), beyond: isTaken(-tolerance_seconds - 1) });
}
