/**
 * No value of a caller, an organization or a person may appear in the log or the metrics (ERR-7). Each input gets a unique text, every
 * operation is driven to every kind of result, and the output is searched for the texts.
 */
import { operationTable, type Booking } from '@booking-service/contract';
import { pino, type Logger } from 'pino';
import { expect, it } from 'vitest';
import {
  createLog,
  createMetrics,
  createSandboxProvider,
  sandboxPayments,
  type CallContext,
  type Provider,
} from '../../src/index.ts';
import { emptyStore } from '../support/databases.ts';
import { openWorld, type World } from '../../src/testing.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import { newBooking } from '../support/new-booking.ts';

const planted = {
  key: 'sk_test_plantedkey',
  query: 'plantedquery',
  path: 'plantedpath',
  header: 'plantedheader',
  cookie: 'plantedcookie',
  idempotency_key: 'plantedidempotency',
  first_name: 'Plantedfirst',
  last_name: 'Plantedlast',
  email: 'plantedmail@planted.test',
  phone: '+351918273645',
  metadata: 'plantedmetadata',
  webhook_url: 'plantedurl',
  userinfo: 'planteduser',
  token: 'plantedtoken',
  field: 'plantedfield',
  text: 'plantedtext',
  search: 'plantedsearch',
  code: '918273',
  destination: 'planteddestination@planted.test',
  ticket: 'plantedticket',
  ticket_label: 'plantedlabel',
  malformed: 'plantedmalformed',
};

const guest = {
  first_name: planted.first_name,
  last_name: planted.last_name,
  email: planted.email,
  phone: planted.phone,
};
const headers = {
  'Idempotency-Key': planted.idempotency_key,
  'X-Note': planted.header,
  Cookie: `session=${planted.cookie}`,
};

function request(venue: string): object {
  return newBooking({
    venue,
    date: '2026-11-22',
    guest,
    metadata: { note: planted.metadata },
    webhook_url: `https://${planted.webhook_url}.test/`,
  });
}

/** A provider that, once `broken`, throws an error that quotes its input and a key. */
function quotingProvider(sandbox: Provider, { broken }: { broken: () => boolean }): Provider {
  const quoting =
    <Input, Output>(call: (input: Input, context: CallContext) => Promise<Output>) =>
    async (input: Input, context: CallContext): Promise<Output> => {
      if (!broken()) return call(input, context);
      const cause = new Error(
        `Authorization: Bearer ${planted.key}\nCookie: ${planted.cookie}\n${JSON.stringify(input)}`,
      );
      throw new Error(
        `POST https://${planted.userinfo}:x@provider.test/?t=${planted.token}: ${JSON.stringify(input)}`,
        {
          cause,
        },
      );
    };
  return {
    name: sandbox.name,
    handlesVenue: (venue_id) => sandbox.handlesVenue(venue_id),
    searchVenues: quoting((input, context) => sandbox.searchVenues(input, context)),
    searchAvailability: quoting((input, context) => sandbox.searchAvailability(input, context)),
    checkRequest: quoting((input, context) => sandbox.checkRequest(input, context)),
    book: quoting(async (input, context) => {
      const outcome = await sandbox.book(input, context);
      const ticket = { kind: 'ticket', format: 'qr_code', value: planted.ticket, label: planted.ticket_label } as const;
      return outcome.outcome === 'confirmed' ? { ...outcome, documents: [ticket] } : outcome;
    }),
    modify: quoting(async () => ({ outcome: 'modified' })),
    release: quoting((input, context) => sandbox.release(input, context)),
  };
}

/** Drives every operation to refusals, successes and failures. */
async function drive(world: World, breakProvider: (broken: boolean) => void): Promise<void> {
  const create = (venue: string, more: object = {}) =>
    world.call<Booking>('POST', '/v1/bookings', { body: { ...request(venue), ...more }, headers });
  for (const broken of [false, true]) {
    breakProvider(broken);
    await world.call('POST', '/v1/venues/search', { body: { query: planted.search, city: planted.search }, headers });
    await world.call('POST', '/v1/availability/search', {
      body: { venue_id: 'ven_harbour_table', date: '2026-11-22', party_size: 2 },
      headers,
    });
  }
  await create('harbour_table');
  breakProvider(false);
  const { body: first } = await create('code_house');
  await create('code_house');
  const other = { ...headers, 'Idempotency-Key': `${planted.idempotency_key}2` };
  await world.call('POST', '/v1/bookings', { body: request('harbour_table'), headers: other });
  await world.call('POST', '/v1/bookings', {
    body: { ...request('harbour_table'), payment_collection: 'cardservice_external' },
  });
  const ticketed = { ...headers, 'Idempotency-Key': `${planted.idempotency_key}3` };
  const { body: second } = await world.call<Booking>('POST', '/v1/bookings', {
    body: request('express_counter'),
    headers: ticketed,
  });
  expect(second.documents).toHaveLength(1);
  await world.clock.advance(4000);
  breakProvider(true);
  await world.call('POST', `/v1/bookings/${second.id}/modify`, { body: { party_size: 3 }, headers });
  const code = { type: 'enter_code', code: planted.code };
  await world.call('POST', `/v1/bookings/${first.id}/continue`, { body: code, headers });
  await world.clock.advance(10_000);
  await world.call('POST', `/v1/bookings/${first.id}/cancel`, { headers });
  await world.clock.advance(60_000);
  breakProvider(false);
  await world.call('POST', `/v1/bookings/${first.id}/continue`, { body: code, headers });
  await world.call('GET', `/v1/bookings/${first.id}`, { headers });
  await world.call('POST', `/v1/bookings/${first.id}/modify`, { body: { party_size: 3 }, headers });

  const found = `metadata[note]=${planted.metadata}`;
  await world.call('GET', `/v1/bookings?${found}`, { headers });
  await world.call('GET', `/v1/bookings?${found}&cursor=${planted.query}`, { headers });
  await world.call('GET', `/v1/events?cursor=${planted.query}`, { headers });
  await world.call('GET', `/v1/events/${planted.path}?q=${planted.query}`, { headers });
  await world.call('GET', `/v1/requests?cursor=${planted.query}`, { headers });
  await world.call('GET', `/v1/requests/${planted.path}?q=${planted.query}`, { headers });

  const session = { channel: 'email', destination: planted.destination };
  await world.call('POST', '/v1/sessions', { body: session, key: 'live', headers });
  const ses = `/v1/sessions/ses_${'0'.repeat(32)}`;
  await world.call('POST', `${ses}/verify`, { body: { code: planted.code }, key: 'live', headers });
  await world.call('GET', `${ses}/card`, { key: 'live', headers });
  await world.call('GET', '/v1/sessions/card', { key: 'live', headers });

  await world.call('GET', `/v1/bookings/${planted.path}?q=${planted.query}`, { headers });
  await world.call('GET', `/v1/${planted.path}?q=${planted.query}`, { headers });
  await world.call('POST', '/v1/venues/search', { body: {}, key: planted.key, headers });
  await world.call('POST', '/v1/venues/search', { body: { [planted.field]: planted.text }, headers });
  await world.call('POST', '/v1/venues/search', { text: `{"${planted.text}`, headers });
  await sendRaw(world.url, `GET /v1/${planted.malformed} HTTP/1.1\r\nX-Note : ${planted.malformed}\r\n\r\n`);
  await sendRaw(world.url, toRequest(`GET /${planted.malformed}`).replace('Host: service.test\r\n', ''));
  for (let tick = 0; tick < 40; tick += 1) await world.clock.advance(30_000);
}

const logs: { name: string; open: (write: (line: string) => void) => Logger }[] = [
  { name: "the process's log", open: (write) => createLog({ level: 'trace', destination: { write } }) },
  { name: "a host's own log", open: (write) => pino({ level: 'trace' }, { write }) },
];

it.each(logs)('ERR-7 AUT-7: nothing that was planted comes out at $name or the metrics', async ({ open }) => {
  const lines: string[] = [];
  const log = open((line) => void lines.push(line));
  let broken = false;
  let metricsText = '';
  {
    const clock = { now: () => new Date('2026-11-21T09:30:00.000Z') };
    const metrics = createMetrics({ store: emptyStore, clock, log });
    const sandbox = createSandboxProvider({ clock });
    await using world = await openWorld({
      log,
      observer: metrics.observer,
      providers: [quotingProvider(sandbox, { broken: () => broken })],
      payments: {
        ...sandboxPayments,
        read: async ({ booking }) => {
          throw new Error(`vault: ${JSON.stringify(booking)}`);
        },
      },
    });
    const { organization_id, keys, signing_secret } = world.organization;
    Object.assign(planted, { test: keys.test, live: keys.live, signing_secret });
    const hook = new URL(world.endpoint.url);
    hook.username = planted.userinfo;
    hook.search = `?token=${planted.token}`;
    await world.store.setWebhookUrl(organization_id, hook.href);
    world.endpoint.responses.push(500, 'drop', 301);
    await drive(world, (now) => {
      broken = now;
    });
    metricsText = await metrics.text();
  }

  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const operations = new Set(
    entries.flatMap(({ operationId }) => (typeof operationId === 'string' ? operationId : [])),
  );
  expect([...operations].toSorted()).toEqual([...Object.keys(operationTable), 'unrouted'].toSorted());
  expect(entries.filter(({ err }) => err !== undefined).length).toBeGreaterThan(5);
  expect(entries.map(({ msg }) => msg)).toContain('a run failed and will be retried');
  expect(entries.map(({ msg }) => msg)).toContain('a webhook attempt failed');
  const written = (lines.join('') + metricsText).toLowerCase();
  const found = Object.entries(planted).filter(([, text]) => written.includes(text.toLowerCase()));
  expect(found).toEqual([]);
});

it('ERR-7: logs a 500 with its request_id, operation and organization', async () => {
  const lines: string[] = [];
  const log = createLog({ destination: { write: (line) => void lines.push(line) } });
  await using world = await openWorld({ log });
  await using failing = await openWorld({
    log,
    store: { ...world.store, findBookingText: () => Promise.reject(new Error('The disk is gone.')) },
  });
  const response = await failing.call('GET', `/v1/bookings/bkg_${'0'.repeat(32)}`);
  expect(response.status).toBe(500);
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.filter(({ request_id }) => request_id === response.body['request_id'])).toMatchObject([
    {
      level: 'error',
      operationId: 'getBooking',
      organization_id: failing.organization.organization_id,
      err: { type: 'Error', message: 'The disk is gone.' },
    },
    { level: 'info', operationId: 'getBooking', status: 500, error_code: 'internal_error' },
  ]);
});
