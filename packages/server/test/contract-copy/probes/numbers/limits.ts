import { setImmediate } from 'node:timers/promises';
import { bookingStates, idempotency, limits, type Booking, type Session } from '@booking-service/contract';
import { createSandboxProvider } from '../../../../src/index.ts';
import { searchProviders } from '../../../../src/operations/search-venues.ts';
import { createRequestLog } from '../../../../src/worker/request-log.ts';
import { providerWithDeadline } from '../../../../src/providers/ports.ts';
import { createManualClock, openWorld, testContext, type World } from '../../../../src/testing.ts';
import { bookingAt, boundary, secondsUntil, type Seen } from './seen.ts';

const start = new Date('2026-11-21T09:30:00.000Z');

export async function limitNumbers(): Promise<Seen> {
  const all = await Promise.all([
    windowNumbers(),
    allowanceNumbers(),
    bodyNumbers(),
    pageNumbers(),
    deadlineNumbers(),
    sessionNumbers(),
    creationNumbers(),
    expiryNumbers(),
    idempotencyNumbers(),
    requestLogNumbers(),
    readingNumbers(),
  ]);
  return Object.assign({}, ...all) as Seen;
}

async function windowNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  await world.addMagicOrganizations();
  const search = (key = 'test') => world.call('POST', '/v1/venues/search', { key, body: {} });
  const first = await search();
  await world.clock.advance(Number(first.headers.get('RateLimit-Reset')) * 1000);
  const second = await search();
  const unavailable = await search('sk_test_sandbox_billing_down');
  return {
    'limits.default_limit': Number(first.headers.get('RateLimit-Limit')),
    'limits.window_seconds': Number(second.headers.get('RateLimit-Reset')),
    'limits.retry_after_seconds': Number(unavailable.headers.get('Retry-After')),
    'sandbox.organizations.limited.rate_limit': await countUntil(429, () => search('sk_test_sandbox_limited')),
  };
}

/** The window of the reads, the rows that a page compares, and the reads that are served at the same time. */
async function readingNumbers(): Promise<Seen> {
  await using base = await openWorld({ start });
  const pages: number[] = [];
  const hanging = Promise.withResolvers<void>();
  let hangs = false;
  const listBookings: World['store']['listBookings'] = async (page) => {
    pages.push(page.limit);
    if (hangs) await hanging.promise;
    return base.store.listBookings(page);
  };
  // A store has methods of its prototype.
  const store = Object.assign(Object.create(base.store) as World['store'], { listBookings });
  await using world = await openWorld({ start, store });
  const list = (query = '') => world.call('GET', `/v1/bookings${query}`);
  const leftAfter = async (query: string) => Number((await list(query)).headers.get('RateLimit-Remaining'));

  const costs: number[] = [];
  for (let limit = 1, left = await leftAfter('?limit=1'); limit <= limits.page.max; limit += 1) {
    const before = left;
    left = await leftAfter(`?limit=${limit}`);
    costs.push(before - left);
  }
  const first = await list('?metadata[mark]=none');
  const compared_rows = pages.at(-1) ?? NaN;

  hangs = true;
  pages.length = 0;
  const sent = 50;
  let refused = 0;
  const reads = Array.from({ length: sent }, () => list().then(({ status }) => (refused += Number(status === 429))));
  while (pages.length + refused < sent) await setImmediate();
  const in_progress = pages.length;
  hanging.resolve();
  await Promise.all(reads);
  return {
    'limits.reads.units_per_request': Number(first.headers.get('RateLimit-Limit')) / limits.default_limit,
    'limits.reads.rows_per_unit': costs.indexOf(2) + 1,
    'limits.reads.compared_rows': compared_rows,
    'limits.reads.in_progress': in_progress,
  };
}

async function requestLogNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const id = (await world.call('GET', '/v1/events')).headers.get('request-id') ?? '';
  const isLogged = async () => (await world.call('GET', `/v1/requests/${id}`)).status === 200;
  const seconds = await secondsUntil(world.clock, isLogged);
  const { days, rows } = limits.request_log;
  await world.clock.advance(days * 86_400_000 - (seconds + 60) * 1000);
  const at = await isLogged();
  await world.clock.advance(2 * 3_600_000);
  return {
    'limits.request_log.days': boundary(days, { at, beyond: await isLogged() }),
    'limits.request_log.rows': boundary(rows, { at: (await keptRows()) === rows, beyond: false }),
  };
}

/** The rows that the log keeps of an environment. */
async function keptRows(): Promise<number> {
  let kept = NaN;
  const log = createRequestLog({
    store: { recordRequests: async () => undefined, trimRequests: async ({ keep }) => void (kept = keep) },
    clock: createManualClock(start),
    log: { warn: () => undefined },
    observer: { requestsDropped: () => undefined },
    successes_percent: 100,
  });
  const name = { request_id: 'req_1', own_id: 'req_1', arrived: start };
  const request = { ...name, operationId: 'getBooking', organization_id: 'org_1', key_id: 'key_1' };
  const route = { method: 'GET', route: '/v1/bookings/{id}', error_code: undefined, idempotency_key: undefined };
  log.note({ ...request, ...route, mode: 'test', status: 200, subject: undefined, duration_ms: 1 });
  await log.flush();
  return kept;
}

/** The number of requests before one is refused with this code. */
async function countUntil(status: number, call: () => Promise<{ status: number }>): Promise<number> {
  for (let count = 0; count < 1000; count += 1) if ((await call()).status === status) return count;
  return NaN;
}

async function allowanceNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  await world.addMagicOrganizations();
  const confirmed = (key: string) =>
    countUntil(402, () => world.call('POST', '/v1/bookings', { key, body: bookingAt('express_counter') }));
  return {
    'limits.default_test_allowance': await confirmed('test'),
    'sandbox.organizations.used_up.test_allowance': await confirmed('sk_test_sandbox_used_up'),
  };
}

async function bodyNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const isTaken = async (bytes: number) => {
    const text = JSON.stringify({ query: 'x' });
    return (await world.call('POST', '/v1/venues/search', { text: text.padEnd(bytes, ' ') })).status === 200;
  };
  const maxBytes = limits.max_body_bytes;
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`key${index}`, index]));
  const faulty = { venue_id: 1, slot_id: 1, party_size: 0, guest: 1, webhook_url: 1, payment_collection: 1, metadata };
  const { body } = await world.call<{ details: unknown[] }>('POST', '/v1/bookings', { body: faulty });
  return {
    'limits.max_body_bytes': boundary(maxBytes, { at: await isTaken(maxBytes), beyond: await isTaken(maxBytes + 1) }),
    'limits.max_details': body.details.length,
  };
}

async function pageNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const search = (body: object) => world.call<{ data: unknown[] }>('POST', '/v1/venues/search', { body });
  const isTaken = async (limit: number) => (await search({ limit })).status === 200;
  const { max } = limits.page;
  return {
    'limits.page.default': (await search({})).body.data.length,
    'limits.page.max': boundary(max, { at: await isTaken(max), beyond: await isTaken(max + 1) }),
  };
}

async function deadlineNumbers(): Promise<Seen> {
  const clock = createManualClock(start);
  const never = () => new Promise<never>(() => undefined);
  const provider = providerWithDeadline({ ...createSandboxProvider({ clock }), searchVenues: never }, clock);
  let ended = false;
  provider.searchVenues({}, testContext).catch(() => (ended = true));
  const provider_timeout = await secondsUntil(clock, () => ended);

  const searchClock = createManualClock(start);
  const silent = { ...createSandboxProvider({ clock: searchClock }), searchVenues: never };
  let searched = false;
  searchProviders(
    [silent, { ...silent, name: 'other' }],
    { limit: 1 },
    { clock: searchClock, context: testContext },
  ).catch(() => (searched = true));
  // The first provider takes its time, and then the second.
  const search_timeout = (await secondsUntil(searchClock, () => searched)) / 2;

  const asked = Promise.withResolvers<void>();
  const billing = {
    check: () => {
      asked.resolve();
      return never();
    },
  };
  await using world = await openWorld({ start, billing });
  let isDone = false;
  const call = world.call('POST', '/v1/venues/search', { body: {} }).then(() => (isDone = true));
  await asked.promise;
  const check_timeout = await secondsUntil(world.clock, async () => {
    // A response, if there is one, arrives before the response to a later request on the same machine.
    for (let round = 0; round < 5; round += 1) await world.call('GET', '/nowhere', { key: null });
    return isDone;
  });
  await call;
  return {
    'limits.provider_timeout_seconds': provider_timeout,
    'limits.search_timeout_seconds': search_timeout,
    'limits.check_timeout_seconds': check_timeout,
  };
}

async function sessionNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const open = async () => {
    const body = { channel: 'email', destination: 'ada@diner.test' };
    return (await world.call<Session>('POST', '/v1/sessions', { key: 'live', body })).body;
  };
  const verify = ({ id }: Session, code: string) =>
    world.call<{ error_code?: string }>('POST', `/v1/sessions/${id}/verify`, { key: 'live', body: { code } });
  const tried = await open();
  let attempts = 0;
  while ((await verify(tried, '000000')).body.error_code === 'invalid_code') attempts += 1;

  const [inTime, late] = [await open(), await open()];
  const lifetime_ms = Date.parse(late.expires_at) - Date.parse(late.created);
  await world.clock.advance(lifetime_ms);
  const at = (await verify(inTime, '424242')).status === 200;
  await world.clock.advance(1);
  const beyond = (await verify(late, '424242')).status === 200;
  return {
    'limits.session.max_attempts': attempts,
    'limits.session.lifetime_seconds': boundary(lifetime_ms / 1000, { at, beyond }),
  };
}

/** Creates sessions for one destination until the shorter limit refuses, then repeatedly until the longer limit refuses. */
async function creationNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const body = { channel: 'email', destination: 'ada@diner.test' };
  let created = 0;
  let elapsed = 0;
  let burst: Seen | undefined;
  for (;;) {
    const { status, headers } = await world.call('POST', '/v1/sessions', { key: 'live', body });
    const wait = Number(headers.get('Retry-After'));
    if (status === 201) created += 1;
    else {
      const [max, window_seconds] = [created, elapsed + wait];
      if (burst && wait > (burst['limits.session.creations.burst.window_seconds'] ?? NaN)) {
        return {
          ...burst,
          'limits.session.creations.day.max': max,
          'limits.session.creations.day.window_seconds': window_seconds,
        };
      }
      burst ??= {
        'limits.session.creations.burst.max': max,
        'limits.session.creations.burst.window_seconds': window_seconds,
      };
      await world.clock.advance(wait * 1000);
      elapsed += wait;
    }
  }
}

async function expiryNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const created = await world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('code_house') });
  await world.clock.advance(60_000);
  const read = async () => (await world.call<Booking>('GET', `/v1/bookings/${created.body.id}`)).body;
  const { updated, expires_at = '' } = await read();
  const seconds = (Date.parse(expires_at) - Date.parse(updated)) / 1000;
  await world.clock.advance(Date.parse(expires_at) - world.clock.now().getTime());
  const at = (await read()).status === 'requires_action';
  await world.clock.advance(1);
  const beyond = (await read()).status === 'requires_action';
  if (seconds !== bookingStates.states.requires_action.expires_after_seconds) return {};
  return { 'states.booking.states.requires_action.expires_after_seconds': boundary(seconds, { at, beyond }) };
}

async function idempotencyNumbers(): Promise<Seen> {
  await using world = await openWorld({ start });
  const maxLength = idempotency.max_length;
  const create = (length: number) => createUnder(world, 'k'.repeat(length));
  const first = await create(maxLength);
  const replay = await create(maxLength);
  const longer = await create(maxLength + 1);
  return {
    'idempotency.max_length': boundary(maxLength, {
      at: replay.body.id === first.body.id,
      beyond: longer.status < 300,
    }),
    'idempotency.first_status': first.status,
    'idempotency.replay_status': replay.status,
  };
}

function createUnder(world: World, key: string) {
  const headers = { [idempotency.header]: key };
  return world.call<Booking>('POST', '/v1/bookings', { body: bookingAt('express_counter'), headers });
}
