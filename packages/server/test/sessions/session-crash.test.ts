/**
 * The service is killed while its code sender, and then its vault, works on a session. After a restart the session is as before.
 *
 * @module-tag slow
 */
import { createServer, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Session } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { createOrganization, type CodeMessage, type Store } from '../../src/index.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { baseEngines, makePostgresDatabase } from '../support/engines.ts';
import { createDatabase, prepare, serve } from '../support/processes/served.ts';
import { call, type Command } from '../support/processes/server-process.ts';
import { card } from './call-sessions.ts';

const index = JSON.stringify(import.meta.resolve('../../src/index.ts'));

type Service = Command & Parameters<typeof call>[0];

/** A module whose code sender and vault are the server at this URL. */
const moduleAt = (url: string): string => `import { createHttpCodes, createSandboxProvider } from ${index};
  const ask = async (body) => (await fetch('${url}/cards', { method: 'POST', body: JSON.stringify(body) })).json();
  export default ({ clock }) => ({
    suppliers: [{ live: createSandboxProvider({ clock }) }],
    codes: { live: createHttpCodes({ url: '${url}/codes', secret: 'shared secret', clock }) },
    cards: { live: { findCard: ask, readCard: ask } },
  });`;

/** The code sender and the vault, which survive a kill of the service. */
async function startOutside() {
  const messages: CodeMessage[] = [];
  const { object: _object, ...vaultCard } = card;
  let holding: { readonly path: string; readonly arrived: () => void } | undefined;
  function respond(path: string, body: unknown, response: ServerResponse): void {
    // createHttpCodes sends this form.
    if (path === '/codes') messages.push(body as CodeMessage);
    if (holding?.path === path) holding.arrived();
    else response.end(JSON.stringify(typeof body === 'string' ? vaultCard : 'linked'));
  }
  const server = createServer((request, response) => {
    void json(request).then((body) => respond(request.url ?? '', body, response));
  });
  const url = await listenOnLoopback(server);
  return {
    url,
    messages,
    /** Leaves the next requests for this path without a response. Resolves when the first one has come. */
    hold: (path: string) => new Promise<void>((arrived) => (holding = { path, arrived })),
    release: () => (holding = undefined),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

it.each(baseEngines)('SES-2 SES-4 SES-5: on %s, a killed service loses no session and no attempt', async (engine) => {
  await using opened = new AsyncDisposableStack();
  const outside = opened.use(await startOutside());
  const prepared = opened.use(await prepare(moduleAt(outside.url)));
  const { keys, ...place } = await (engine === 'sqlite' ? inFolder() : inPostgres());
  const start = async (): Promise<Service> => ({ ...opened.use(await serve({ ...prepared, ...place })), keys });
  const create = (caller: Service) =>
    call<Session>(caller, 'POST /v1/sessions', {
      key: keys.live,
      body: { channel: 'email', destination: 'ada@diner.test' },
    });
  const verify = (caller: Service, { session_id, code }: CodeMessage) =>
    call<Session>(caller, `POST /v1/sessions/${session_id}/verify`, { key: keys.live, body: { code } });

  async function inFolder() {
    return { keys: (await createDatabase(prepared.data)).keys };
  }

  async function inPostgres() {
    const database = opened.use(await makePostgresDatabase({ tables: true }));
    await using store: Store = await database.open();
    const { keys: made } = await createOrganization(store, { name: 'Diner', webhook_url: null }, new Date());
    return { keys: made, database: database.url };
  }

  /** Kills the service when its request has come outside. */
  async function killAt(path: string, request: (caller: Service) => Promise<unknown>) {
    const service = await start();
    const arrived = outside.hold(path).then(() => 'arrived');
    const end = request(service).catch((error: unknown) => String(error));
    expect(await Promise.race([arrived, end])).toBe('arrived');
    await service.end('SIGKILL');
    expect(await end).toBe('TypeError: fetch failed');
    outside.release();
  }

  await killAt('/codes', create);
  const [unanswered] = outside.messages;
  if (!unanswered) throw new Error('The code was not sent.');
  await killAt('/cards', (service) => verify(service, unanswered));

  const service = await start();
  // The attempt of the killed request stays used.
  expect(await verify(service, unanswered)).toMatchObject({
    status: 200,
    body: { status: 'verified', attempts_left: 3 },
  });
  const read = await call(service, 'GET /v1/sessions/card', { key: keys.live });
  expect(read).toMatchObject({ status: 200, body: { ...card, session_id: unanswered.session_id } });

  // The creation of the killed request counts, and nothing was sent a second time.
  expect([(await create(service)).status, (await create(service)).status, (await create(service)).status]).toEqual([
    201, 201, 429,
  ]);
  expect(new Set(outside.messages.map(({ session_id }) => session_id)).size).toBe(3);
  expect(outside.messages).toHaveLength(3);
});
