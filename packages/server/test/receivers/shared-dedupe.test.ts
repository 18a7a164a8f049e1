/** The dedupe stores that several processes share, on real servers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Claim, DedupeStore } from '@booking-service/webhooks';
import { createPostgresDedupe, postgresDedupeTable } from '@booking-service/webhooks/postgres';
import { createRedisDedupe } from '@booking-service/webhooks/redis';
import { Client } from 'pg';
import { createClient } from '@redis/client';
import { makePostgresDatabase } from '../support/engines.ts';
import { freePorts } from '../support/processes/free-ports.ts';

interface SharedDedupe {
  readonly dedupe: DedupeStore;
  /** Ends the lease of every claim, as time does. */
  readonly lapse: (event_id: string) => Promise<unknown>;
  /** Makes a handled event older than the time for which it is remembered. */
  readonly age: (event_id: string) => Promise<unknown>;
  readonly remembered: () => Promise<number>;
}

/** Counts the events of this file: each test has its own. */
let events = 0;
const newEvent = () => `evt_${(events += 1)}`;
const claimOf = async (dedupe: DedupeStore, id: string): Promise<Claim> => {
  const claim = await dedupe.claim(id);
  if (typeof claim === 'string') throw new Error(`${id} is ${claim}`);
  return claim;
};

function checkStore(opened: () => SharedDedupe): void {
  it('lets exactly one of many concurrent claims succeed', async () => {
    const { dedupe } = opened();
    const id = newEvent();
    const claims = await Promise.all(Array.from({ length: 20 }, async () => dedupe.claim(id)));
    expect(claims.filter((claim) => claim === 'busy')).toHaveLength(19);
  });

  it('remembers a handled event', async () => {
    const { dedupe } = opened();
    const id = newEvent();
    await (await claimOf(dedupe, id)).commit();
    expect(await dedupe.claim(id)).toBe('done');
  });

  it('lets the next delivery claim an event that was released, or whose claim has lapsed', async () => {
    const { dedupe, lapse } = opened();
    const id = newEvent();
    await (await claimOf(dedupe, id)).release();
    const lapsed = await claimOf(dedupe, id);
    await lapse(id);
    const second = await claimOf(dedupe, id);
    // The first handler fails late. It must not give up the claim of the second.
    await lapsed.release();
    expect(await dedupe.claim(id)).toBe('busy');
    await second.commit();
    expect(await dedupe.claim(id)).toBe('done');
  });

  it('forgets old events', async () => {
    const { dedupe, age, remembered } = opened();
    const before = await remembered();
    for (const id of [newEvent(), newEvent()]) {
      await (await claimOf(dedupe, id)).commit();
      await age(id);
    }
    await (await claimOf(dedupe, newEvent())).commit();
    expect(await remembered()).toBe(before + 1);
  });
}

describe('in PostgreSQL', () => {
  const stack = new AsyncDisposableStack();
  let shared: SharedDedupe;
  beforeAll(async () => {
    const database = stack.use(await makePostgresDatabase());
    const clients = [1, 2, 3, 4].map(() => new Client({ connectionString: database.url }));
    for (const client of clients) {
      stack.defer(() => client.end());
      await client.connect();
    }
    await database.query(postgresDedupeTable());
    const update = (id: string, set: string) => database.query(`UPDATE webhook_events SET ${set} WHERE id = '${id}'`);
    shared = {
      dedupe: createPostgresDedupe({
        async query(text, values) {
          // A connection sends one statement at a time, so concurrent claims need several.
          const client = clients.pop();
          if (!client) throw new Error('No connection.');
          clients.unshift(client);
          return client.query(text, values);
        },
      }),
      lapse: (id) => update(id, "lapses_at = now() - interval '1 second'"),
      age: (id) => update(id, "done_at = now() - interval '2 days'"),
      remembered: async () => (await database.query('SELECT FROM webhook_events')).length,
    };
  });
  afterAll(() => stack.disposeAsync());

  checkStore(() => shared);

  it.each(['Events', 'a; DROP TABLE b', ''])('refuses the table name %j', (table) => {
    expect(() => postgresDedupeTable(table)).toThrow('must have a name of a-z, 0-9 and _');
    expect(() => createPostgresDedupe({ query: async () => ({ rows: [] }), table })).toThrow(TypeError);
  });
});

describe('in Redis', { tags: ['needs-redis-server'] }, () => {
  const stack = new AsyncDisposableStack();
  let shared: SharedDedupe;
  beforeAll(async () => {
    const [port] = await freePorts();
    const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const server = spawn('redis-server', args, { stdio: 'ignore' });
    stack.defer(async () => void (server.kill() && (await once(server, 'close'))));
    // The client connects again until the server listens.
    const client = createClient({ socket: { host: '127.0.0.1', port: Number(port) } });
    client.on('error', () => undefined);
    await client.connect();
    stack.defer(() => client.destroy());
    const expire = (id: string) => client.sendCommand(['PEXPIRE', `webhook_event:${id}`, '0']);
    shared = {
      dedupe: createRedisDedupe({ send: (command) => client.sendCommand(command) }),
      lapse: expire,
      age: expire,
      remembered: async () => Number(await client.sendCommand(['DBSIZE'])),
    };
  });
  afterAll(() => stack.disposeAsync());

  checkStore(() => shared);
});
