/** Events that change nothing: forged, old, malformed, of another supplier or about bookings that are not the supplier's (PRV-4). */
import { createRequire } from 'node:module';
import type { Booking } from '@booking-service/contract';
import { runs } from '@booking-service/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { createHttpProvider, createLog, type Provider } from '../../src/index.ts';
import type { WorldOptions } from '../../src/testing.ts';
import { engines, openWorldOn, type EngineName, type EngineWorld } from '../support/engines.ts';
import { createAt, ownProvider } from '../support/providers.ts';
import { sendEvent, signEvent, type EventOptions } from './send-event.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(createRequire(import.meta.url)('@booking-service/contract/provider.json') as object, 'provider');

const secrets = { corner: 'secret of the corner', cellar: 'secret of the cellar' };

/** A provider whose events are those of a provider over HTTP, and whose bookings are all cancelled when they are read. */
function hostile(name: keyof typeof secrets, now: () => Date): Provider {
  const http = createHttpProvider({
    name,
    url: 'http://127.0.0.1:1',
    secret: secrets[name],
    sends_events: true,
    clock: { now },
  });
  const checkRequest = async () => ({ at_once: false });
  return ownProvider(name, {
    checkRequest,
    readEvent: async (request) => http.readEvent?.(request),
    readBooking: async () => ({ state: 'cancelled' }),
  });
}

async function openHostile(
  engine: EngineName,
  options: Omit<WorldOptions, 'store' | 'providers'> = {},
): Promise<{ world: EngineWorld; booking: Pick<Booking, 'id'> }> {
  const now = () => world.clock.now();
  const quiet = ownProvider('quiet', {});
  const providers = [hostile('corner', now), hostile('cellar', now), quiet];
  const world: EngineWorld = await openWorldOn(engine, { ...options, providers });
  const booking = { id: await createAt(world, 'corner') };
  await world.clock.advance(60_000);
  return { world, booking };
}

async function statusOf(
  { store, organization }: EngineWorld,
  { id }: Pick<Booking, 'id'>,
): Promise<string | undefined> {
  const stored = await store.findBooking({ organization_id: organization.organization_id, id });
  return stored?.booking.status;
}

/** Checks that the contract documents the response, and that it has no body or one of the contract. */
async function checkResponse(response: Response): Promise<void> {
  const { status, headers } = response;
  expect(headers.get('WWW-Authenticate')).toBe(status === 401 ? 'Service-Signature' : null);
  expect(ajv.getSchema(`provider#/webhooks/bookingChanged/post/responses/${status}`)).toBeDefined();
  const text = await response.text();
  const validate = ajv.getSchema('provider#/components/schemas/EventRefusal');
  expect(status === 204 ? text === '' : validate?.(JSON.parse(text))).toBe(true);
}

const far = Math.floor(Date.parse('2030-01-01T00:00:00Z') / 1000);
const corner = { secret: secrets.corner } as const;
const refused: readonly { readonly title: string; readonly status: number; readonly options: EventOptions }[] = [
  { title: 'without a signature', status: 401, options: { signature: '' } },
  { title: 'with a signature of zeros', status: 401, options: { signature: `t=${far},v1=${'0'.repeat(64)}` } },
  { title: 'signed with another secret', status: 401, options: { secret: 'secret of somewhere else' } },
  { title: 'signed with the secret of another supplier', status: 401, options: { secret: secrets.cellar } },
  { title: 'that is six minutes old', status: 401, options: { ...corner, age_seconds: 360 } },
  { title: 'that is six minutes early', status: 401, options: { ...corner, age_seconds: -360 } },
  { title: 'to an unknown supplier', status: 401, options: { ...corner, supplier: 'nowhere' } },
  { title: 'to a supplier that sends no events', status: 401, options: { ...corner, supplier: 'quiet' } },
  { title: 'that is not JSON', status: 400, options: { ...corner, text: '{' } },
  { title: 'that is empty', status: 400, options: { ...corner, text: '' } },
  { title: 'with another operation', status: 400, options: { ...corner, fields: { operation: 'release' } } },
  { title: 'with a booking id of another form', status: 400, options: { ...corner, fields: { booking_id: "bkg_'" } } },
  { title: 'without an id', status: 400, options: { ...corner, fields: { event_id: undefined } } },
  { title: 'that is too large', status: 413, options: { ...corner, text: ' '.repeat(runs.reads.max_event_bytes + 1) } },
];

const ignored: typeof refused = [
  { title: 'an unknown booking', status: 204, options: { ...corner, fields: { booking_id: `bkg_${'0'.repeat(32)}` } } },
  { title: 'an unknown organization', status: 204, options: { ...corner, fields: { organization_id: 'org_nowhere' } } },
  { title: 'a booking of another supplier', status: 204, options: { secret: secrets.cellar, supplier: 'cellar' } },
  { title: 'a booking of the other mode', status: 204, options: { ...corner, fields: { livemode: true } } },
];

describe.each(engines)('on %s', (engine) => {
  it('PRV-4: refused and ignored events change nothing, and the log contains no secret', async () => {
    const lines: string[] = [];
    const opened = await openHostile(engine, {
      log: createLog({ destination: { write: (line: string) => void lines.push(line) } }),
    });
    await using world = opened.world;
    const { booking } = opened;
    for (const { title, status, options } of [...refused, ...ignored]) {
      const response = await sendEvent(world, booking, options);
      expect(`${title}: ${response.status}`).toBe(`${title}: ${status}`);
      await checkResponse(response);
    }
    // A signature covers the bytes: those of another event have another one.
    const stolen = signEvent(secrets.corner, '{}', Math.floor(world.clock.now().getTime() / 1000));
    expect((await sendEvent(world, booking, { signature: stolen })).status).toBe(401);
    expect(await world.store.findNextRead()).toBeNull();
    await world.clock.advance(60_000);
    expect(await statusOf(world, booking)).toBe('confirmed');
    expect(lines.join('')).not.toMatch(/secret of/);
    // The genuine event is accepted by the same world.
    expect((await sendEvent(world, booking, corner)).status).toBe(204);
    await world.clock.advance(60_000);
    expect(await statusOf(world, booking)).toBe('cancelled');
  });

  it('PRV-4: an event names its organization, so a supplier reaches no booking of another one by its id', async () => {
    const { world: opened, booking } = await openHostile(engine);
    await using world = opened;
    const other = await world.addOrganization();
    const fields = { organization_id: other.organization_id };
    expect((await sendEvent(world, booking, { ...corner, fields })).status).toBe(204);
    expect(await world.store.findNextRead()).toBeNull();
  });

  it('PRV-4: a supplier over its limit of events takes nothing from another supplier', async () => {
    const { world: opened, booking } = await openHostile(engine);
    await using world = opened;
    const unknown = { ...corner, fields: { booking_id: `bkg_${'0'.repeat(32)}` } };
    for (let sent = 0; sent < runs.reads.events_per_minute; sent += 100) {
      const statuses = await Promise.all(
        Array.from({ length: 100 }, async () => (await sendEvent(world, booking, unknown)).status),
      );
      expect(new Set(statuses)).toEqual(new Set([204]));
    }
    const limited = await sendEvent(world, booking, corner);
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '60']);
    await checkResponse(limited);
    // A forged event does not count.
    expect((await sendEvent(world, booking, { secret: 'forged' })).status).toBe(401);
    expect((await sendEvent(world, booking, { secret: secrets.cellar, supplier: 'cellar' })).status).toBe(204);
    await world.clock.advance(60_000);
    expect((await sendEvent(world, booking, corner)).status).toBe(204);
  });
});
