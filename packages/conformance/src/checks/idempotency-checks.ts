import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { idempotency, type Booking } from '@booking-service/contract';
import { demand } from '../verdict.ts';
import type { Check, CheckedService } from '../checked-service.ts';
import { demandRefusal, type Exchange } from '../exchange.ts';

const replayed = (response: Exchange) => response.headers.get(idempotency.replay_header) === 'true';

async function createWith(
  service: CheckedService,
  idempotencyKey: string,
  given: { body?: object; key?: string } = {},
): Promise<Exchange> {
  const { body = await service.newBooking(), key = service.keys.test } = given;
  return service.call('createBooking', { key, body, headers: { [idempotency.header]: idempotencyKey } });
}

function demandReplay(response: Exchange, first: Exchange): string {
  const { id } = first.body as Booking;
  demand(response.status === 200, `a replay returned ${response.status}: ${response.text}`);
  demand((response.body as Booking).id === id, 'a replay returned another booking');
  demand(replayed(response), `a replay has no ${idempotency.replay_header}: true`, 'IDM-5');
  return id;
}

/** Safe retries of a create. */
export const idempotencyChecks: readonly Check[] = [
  {
    rules: ['IDM-1', 'IDM-3', 'IDM-5'],
    title: 'a replay returns the first booking, also with another body, and sends nothing new',
    async run(service) {
      const first = await createWith(service, 'conformance-1-'.concat(randomUUID()));
      demand(first.status === 201, `the first create returned ${first.status}`, 'IDM-5');
      const key = randomUUID();
      const made = await createWith(service, key);
      const id = demandReplay(await createWith(service, key), made);
      demandReplay(await createWith(service, key, { body: { party_size: 'other' } }), made);
      await service.waitFor(id, 'confirmed');
      const now = await createWith(service, key);
      const isCurrent = isDeepStrictEqual(now.body, await service.read(id));
      demand(isCurrent, 'a replay does not return the current booking', 'IDM-5');
      if (service.options.secrets.length > 0) {
        const events = await service.eventsOf(id, 'booking.created', 'booking.confirmed');
        const created = new Set(events.filter(({ type }) => type === 'booking.created').map((event) => event.id));
        demand(created.size === 1, `a replayed create sent ${created.size} booking.created`, 'IDM-1');
      }
      return `${id}: 201, then 200 replayed three times`;
    },
  },
  {
    rules: ['IDM-2'],
    title: 'a key still works after 25 hours',
    async run(service) {
      const key = randomUUID();
      const made = await createWith(service, key);
      await service.clock.pass(25 * 3600);
      return `${demandReplay(await createWith(service, key), made)} after 25 hours; longer cannot be seen`;
    },
  },
  {
    rules: ['IDM-4'],
    title: 'a key has 1 to 255 printable characters',
    async run(service) {
      for (const wrong of ['k'.repeat(256), 'tab\there']) {
        demandRefusal(await createWith(service, wrong), 400, 'invalid_request');
      }
      const { status } = await createWith(service, randomUUID().padEnd(255, 'k'));
      demand(status === 201, `a key of 255 characters returned ${status}`);
      return '256 characters and a tab are refused';
    },
  },
  {
    rules: ['IDM-4'],
    title: 'keys belong to an environment and an organization',
    async run(service) {
      const key = randomUUID();
      const made = await createWith(service, key);
      const live = await createWith(service, key, { key: service.live });
      demand(live.status === 201, `the key of the other environment returned ${live.status}`);
      const other = await createWith(service, key, { key: service.other });
      demand(other.status === 201, `the key of another organization returned ${other.status}`);
      const ids = new Set([made, live, other].map(({ body }) => (body as Booking).id));
      demand(ids.size === 3, 'the same key of two owners leads to one booking');
      return 'three owners of one key have three bookings';
    },
  },
  {
    rules: ['IDM-5'],
    title: 'ten creates at once with one key make one booking',
    async run(service) {
      const key = randomUUID();
      const body = await service.newBooking();
      const all = await Promise.all(Array.from({ length: 10 }, () => createWith(service, key, { body })));
      const ids = new Set(all.map((each) => (each.body as Booking | undefined)?.id));
      const first = all.filter(({ status }) => status === 201).length;
      const found = `${all.map(({ status }) => status).join(', ')}; ${ids.size} bookings`;
      demand(ids.size === 1 && first === 1 && all.every(({ status }) => status < 300), found);
      return found;
    },
  },
  {
    rules: ['IDM-6'],
    title: 'a refused create leaves its key unused',
    async run(service) {
      const key = randomUUID();
      const refused = await createWith(service, key, { body: await service.newBooking(undefined, { party_size: 0 }) });
      demandRefusal(refused, 400, 'invalid_request');
      const { status } = await createWith(service, key);
      demand(status === 201, `the same key then returned ${status}`);
      return '400, then 201';
    },
  },
  {
    rules: ['IDM-7'],
    title: 'a replay needs a scope, and no allowance',
    async run(service) {
      const { admin } = service;
      const organization = await admin.createOrganization({ name: 'Conformance, replays', test_allowance: 1 });
      const { key } = await admin.createKey(organization.id, { mode: 'test' });
      const { key: reader } = await admin.createKey(organization.id, { mode: 'test', scopes: ['bookings:read'] });
      const name = randomUUID();
      const body = await service.newBooking();
      const made = await createWith(service, name, { key, body });
      demand(made.status === 201, `a create returned ${made.status}`);
      await admin.call(`PUT /organizations/${organization.id}/limits`, { test_allowance: 0 });
      demandRefusal(await createWith(service, randomUUID(), { key, body }), 402, 'free_tier_exhausted');
      demandReplay(await createWith(service, name, { key, body }), made);
      demandRefusal(await createWith(service, name, { key: reader, body }), 403, 'insufficient_scope');
      return 'without allowance: 402 for a new key, 200 for a replay, 403 without the scope';
    },
  },
];
