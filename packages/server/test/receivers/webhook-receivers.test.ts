/** The common parts of receivers: the dedupe stores on real servers, and the golden vectors of the signature. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Claim, createSigner, type DedupeStore } from '@booking-service/webhooks';
import { createPostgresDedupe, postgresDedupeTable } from '@booking-service/webhooks/postgres';
import { createRedisDedupe } from '@booking-service/webhooks/redis';
import { Client } from 'pg';
import { createClient } from '@redis/client';
import { makePostgresDatabase } from '../support/engines.ts';
import { freePorts } from '../support/processes/free-ports.ts';
import { startReceiver } from '../../src/command/sandbox/receiver.ts';

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

interface Vector {
  readonly name: string;
  readonly secrets: readonly [string, ...string[]];
  readonly now: number;
  readonly options?: object;
  readonly header: string | null;
  readonly body: readonly { readonly utf8?: string; readonly base64?: string; readonly times?: number }[];
  readonly expect: { readonly ok: boolean; readonly reason?: string };
}

const file = fileURLToPath(import.meta.resolve('@booking-service/webhooks/vectors/signatures.json'));
// packages/webhooks/vectors/README.md describes the format.
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };
// The receiver has one secret and the default limits. An HTTP header cannot contain NUL or characters outside ASCII.
const sendable = vectors.filter(
  ({ secrets, options, header, expect: verdict }) =>
    secrets.length === 1 &&
    options === undefined &&
    verdict.reason !== 'body_too_large' &&
    /^[\t\x20-\x7e]*$/.test(header ?? ''),
);

function bodyOf({ body }: Vector): Buffer {
  return Buffer.concat(
    body.flatMap(({ utf8, base64 = '', times = 1 }) => {
      const bytes = utf8 === undefined ? Buffer.from(base64, 'base64') : Buffer.from(utf8);
      return Array.from({ length: times }, () => bytes);
    }),
  );
}

describe('the golden vectors', () => {
  it('SIG-3: can mostly be sent over HTTP', () => {
    expect(sendable.length).toBeGreaterThan(50);
  });

  it.each(sendable)("SIG-1 SIG-3 SIG-5: match the verdict of the sandbox's receiver: $name", async (vector) => {
    const now = () => new Date(vector.now * 1000);
    await using receiver = await startReceiver({
      host: '127.0.0.1',
      port: 0,
      readSecrets: async () => vector.secrets.slice(0, 1),
      now,
    });
    const headers = {
      'Content-Type': 'application/json',
      ...(vector.header && { 'Service-Signature': vector.header }),
    };
    const response = await fetch(`${receiver.url}/webhooks`, {
      method: 'POST',
      headers,
      body: new Uint8Array(bodyOf(vector)),
    });
    expect(response.status).toBe(vector.expect.ok ? 204 : 400);
    const { data } = (await (await fetch(`${receiver.url}/events`)).json()) as { data: { signature: string }[] };
    expect(data.map(({ signature }) => signature.split(':')[0])).toEqual([vector.expect.reason ?? 'verified']);
  });

  it.each(vectors.filter(({ name }) => name.startsWith('valid')))(
    'SIG-2: match the signatures of deliveries: $name',
    (vector) => {
      const signer = createSigner({ secret: vector.secrets[0] });
      expect(signer.header(bodyOf(vector), { timestamp: vector.now })).toBe(vector.header);
    },
  );
});
