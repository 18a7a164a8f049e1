/** The worst that one organization can do to each thing that it shares with others. docs/isolation.md lists the same things. */
import { once } from 'node:events';
import type { Provider } from '../../src/index.ts';
import type { CreatedOrganization } from '../../src/admin/organizations/create-organization.ts';
import type { World } from '../../src/testing.ts';
import { newBooking } from '../support/new-booking.ts';
import { ownProvider, storeDue } from '../support/own-provider.ts';
import { openRaw, toRequest } from '../support/raw/raw-http.ts';

export interface Attacker {
  readonly world: World;
  readonly organization: CreatedOrganization;
  /** Ends with the test. */
  readonly cleanUp: DisposableStack;
}

export interface Attack {
  readonly what: string;
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
    what: 'a thousand due runs',
    begin: async ({ world, organization: { organization_id } }) => {
      await storeDue(world, { organization_id, provider: 'code_house', count: 1_000 });
      return [];
    },
  },
];
