/** The sandbox over HTTP: its clock, also after a restart, its faults and its magic values. */
import { createRequire } from 'node:module';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Booking, sandbox as sandboxContract } from '@booking-service/contract';
import type { AdminError, AuditList, Clock, Faults, MagicValues } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
// @boundaries-ignore a private part of the kernel
import { maxAdvance_ms } from '../../../kernel/src/time/sandbox-clock.ts';
import {
  callAdmin,
  checkAdminResponse,
  openAdminWorld,
  openSandboxWorld,
  type SandboxWorld,
} from '../support/worlds/admin-world.ts';
import { sendRaw, toRequest } from '../support/raw/raw-http.ts';
import {
  call,
  eventually,
  openFolder,
  portFlags,
  runCommand,
  sandbox,
  startService,
} from '../support/processes/server-process.ts';
import { newBooking } from '../support/new-booking.ts';
import { startReceiver } from '../../src/command/sandbox/receiver.ts';
import {
  applyFault,
  createSandboxFaults,
  type SandboxFault,
} from '../../src/providers/sandbox/sandbox-integrations.ts';
import { createManualClock } from '../../src/testing.ts';

const minute_ms = 60_000;

function advance({ adminUrl }: SandboxWorld, ms: number) {
  return callAdmin<Clock>(adminUrl, 'POST /sandbox/clock/advance', { body: { ms } });
}

async function book(world: SandboxWorld, venue: 'harbour_table' | 'code_house'): Promise<string> {
  const day = new Date(world.clock.now().getTime() + 24 * 60 * minute_ms).toISOString().slice(0, 10);
  const venue_id = `ven_${venue}`;
  const { body: slots } = await call<{ data: { id: string }[] }>(world, 'POST /v1/availability/search', {
    body: { venue_id, date: day, party_size: 2 },
  });
  const body = { ...newBooking({ venue }), slot_id: slots.data[0]?.id };
  const created = await call<Booking>(world, 'POST /v1/bookings', { body });
  if (created.status !== 201) throw new Error(`The create returned ${JSON.stringify(created)}.`);
  return created.body.id;
}

async function statusOf(world: SandboxWorld, id: string): Promise<string> {
  return (await call<Booking>(world, `GET /v1/bookings/${id}`)).body.status;
}

describe('the clock', () => {
  it('STA-4: a booking is confirmed two seconds after its create', async () => {
    await using world = await openSandboxWorld();
    const id = await book(world, 'harbour_table');
    const { body } = await advance(world, 2000);
    expect(body.offset_ms).toBe(2000);
    expect(await statusOf(world, id)).toBe('confirmed');
  });

  it('DLV-5 STA-8: advances 31 days at once, and does all due work at its own tick', async () => {
    await using world = await openSandboxWorld();
    const begun = world.clock.now().getTime();
    world.endpoint.responses.push(500, 500);
    const asking = await book(world, 'code_house');
    const { body } = await advance(world, maxAdvance_ms);
    expect(body.offset_ms).toBe(maxAdvance_ms);
    expect(await statusOf(world, asking)).toBe('expired');
    const sent = world.endpoint.received.map(({ headers, event }) => {
      const signed_ms = Number(/t=(\d+)/.exec(headers.get('service-signature') ?? '')?.[1]) * 1000;
      return [event.type, Math.round((signed_ms - begun) / 30_000)];
    });
    expect(sent).toEqual([
      ['booking.created', 1],
      ['booking.requires_action', 1],
      ['booking.created', 2],
      ['booking.requires_action', 2],
    ]);
  });

  it('DLV-5 STA-8 LIM-1: passes the whole retry schedule, an expiry and the rate window without waiting', async () => {
    await using world = await openSandboxWorld({ rate_limit: 6 });
    // Advances to the start of a window, so that the window does not end before its limit is reached.
    const window_ms = 5 * minute_ms;
    await advance(world, window_ms - (world.clock.now().getTime() % window_ms));
    world.endpoint.responses.push(...Array.from({ length: 16 }, () => 500));
    const confirmed = await book(world, 'harbour_table');
    const asking = await book(world, 'code_house');
    await advance(world, 2000);
    expect(await statusOf(world, asking)).toBe('requires_action');
    await call(world, `GET /v1/bookings/${asking}`);
    const limited = await call<{ error: string }>(world, `GET /v1/bookings/${asking}`);
    expect([limited.status, limited.body.error]).toEqual([429, 'rate_limited']);
    await advance(world, window_ms);
    expect(await statusOf(world, asking)).toBe('requires_action');
    await advance(world, 15 * minute_ms);
    expect(await statusOf(world, asking)).toBe('expired');
    expect(await statusOf(world, confirmed)).toBe('confirmed');

    const byEvent = Map.groupBy(world.endpoint.received, ({ event }) => event.id);
    expect([...byEvent.values()].map(([first]) => `${first?.event.type}`).toSorted()).toEqual([
      'booking.confirmed',
      'booking.created',
      'booking.created',
      'booking.requires_action',
    ]);
    for (const attempts of byEvent.values()) {
      const seconds = attempts.map(({ headers }) =>
        Number(/t=(\d+)/.exec(headers.get('service-signature') ?? '')?.[1]),
      );
      const waits = seconds.slice(1).map((at, index) => at - (seconds[index] ?? 0));
      expect(waits).toEqual([30, 120, 600]);
    }
  });

  it('returns the time and the offset', async () => {
    await using world = await openSandboxWorld();
    const { body: before } = await callAdmin<Clock>(world.adminUrl, 'GET /sandbox/clock');
    expect(before.offset_ms).toBe(0);
    const both = await Promise.all([advance(world, minute_ms), advance(world, 2 * minute_ms)]);
    expect(Math.max(...both.map(({ body }) => body.offset_ms))).toBe(3 * minute_ms);
    const { body: after } = await callAdmin<Clock>(world.adminUrl, 'GET /sandbox/clock');
    expect(Date.parse(after.at) - Date.parse(before.at)).toBeGreaterThanOrEqual(3 * minute_ms);
  });

  it('accepts the longest advance that the contract allows', () => {
    const { components } = createRequire(import.meta.url)('@booking-service/contract/admin.json') as {
      components: { schemas: { AdvanceClock: { properties: { ms: object } } } };
    };
    expect(components.schemas.AdvanceClock.properties.ms).toMatchObject({ minimum: 1, maximum: maxAdvance_ms });
  });

  it.each([
    { name: 'nothing', body: {} },
    { name: 'no time', body: { ms: 0 } },
    { name: 'time back', body: { ms: -1 } },
    { name: 'half a millisecond', body: { ms: 0.5 } },
    { name: 'text', body: { ms: '1000' } },
    { name: 'more than 31 days', body: { ms: maxAdvance_ms + 1 } },
    { name: 'an unknown field', body: { ms: 1, days: 1 } },
    { name: 'malformed JSON', text: '{"ms":' },
  ])('refuses to advance by $name', async ({ name: _name, ...sent }) => {
    await using world = await openSandboxWorld();
    const refused = await callAdmin<AdminError>(world.adminUrl, 'POST /sandbox/clock/advance', sent);
    expect([refused.status, refused.body.error_code]).toEqual([400, 'invalid_request']);
    expect(refused.body.details?.map((each) => each.in)).toEqual(['body']);
    expect(world.clock.offset_ms()).toBe(0);
  });

  it.each([
    { name: 'a foreign host name that points here', headers: ['Host: evil.test', json], code: 'forbidden' },
    {
      name: 'a host name that begins with a loopback address',
      headers: ['Host: 127.0.0.1.evil.test', json],
      code: 'forbidden',
    },
    {
      name: 'a page of another origin',
      headers: ['Host: localhost', 'Origin: http://evil.test', json],
      code: 'forbidden',
    },
    {
      name: 'a page of another port',
      headers: ['Host: localhost:1', 'Origin: http://localhost:2', json],
      code: 'forbidden',
    },
    { name: 'a page without an origin', headers: ['Host: localhost', 'Origin: null', json], code: 'forbidden' },
    { name: 'a form', headers: ['Host: localhost', 'Content-Type: text/plain'], code: 'unsupported_media_type' },
    { name: 'a body without a type', headers: ['Host: localhost'], code: 'unsupported_media_type' },
  ])('refuses to advance for $name', async ({ headers, code }) => {
    await using world = await openSandboxWorld();
    const path = '/sandbox/clock/advance';
    const request = toRequest(`POST ${path}`, { headers: [...headers, 'Connection: close'], body: '{"ms":1000}' });
    const [response] = await sendRaw(world.adminUrl, request.replace('Host: service.test\r\n', ''));
    if (!response) throw new Error('There was no response.');
    const body = checkAdminResponse({ method: 'POST', path, ...response }) as AdminError;
    expect(body.error_code).toBe(code);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(world.clock.offset_ms()).toBe(0);
  });

  it('advances for a page of its own origin', async () => {
    await using world = await openSandboxWorld();
    const headers = { Origin: world.adminUrl };
    const moved = await callAdmin(world.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 1 }, headers });
    expect(moved.status).toBe(200);
  });

  it('refuses a body of more than 4 KiB', async () => {
    await using world = await openSandboxWorld();
    const text = JSON.stringify({ ms: 1, more: 'x'.repeat(5000) });
    const refused = await callAdmin<AdminError>(world.adminUrl, 'POST /sandbox/clock/advance', { text });
    expect([refused.status, refused.body.error_code]).toEqual([413, 'payload_too_large']);
  });
});

const json = 'Content-Type: application/json';

const days_ms = 20 * 24 * 3600 * 1000;

describe('a restart', () => {
  it('STA-12 DLV-3: keeps the advanced clock after a kill, and confirms the pending booking', async () => {
    await using folder = await openFolder();
    let id: string;
    {
      await using service = await startService(folder.path);
      expect(service.welcome).not.toContain('Clock ');
      const advanceBy = { body: { ms: days_ms } };
      const { body: clock } = await callAdmin<Clock>(service.adminUrl, 'POST /sandbox/clock/advance', advanceBy);
      const tomorrow = new Date(Date.parse(clock.at) + 24 * 3600 * 1000).toISOString().slice(0, 10);
      const body = newBooking({ date: tomorrow });
      id = (await call<Booking>(service, 'POST /v1/bookings', { body })).body.id;
      await service.end('SIGKILL');
    }
    await using service = await startService(folder.path);
    expect(service.welcome).toMatch(/Clock +\d{4}-\S+Z +\(20 d ahead of this computer, because it was advanced\)/);
    expect(service.welcome).toContain(`Date.now() + 30 * 864e5 + ${days_ms}`);
    const { body: clock } = await callAdmin<Clock>(service.adminUrl, 'GET /sandbox/clock');
    expect(clock.offset_ms).toBe(days_ms);
    const confirmed = await eventually(
      async () => (await call<Booking>(service, `GET /v1/bookings/${id}`)).body.status,
      (status) => status === 'confirmed',
    );
    expect(confirmed).toBe('confirmed');
  });

  it('DLV-3: refuses to start with a damaged clock file, and explains what to do', async () => {
    await using folder = await openFolder();
    await writeFile(join(folder.path, 'sandbox-clock.json'), '{"offset');
    const { code, stderr } = await runCommand([...sandbox, '--data', folder.path, ...(await portFlags())]);
    expect([code, stderr]).toEqual([1, expect.stringContaining('sandbox-clock.json is damaged.')]);
  });
});

const search = (world: SandboxWorld) => call(world, 'POST /v1/venues/search', { body: {} });

async function setProvider(world: SandboxWorld, provider: SandboxFault): Promise<void> {
  const { body } = await callAdmin<Faults>(world.adminUrl, 'PUT /sandbox/faults', { body: { provider } });
  expect(body).toEqual({ object: 'faults', provider, endpoint: { behavior: 'normal' } });
}

describe('faults', () => {
  describe('the provider', () => {
    it('fails, and works again', async () => {
      await using world = await openSandboxWorld();
      await setProvider(world, { behavior: 'failing' });
      expect(await search(world)).toMatchObject({ status: 502, body: { error_code: 'search_failed' } });
      await setProvider(world, { behavior: 'normal' });
      expect(await search(world)).toMatchObject({ status: 200 });
    });

    it('responds after its delay, by the sandbox clock', async () => {
      const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
      const settled: string[] = [];
      void applyFault({ behavior: 'slow', delay_seconds: 7 }, clock).then(() => settled.push('after 7 s'));
      void applyFault({ behavior: 'slow' }, clock).then(() => settled.push('after 5 s'));
      void applyFault({ behavior: 'normal' }, clock).then(() => settled.push('at once'));
      await clock.advance(5000);
      expect(settled).toEqual(['at once', 'after 5 s']);
      await clock.advance(2000);
      expect(settled).toEqual(['at once', 'after 5 s', 'after 7 s']);
    });

    it('does not respond, so the call ends at its timeout', async () => {
      await using world = await openSandboxWorld();
      await setProvider(world, { behavior: 'unavailable' });
      let status: number | undefined;
      void search(world).then((response) => (status = response.status));
      const advanced = async () => {
        await callAdmin(world.adminUrl, 'POST /sandbox/clock/advance', { body: { ms: 60_000 } });
        return status;
      };
      await expect.poll(advanced).toBe(502);
    });
  });

  it('the receiver responds with 500, and accepts the webhook after the fault', async () => {
    const faults = createSandboxFaults();
    const clock = createManualClock(new Date('2026-11-21T09:30:00.000Z'));
    const fault = () => applyFault(faults.current.endpoint, clock);
    const readSecrets = async () => ['whsec_receiver'];
    await using receiver = await startReceiver({ host: '127.0.0.1', port: 0, readSecrets, fault });
    const post = async () => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch(`${receiver.url}/webhooks`, { method: 'POST', headers, body: '{}' })).status;
    };
    faults.set({ endpoint: { behavior: 'failing' } });
    expect(await post()).toBe(500);
    faults.set({ endpoint: { behavior: 'normal' } });
    // It is not signed.
    expect(await post()).toBe(400);
  });

  it('lists the magic values of the contract', async () => {
    await using world = await openSandboxWorld();
    const { body } = await callAdmin<MagicValues>(world.adminUrl, 'GET /sandbox/magic-values');
    expect(body.venues.map(({ id }) => id)).toEqual(sandboxContract.venues.map(({ id }) => id));
    expect(body.organizations[0]).toMatchObject({ name: 'suspended', test_key: 'sk_test_sandbox_suspended' });
    expect(body.search_queries).toHaveLength(Object.keys(sandboxContract.search_queries).length);
  });

  it('records who advanced the clock and who set a fault', async () => {
    await using world = await openAdminWorld('sqlite');
    await world.call('advanceSandboxClock', { body: { ms: 1 } });
    await world.call('setFaults', { body: { endpoint: { behavior: 'slow' } } }, world.tokens.operator);
    const { body } = await world.call<AuditList>('listAllAuditEntries', { query: { limit: 2 } });
    expect(body.data).toMatchObject([
      { action: 'setFaults', organization_id: null, actor: { kind: 'access_token' }, details: { endpoint: 'slow' } },
      { action: 'advanceSandboxClock', organization_id: null, actor: { kind: 'operator' }, details: { ms: 1 } },
    ]);
  });
});
