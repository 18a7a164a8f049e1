import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { delivery as contract } from '@booking-service/contract';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/index.ts';
import { openWorld, testSealing } from '../../src/testing.ts';
// @boundaries-ignore receivers and proxies of tests come from one place
import { listenOnLoopback } from '../../../kernel/test/support/network/listen-on-loopback.ts';
import { newBooking } from '../support/new-booking.ts';
import { pendingProvider } from '../support/providers.ts';
import { readDeliveries } from '../support/read-deliveries.ts';

const request = newBooking();

it('DLV-7 DLV-8: keeps each attempt with its time, its status or error, and the first KiB of the response', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'booking-service-'));
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => rm(folder, { recursive: true }));
  const responses = [500, 'drop', 302, 200] as const;
  let received = 0;
  const server = createServer((req, res) => {
    const response = responses[received];
    received += 1;
    if (response === undefined || response === 'drop') req.socket.destroy();
    else res.writeHead(response, { Location: '/elsewhere' }).end(`${response} `.repeat(1000));
  });
  cleanup.defer(() => void server.close());
  const url = await listenOnLoopback(server);
  const store = cleanup.use(openSqliteStore(folder, { sealing: testSealing }));
  await using world = await openWorld({
    store,
    providers: [pendingProvider],
    organization: { webhook_url: `${url}/` },
  });
  await world.call('POST', '/v1/bookings', { body: request });
  await world.clock.advance(3_600_000);

  const [delivery] = await readDeliveries(store);
  const kept = (status: number) => `${status} `.repeat(256);
  const request_headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'booking-service',
    ...Object.fromEntries(
      Object.values(contract.headers)
        .filter(({ required }) => required)
        .map(({ name, schema }) => [name, expect.stringMatching(schema.pattern) as unknown]),
    ),
  };
  expect(delivery?.id).toMatch(/^dlv_[0-9a-f]{32}$/);
  expect(delivery?.attempts).toEqual(
    [
      { attempt: 1, started: '2026-11-21T09:30:30.000Z', status: 500, error: null, cause: null, answer: kept(500) },
      {
        attempt: 2,
        started: '2026-11-21T09:31:00.000Z',
        status: null,
        error: 'connection',
        cause: 'connection_reset',
        answer: null,
      },
      { attempt: 3, started: '2026-11-21T09:33:00.000Z', status: 302, error: null, cause: null, answer: kept(302) },
      { attempt: 4, started: '2026-11-21T09:43:00.000Z', status: 200, error: null, cause: null, answer: kept(200) },
    ].map((attempt) => ({
      ...attempt,
      request_headers,
      duration_ms: expect.any(Number) as unknown,
      answer_deleted: null,
    })),
  );
  expect(new Set(delivery?.attempts.map((each) => each.request_headers?.['Service-Signature'])).size).toBe(4);
  expect(delivery?.state).toBe('succeeded');
});
