/** Requests that every port refuses, so that no proxy in front of one can be made to disagree with it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReceivedLog, startReceiver } from '../../src/command/sandbox/receiver.ts';
import { createLog, createMetrics, startAdminServer } from '../../src/index.ts';
import { sendRaw } from '../support/raw/raw-http.ts';
import { openDashboardWorld } from '../support/worlds/dashboard-world.ts';
import { lines } from '../support/raw/raw-world.ts';

const ports = ['public', 'admin', 'dashboard', 'receiver'] as const;
const opened = new AsyncDisposableStack();
const urls = new Map<string, string>();

beforeAll(async () => {
  const world = opened.use(await openDashboardWorld('sqlite'));
  const { store, clock, server } = world;
  const log = createLog({ level: 'silent' });
  const metrics = createMetrics({ store, clock, log });
  const admin = opened.use(await startAdminServer({ port: 0, server, metrics, log }));
  const receiver = opened.use(
    await startReceiver({ host: '127.0.0.1', port: 0, readSecrets: async () => [], log: createReceivedLog() }),
  );
  urls
    .set('public', world.url)
    .set('admin', admin.url)
    .set('dashboard', world.dashboardUrl)
    .set('receiver', receiver.url);
});
afterAll(() => opened.disposeAsync());

const host = 'Host: 127.0.0.1';
const refused = [
  { name: 'no Host', headers: [] },
  { name: 'two Hosts', headers: [host, 'Host: elsewhere.test'] },
  { name: 'the same Host twice', headers: [host, host] },
  { name: 'a Host with a path', headers: [`${host}/x`] },
  { name: 'two lengths', headers: [host, 'Content-Length: 2', 'Content-Length: 3'] },
  { name: 'a length and chunks', headers: [host, 'Content-Length: 2', 'Transfer-Encoding: chunked'] },
  { name: 'chunks that are not the last coding', headers: [host, 'Transfer-Encoding: chunked, gzip'] },
];

describe.each(ports)('the %s port', (port) => {
  const send = (headers: readonly string[]) => {
    // A second request on the connection, which must not be served.
    const next = lines('GET /next HTTP/1.1', host, 'Connection: close');
    return sendRaw(urls.get(port) ?? '', `${lines('GET / HTTP/1.1', ...headers)}${next}`);
  };

  it.each(refused)('END-12: refuses $name with 400 and closes the connection', async ({ headers }) => {
    const responses = await send(headers);
    expect(responses.map(({ status }) => status)).toEqual([400]);
    expect(responses[0]?.headers.get('connection')).toBe('close');
  });

  it('END-12: serves a request with one Host', async () => {
    const responses = await send([host, 'Content-Length: 0']);
    expect(responses[0]?.status).toBeOneOf([200, 403, 404]);
  });
});
