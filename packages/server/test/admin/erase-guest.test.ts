/** A guest whose personal data is found, exported and erased, wherever it is stored. */
import { createServer } from 'node:http';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import type { Booking } from '@booking-service/contract';
import type { AuditEntry, BookingErasure, BookingExport, GuestBookings } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { createMetrics, openSqliteStore, startAdminServer, type Outcome } from '../../src/index.ts';
import { runCommandLine } from '../../src/command/run-command-line.ts';
import { createLog } from '../../src/log/log.ts';
import { openWorld, testSealing, type TestResponse, type World } from '../../src/testing.ts';
import { callAdmin } from '../support/worlds/admin-world.ts';
import { engines, openWorldOn } from '../support/engines.ts';
import { tablesWith } from '../support/databases.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider } from '../support/providers.ts';
import { openFolder } from '../support/processes/server-process.ts';

/** Each personal value of the guest has it. */
const marker = 'zqmark';
const phone = '+35121999777';
const guest = { first_name: `${marker}1`, last_name: `${marker}2`, email: `${marker}3@diner.test`, phone };
const own = { metadata: { note: `${marker}4` }, webhook_url: `https://${marker}5.test/` };
const outcomes: Outcome[] = [
  {
    outcome: 'requires_action',
    next_action: { type: 'enter_code', channel: 'email', destination: `${marker}6***@diner.test` },
  },
  { outcome: 'failed', error_code: 'provider_failed', error_message: `The room of ${marker}7 is taken.` },
];
const waiting: Outcome = { outcome: 'pending', retry_after_seconds: 60 };
const provider = ownProvider('marked', {
  checkRequest: async () => ({ at_once: false }),
  book: async ({ step }) => outcomes[step - 1] ?? waiting,
  release: async () => undefined,
});

/** A receiver that repeats each webhook and a name in its response. */
async function openReceiver(): Promise<AsyncDisposable & { url: string; bodies: string[]; status: number }> {
  const server = createServer((req, res) => {
    void readText(req).then((body) => {
      receiver.bodies.push(body);
      res.writeHead(receiver.status).end(`Dear ${marker}8: ${body}`);
    });
  });
  const receiver = {
    url: `${await listenOnLoopback(server)}/`,
    bodies: [] as string[],
    status: 200,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return receiver;
}

async function openAdmin({ store, clock, server }: Pick<World, 'store' | 'clock' | 'server'>) {
  const log = createLog({ level: 'silent' });
  return startAdminServer({
    port: 0,
    server,
    metrics: createMetrics({ store, clock, log }),
    log,
    administration: { store, clock, allowLoopbackWebhooks: true, access: 'open' },
  });
}

/** Creates the booking of the guest, which waits for a code. */
async function book(
  world: World,
  metadata: Record<string, string> = own.metadata,
): Promise<{ id: string; replay: () => Promise<TestResponse<Booking>> }> {
  const create = () =>
    world.call<Booking>('POST', '/v1/bookings', {
      body: newBooking({ venue: 'marked', guest, ...own, metadata }),
      headers: { 'Idempotency-Key': 'order-1' },
    });
  const { id } = (await create()).body;
  await world.clock.advance(60_000);
  return { id, replay: create };
}

/** Lets the booking fail. */
async function end(world: World, id: string): Promise<void> {
  await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'enter_code', code: '123456' } });
  await world.clock.advance(600_000);
}

describe.each(engines)('%s', (engine) => {
  it('exports and erases a guest from every table, keeps the booking and its key, and records it', async () => {
    await using receiver = await openReceiver();
    const organization = { webhook_url: receiver.url };
    await using world = await openWorldOn(engine, { providers: [provider], organization });
    await using admin = await openAdmin(world);
    const { organization_id } = world.organization;
    const path = `/organizations/${organization_id}` as const;
    const { id, replay } = await book(world);
    const on = <Body>(what: string) => callAdmin<Body>(admin.url, `POST ${path}/bookings/${id}/${what}`);

    const early = await on<{ error_code: string }>('erase');
    expect([early.status, early.body.error_code]).toEqual([409, 'booking_in_progress']);
    await end(world, id);
    // The second attempt has a row of its own.
    const [newest] = (await world.store.listDeliveries({ organization_id, limit: 1 })).rows;
    if (newest) await world.store.resendDelivery(newest, world.clock.now());
    await world.clock.advance(60_000);
    const tables = await tablesWith(world, [marker, phone]);
    expect(tables).toEqual(['bookings', 'deliveries', 'delivery_attempts', 'events']);

    const exported = (await on<BookingExport>('export')).body;
    const values = exported.personal_data.map(({ source, field, value }) => [source, field, value]);
    expect(values).toEqual(
      expect.arrayContaining([
        ['booking', 'guest.first_name', guest.first_name],
        ['booking', 'guest.last_name', guest.last_name],
        ['booking', 'guest.email', guest.email],
        ['booking', 'guest.phone', phone],
        ['booking', 'metadata', JSON.stringify(own.metadata)],
        ['booking', 'webhook_url', own.webhook_url],
        ['booking', 'error_message', `The room of ${marker}7 is taken.`],
        ['event', 'error_message', `The room of ${marker}7 is taken.`],
        ['event', 'next_action.destination', `${marker}6***@diner.test`],
        ['response', '1', expect.stringContaining(`${marker}8`)],
      ]),
    );
    const find = async (contact: string) =>
      (await callAdmin<GuestBookings>(admin.url, `POST ${path}/guest-search`, { body: { contact } })).body.data;
    for (const contact of [guest.email.toUpperCase(), `${marker}3+news@diner.test`, phone]) {
      expect(await find(contact)).toMatchObject([{ id }]);
    }
    expect(await find('bob@diner.test')).toEqual([]);

    const erased = (await on<BookingErasure>('erase')).body;
    const responses = exported.personal_data.filter(({ source }) => source === 'response').length;
    expect(erased).toMatchObject({ erased_fields: 7, erased_events: 2, erased_responses: responses });
    expect(await tablesWith(world, [marker, phone])).toEqual([]);
    expect((await on<BookingExport>('export')).body.personal_data).toEqual([]);
    expect(await find(guest.email)).toEqual([]);

    // The key still names the booking. Nothing new begins.
    expect(await replay()).toMatchObject({
      status: 200,
      body: { id, status: 'failed', guest: { first_name: 'Erased', email: 'erased@erased.invalid' }, metadata: {} },
    });
    expect((await on<BookingErasure>('erase')).body).toMatchObject({ erased_fields: 0, erased_events: 0 });
    const { rows } = await world.store.listDeliveries({ organization_id, limit: 10 });
    receiver.bodies.length = 0;
    for (const delivery of rows) await callAdmin(admin.url, `POST ${path}/deliveries/${delivery.id}/resend`);
    await world.clock.advance(60_000);
    expect(receiver.bodies).toHaveLength(rows.length);
    expect(receiver.bodies.join()).not.toContain(marker);

    const audit = (await callAdmin<{ data: AuditEntry[] }>(admin.url, `GET ${path}/audit`)).body.data;
    const actions = audit.map(({ action, target, details }) => [action, target, details]).toReversed();
    expect(actions.slice(0, 8)).toEqual([
      ['exportBooking', id, {}],
      ...[1, 1, 1, 0].map((bookings) => ['findGuestBookings', null, { bookings }]),
      ['eraseBooking', id, { erased_fields: 7, erased_events: 2, erased_responses: responses }],
      ['exportBooking', id, {}],
      ['findGuestBookings', null, { bookings: 0 }],
    ]);
    expect(actions.filter(([action]) => action === 'eraseBooking')).toHaveLength(1);
  });

  it('records a search once, if it finds nothing, and each later page that has a booking of the guest', async () => {
    await using world = await openWorldOn(engine, { providers: [provider], organization: { test_allowance: 1_000 } });
    await using admin = await openAdmin(world);
    const path = `/organizations/${world.organization.organization_id}` as const;
    const body = newBooking({ venue: 'marked', guest: { first_name: 'Bob', email: 'bob@diner.test' } });
    // One more than a page of the search reads.
    for (let count = 0; count < 201; count += 1) await world.call('POST', '/v1/bookings', { body });
    const search = async (contact: string) => {
      let cursor: string | null = null;
      do {
        const wanted: object = { contact, ...(cursor !== null && { cursor }) };
        const page = await callAdmin<GuestBookings>(admin.url, `POST ${path}/guest-search`, { body: wanted });
        cursor = page.body.next_cursor;
      } while (cursor !== null);
      const { data } = (await callAdmin<{ data: AuditEntry[] }>(admin.url, `GET ${path}/audit`)).body;
      return data.map(({ action, details }) => [action, details['bookings']]).toReversed();
    };
    expect(await search('unknown@diner.test')).toEqual([['findGuestBookings', 0]]);
    const all = [0, 200, 1].map((bookings) => ['findGuestBookings', bookings]);
    expect(await search('bob@diner.test')).toEqual(all);
  });

  it('sends a webhook that waits for a retry without the erased data', async () => {
    await using receiver = await openReceiver();
    const organization = { webhook_url: receiver.url };
    await using world = await openWorldOn(engine, { providers: [provider], organization });
    await using admin = await openAdmin(world);
    receiver.status = 500;
    const { id } = await book(world);
    await world.call('POST', `/v1/bookings/${id}/continue`, { body: { type: 'enter_code', code: '123456' } });
    await world.clock.advance(30_000);
    const path = `/organizations/${world.organization.organization_id}/bookings/${id}/erase` as const;
    const erased = await callAdmin<BookingErasure>(admin.url, `POST ${path}`);
    expect(erased.status).toBe(200);
    expect(receiver.bodies.join()).toContain(marker);
    receiver.bodies.length = 0;
    receiver.status = 200;
    await world.clock.advance(3_600_000);
    expect(receiver.bodies.length).toBeGreaterThan(0);
    expect(receiver.bodies.join()).toContain('"error_message":"Erased."');
    expect(receiver.bodies.join()).not.toContain(marker);
  });
});

/** Metadata that is longer than a page of the file. */
const pages = Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`page${index}`, `${marker} `.repeat(70)]));

it('exports and erases a guest by command, and leaves nothing in the files of a closed data folder', async () => {
  await using folder = await openFolder();
  const filesWithMarker = () =>
    readdirSync(folder.path).filter((name) => readFileSync(join(folder.path, name)).includes(marker));
  const run = (line: string) => runCommandLine([...line.split(' '), '--data', folder.path], {});
  {
    await using store = openSqliteStore(folder.path, { sealing: testSealing });
    await using world = await openWorld({ store, providers: [provider] });
    const { id } = await book(world, pages);
    const org = `--org ${world.organization.organization_id}`;
    const ofGuest = `${org} --contact ${guest.email}`;
    expect(await run(`guest erase ${ofGuest}`)).toEqual({
      exitCode: 1,
      text: `Erased the guest from 0 bookings. Not from these:\nBooking ${id} is in requires_action. Cancel it, or wait until it has ended.`,
    });
    await end(world, id);
    expect(filesWithMarker()).not.toEqual([]);

    const exported = await run(`booking export ${id} ${org} --json`);
    expect(exported.text).toContain(`"${guest.email}"`);
    const ofAll = JSON.parse((await run(`guest export ${ofGuest} --json`)).text) as BookingExport[];
    expect(ofAll).toEqual([JSON.parse(exported.text)]);
    expect((await run(`guest export ${ofGuest}`)).text).toContain(`guest.phone`);
    expect((await run(`guest export ${org} --contact bob@diner.test`)).text).toBe('No personal data is stored.');
    const copies = 'Copies at the provider, at receivers of webhooks and in backups are not erased.';
    expect(await run(`guest erase ${ofGuest}`)).toEqual({
      exitCode: 0,
      text: `Erased the guest from 1 booking. ${copies}`,
    });
    expect((await run(`booking erase ${id} ${org}`)).text).toBe(`${id} has no personal data. ${copies}`);
  }
  expect(filesWithMarker()).toEqual([]);
});
