/** The probes at the port of the service, as load balancers send them. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBookingServer, createLog } from '../../src/index.ts';
import { openWorld } from '../../src/testing.ts';
import { sendRaw } from '../support/raw/raw-http.ts';
import { lines } from '../support/raw/raw-world.ts';

it.each(['/livez', '/readyz'])('responds to %s without a key and a Host header', async (path) => {
  await using world = await openWorld();
  for (const method of ['GET', 'HEAD']) {
    const [response] = await sendRaw(world.url, lines(`${method} ${path} HTTP/1.0`));
    expect(response?.status).toBe(200);
    expect(response?.headers.get('cache-control')).toBe('no-store');
  }
  expect((await fetch(new URL(path, world.url), { method: 'POST' })).status).toBe(404);
});

it('responds to /readyz with 503 and without details, and checks the database once for all probes of a second', async () => {
  await using world = await openWorld();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let checks = 0;
  const checkWrite = async () => {
    checks += 1;
    throw new Error('The disk is full.');
  };
  const log = createLog({ level: 'silent' });
  const server = createBookingServer({ store: { ...world.store, checkWrite }, clock: world.clock, log, suppliers: [] });
  const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    const probes = await Promise.all(Array.from({ length: 20 }, () => fetch(new URL('/readyz', url))));
    const bodies = await Promise.all(probes.map(async (response) => [response.status, await response.json()]));
    expect(bodies).toEqual(bodies.map(() => [503, { object: 'readiness', ready: false }]));
    expect(checks).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect((await fetch(new URL('/readyz', url))).status).toBe(503);
    expect(checks).toBe(2);
    expect((await fetch(new URL('/livez', url))).status).toBe(200);
  } finally {
    await server.close({ grace_seconds: 0 });
  }
});
