/**
 * SHR-1: A does its worst to each thing that organizations share, and that shared-resources.yaml lists. B's requests all succeed
 * meanwhile.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { type Booking, limits } from '@booking-service/contract';
import { adminLimits, adminRoutes } from '@booking-service/contract/admin';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Provider } from '../../src/index.ts';
import type { CreatedOrganization } from '../../src/admin/organizations/create-organization.ts';
import { openTestDashboard, type TestDashboard, type World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider, storeDue } from '../support/providers.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';
import { engines, openWorldOn } from '../support/engines.ts';

export interface Attacker {
  readonly world: World;
  readonly organization: CreatedOrganization;
  /** Ends with the test. */
  readonly cleanUp: DisposableStack;
  /** The address of the dashboard, and its links. */
  readonly dashboard: TestDashboard;
}

export interface Attack {
  readonly what: string;
  /** The most requests of the attack that may succeed. Default: any number. */
  readonly served?: number;
  /** Resolves when the attack is under way. Returns the statuses that it got so far. */
  readonly begin: (attacker: Attacker) => Promise<readonly number[]>;
}

const availability = { venue_id: 'ven_harbour_table', date: '2026-11-21', party_size: 2 };
const search = '/v1/availability/search';

async function callMany(
  { world, organization }: Attacker,
  count: number,
  request: { path: string; body?: unknown; text?: string; headers?: Record<string, string> },
): Promise<number[]> {
  const { path, ...rest } = request;
  const call = () => world.call('POST', path, { key: organization.keys.test, ...rest });
  const responses = await Promise.all(Array.from({ length: count }, call));
  return responses.map(({ status }) => status);
}

/** Opens connections that each send these bytes and then do nothing. Resolves when the service has read them. */
async function openConnections({ world, cleanUp }: Attacker, count: number, bytes: string): Promise<void> {
  const sockets = Array.from({ length: count }, () => openRaw(world.url));
  for (const socket of sockets) cleanUp.defer(() => void socket.destroy());
  await Promise.all(
    sockets.map(async (socket) => {
      await once(socket, 'connect');
      if (bytes !== '') await new Promise((written) => socket.write(bytes, written));
    }),
  );
}

function headersOf({ organization }: Attacker, length: number): string[] {
  return [
    `Authorization: Bearer ${organization.keys.test}`,
    'Content-Type: application/json',
    `Content-Length: ${length}`,
  ];
}

/** The connections of an attack that sends one request after the other. */
const lanes = 16;

/** Sends this many requests, one after the other on each connection. Returns the statuses. */
async function sendInLanes(count: number, send: () => Promise<{ readonly status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  let left = count;
  const sendAll = async () => {
    while ((left -= 1) >= 0) statuses.push((await send()).status);
  };
  await Promise.all(Array.from({ length: lanes }, sendAll));
  return statuses;
}

/** Signs a person of the attacker in. Returns the headers of a page of the dashboard. */
async function signIn({ dashboard }: Attacker): Promise<Record<string, string>> {
  const [, link_token] = (await dashboard.addLink('viewer')).split('#');
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const response = await fetch(`${dashboard.url}/session`, {
    method: 'POST',
    headers: { ...own, 'Content-Type': 'application/json' },
    body: JSON.stringify({ link_token }),
  });
  return { ...own, Cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' };
}

/** The units of a call that reads this many rows. */
const costOf = (counted: number): number => 1 + Math.floor(counted / limits.reads.rows_per_unit);
const { units_per_request, compared_rows } = limits.reads;
/** The rate limit of the organization that lists. It is small, so that its window is soon used up. */
const rate_limit = 30;
/** The pages of a list with a filter that no booking matches. */
const searches = Math.ceil((rate_limit * units_per_request) / costOf(compared_rows));
const counts = Math.ceil(adminLimits.calls.units / costOf(adminRoutes.countRequests.reads.rows));

/** A supplier with the venue `code_house` that does not respond to these organizations before its disposal. */
export function hangingSupplier(hangsFor: (organization_id: string) => boolean): Disposable & { provider: Provider } {
  const released = Promise.withResolvers<never>();
  released.promise.catch(() => undefined);
  const hang = () => released.promise;
  const own = ownProvider('code_house', {});
  const provider: Provider = {
    ...own,
    searchAvailability: (wanted, context) =>
      hangsFor(context.organization_id) ? hang() : own.searchAvailability(wanted, context),
    checkRequest: (wanted, context) => (hangsFor(context.organization_id) ? hang() : own.checkRequest(wanted, context)),
  };
  return { provider, [Symbol.dispose]: () => released.reject(new Error('The supplier hung up.')) };
}

export const attacks: readonly Attack[] = [
  {
    what: 'requests over its limit',
    begin: (attacker) => callMany(attacker, 600, { path: search, body: availability }),
  },
  {
    what: 'bodies that never end',
    begin: async (attacker) => {
      await openConnections(
        attacker,
        400,
        toRequest(`POST ${search}`, { headers: headersOf(attacker, 1000), body: '{' }),
      );
      return [];
    },
  },
  { what: 'connections that send nothing', begin: async (attacker) => (await openConnections(attacker, 400, ''), []) },
  {
    what: 'responses that it does not read',
    begin: async (attacker) => {
      const one = toRequest(`POST ${search}`, { headers: headersOf(attacker, 2), body: '{}' });
      await openConnections(attacker, 20, one.repeat(100));
      return [];
    },
  },
  {
    what: 'bodies that are too large',
    begin: (attacker) => callMany(attacker, 50, { path: search, text: `"${'x'.repeat(900_000)}"` }),
  },
  {
    what: 'bodies that are expensive to parse',
    begin: (attacker) => callMany(attacker, 200, { path: search, text: '['.repeat(32_000) + ']'.repeat(32_000) }),
  },
  {
    what: 'one idempotency key',
    begin: (attacker) =>
      callMany(attacker, 200, { path: '/v1/bookings', body: newBooking(), headers: { 'Idempotency-Key': 'one' } }),
  },
  {
    what: 'a supplier that hangs for it',
    begin: async (attacker) => {
      const path = search;
      void callMany(attacker, 256, { path, body: { ...availability, venue_id: 'ven_code_house' } }).catch(() => []);
      return [];
    },
  },
  {
    what: 'lists that match no booking',
    served: searches,
    async begin(attacker) {
      const { world, organization } = attacker;
      const { organization_id, keys } = organization;
      await world.store.setLimits(organization_id, { rate_limit });
      await storeDue(world, { organization_id, provider: 'code_house', count: 250 });
      const key = keys.test;
      return sendInLanes(searches + 50, () => world.call('GET', '/v1/bookings?metadata[order]=none', { key }));
    },
  },
  {
    what: 'its own session of the dashboard',
    served: counts,
    async begin(attacker) {
      const { dashboard, organization } = attacker;
      const headers = await signIn(attacker);
      const url = `${dashboard.url}/api/organizations/${organization.organization_id}/request-counts`;
      return sendInLanes(counts + 50, async () => {
        const response = await fetch(url, { headers });
        await response.arrayBuffer();
        return response;
      });
    },
  },
  {
    what: 'a thousand due runs',
    begin: async ({ world, organization: { organization_id } }) => {
      await storeDue(world, { organization_id, provider: 'code_house', count: 1_000 });
      return [];
    },
  },
];

/** Books, searches and reads as B. Returns the statuses. */
async function useAs(world: World, key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const venue of ['harbour_table', 'code_house', 'harbour_table', 'code_house', 'code_house']) {
    const created = await world.call<Booking>('POST', '/v1/bookings', { key, body: newBooking({ venue }) });
    const found = await world.call('POST', '/v1/availability/search', {
      key,
      body: { venue_id: `ven_${venue}`, date: '2026-11-21', party_size: 2 },
    });
    const read = await world.call('GET', `/v1/bookings/${created.body.id}`, { key });
    statuses.push(created.status, found.status, read.status);
  }
  return statuses;
}

describe.each(engines)('%s', (engine) => {
  it.each(attacks)('SHR-1: $what: the other organization gets no error', async ({ begin, served = Infinity }) => {
    let attacker_id = '';
    const shared = hangingSupplier((organization_id) => organization_id === attacker_id);
    await using world = await openWorldOn(engine, {
      providers: [ownProvider('harbour_table', {}), shared.provider],
      organization: { rate_limit: 300, test_allowance: 10_000 },
    });
    // Its disposal lets the calls at the supplier end, before the service waits for them.
    using cleanUp = new DisposableStack();
    cleanUp.use(shared);
    attacker_id = world.organization.organization_id;
    const other = await world.addOrganization();
    await using dashboard = await openTestDashboard(world, { files: undefined });
    const attacking = begin({ world, organization: world.organization, cleanUp, dashboard });
    const during = await useAs(world, other.keys.test);
    const got = await attacking;
    const after = await useAs(world, other.keys.test);
    expect([...during, ...after]).toEqual(Array.from({ length: 10 }, () => [201, 200, 200]).flat());
    expect(got.filter((status) => status >= 500)).toEqual([]);
    expect(got.filter((status) => status === 200).length).toBeLessThanOrEqual(served);
  });
});

// shared-resources.yaml states the bounds of everything that organizations share, and docs/contribute/security.md the most important ones. Each
// number is that of the constant it names.

const root = new URL('../../../../', import.meta.url);
const text = readFileSync(new URL('shared-resources.yaml', import.meta.url), 'utf8');
const groups = parse(text) as Readonly<Record<string, readonly { readonly shared: string; readonly test: string }[]>>;
const rows = Object.values(groups).flat();
const page = readFileSync(new URL('docs/contribute/security.md', root), 'utf8');
const numbers = [
  ...text.matchAll(/([\d,]+)\s+\((\w+)\s+in\s+([\w./-]+)\)/g),
  ...page.matchAll(/([\d,]+)\s+\(\[(\w+)\]\(\.\.\/\.\.\/([\w./-]+)\)\)/g),
].map(([, number = '', name = '', path = '']) => ({ name, path, value: Number(number.replaceAll(',', '')) }));

/** The numbers that a file gives to this name, as `name = 64 * 1024` or `name: 300`. */
function valuesIn(path: string, name: string): number[] {
  const source = readFileSync(new URL(path, root), 'utf8');
  const given = source.matchAll(new RegExp(`\\b${name}(?:: number)?\\s*[:=]\\s*(\\d[\\d_ *]*)`, 'g'));
  return [...given].map(([, value = '']) =>
    value.split('*').reduce((product, factor) => product * Number(factor.replaceAll('_', '')), 1),
  );
}

it.each(numbers)('SHR-1: $name is $value in $path', ({ name, path, value }) => {
  expect(valuesIn(path, name)).toContain(value);
});

it('SHR-1: every number of a constant and every row has its proof', () => {
  expect(numbers.length).toBeGreaterThan(60);
  expect(rows.length).toBeGreaterThan(35);
  expect(rows.filter(({ test }) => !existsSync(new URL(test, root)))).toEqual([]);
});
