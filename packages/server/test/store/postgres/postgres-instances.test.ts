/**
 * Two instances on one PostgreSQL database. One is killed and the database crashes while they work.
 *
 * @module-tag slow
 */
import { fileURLToPath } from 'node:url';
import type { Booking, KeyMode } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, openPostgresStore } from '../../../src/index.ts';
import { openWebhookEndpoint, testSealing } from '../../../src/testing.ts';
import { leaseByCallersClock, queryPostgres } from '../../support/postgres/query-postgres.ts';
import { startPostgresServer } from '../../support/postgres/postgres-server.ts';
import {
  bookingRequest,
  call,
  eventually,
  startProgram,
  type Command,
  type Service,
} from '../../support/processes/server-process.ts';

const program = fileURLToPath(new URL('../../support/postgres/postgres-instance.ts', import.meta.url));
const creates = 300;
const callersAtOnce = 8;

type Keys = Readonly<Record<KeyMode, string>>;

interface Instance extends Command {
  readonly url: string;
}

async function startInstance(database: string): Promise<Instance> {
  const command = startProgram(program, [database]);
  const printed = await command.printed(' .\n');
  return { ...command, url: /http:\S+/.exec(printed)?.[0] ?? '' };
}

/** Sends the create to the instances in turn until one returns a response other than 503. */
async function createSomewhere(
  instances: readonly Instance[],
  { keys, body, key }: { keys: Keys; body: unknown; key: string },
): Promise<Booking> {
  let turn = 0;
  const response = await eventually(
    async () => {
      const url = instances[turn % instances.length]?.url ?? '';
      turn += 1;
      const headers = { 'Idempotency-Key': key };
      const request = call<Booking>({ url, keys }, 'POST /v1/bookings', { key: keys.live, body, headers });
      return request.catch(() => undefined);
    },
    (given) => given !== undefined && given.status !== 503,
  );
  expect(response?.status).toBeOneOf([200, 201]);
  return (response as NonNullable<typeof response>).body;
}

it(
  'STA-12 DLV-6 IDM-5 LIM-4: completes every accepted booking, delivers every event, and keeps keys and limits exact',
  { timeout: 600_000 },
  async () => {
    await using opened = new AsyncDisposableStack();
    const postgres = opened.use(await startPostgresServer());
    await leaseByCallersClock(postgres.url);
    const query = async (sql: string) => queryPostgres(postgres.url, sql);
    const store = opened.use(await openPostgresStore(postgres.url, { sealing: testSealing }));
    const endpoint = opened.use(await openWebhookEndpoint());
    const organization = { name: 'Diner', webhook_url: endpoint.url, rate_limit: 1_000_000 };
    const { keys } = await createOrganization(store, organization, new Date());
    const both = await Promise.all([startInstance(postgres.url), startInstance(postgres.url)]);
    const [killed, left] = both;
    opened.use(killed);
    opened.use(left);

    // LIM-4 counts within one window. If a new one begins meanwhile, another organization searches.
    const windowNow = () => Math.floor(Date.now() / 300_000);
    const searchOften = async () => {
      const window = windowNow();
      const limited = await createOrganization(
        store,
        { name: 'Limited', webhook_url: null, rate_limit: 50 },
        new Date(),
      );
      const search = (index: number) =>
        call({ url: both[index % 2]?.url ?? '', keys: limited.keys }, 'POST /v1/venues/search', { body: {} });
      const searches: Awaited<ReturnType<typeof search>>[] = [];
      // Few at once: on a busy computer a request that waits too long for a connection of the database gets 503.
      for (let sent = 0; sent < 150; sent += 10)
        searches.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => search(index)))));
      return { searches, isOneWindow: windowNow() === window };
    };
    const { searches } = await eventually(searchOften, ({ isOneWindow }) => isOneWindow);
    expect(searches.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(searches.filter(({ status }) => status === 429)).toHaveLength(100);

    // Each key is sent to both instances at once. Meanwhile the database crashes twice, and one instance is killed.
    const body = await bookingRequest({ url: left.url, keys } as Service);
    const ids = new Map<string, Set<string>>();
    const crashes: Promise<void>[] = [];
    const waiting = Array.from({ length: creates }, (_, index) => `order-${index}`).values();
    const caller = async () => {
      for (const key of waiting) {
        const made = await Promise.all([
          createSomewhere(both, { keys, body, key }),
          createSomewhere([left, killed], { keys, body, key }),
        ]);
        ids.set(key, new Set(made.map(({ id }) => id)));
        if (ids.size === 60 || ids.size === 200) crashes.push(postgres.crash().then(() => postgres.start()));
        if (ids.size === 130) void killed.end('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: callersAtOnce }, caller));
    await Promise.all(crashes);
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    expect(crashes).toHaveLength(2);

    expect([...ids.values()].map(({ size }) => size)).toEqual(Array.from({ length: creates }, () => 1));
    const distinct = new Set([...ids.values()].flatMap((each) => [...each]));
    expect(distinct.size).toBe(creates);

    // The other instance claims the work of the killed one when its leases end.
    await eventually(
      async () => {
        left.signal('SIGUSR2');
        return query(`
        SELECT (SELECT count(*) FROM runs)::integer AS runs,
          (SELECT count(*) FROM deliveries WHERE state <> 'succeeded')::integer AS deliveries`);
      },
      ([row]) => row?.['runs'] === 0 && row['deliveries'] === 0,
    );
    expect(await query('SELECT status, count(*)::integer AS bookings FROM bookings GROUP BY status')).toEqual([
      { status: 'confirmed', bookings: creates },
    ]);
    const events = await query('SELECT id, subject_id, type FROM events');
    expect(new Set(events.map(({ subject_id, type }) => `${String(subject_id)} ${String(type)}`))).toEqual(
      new Set([...distinct].flatMap((id) => [`${id} booking.created`, `${id} booking.confirmed`])),
    );
    expect(events).toHaveLength(2 * creates);
    const received = new Set(endpoint.received.map(({ event }) => event.id));
    expect(received).toEqual(new Set(events.map(({ id }) => id)));
  },
);
