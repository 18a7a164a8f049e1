/**
 * The target of the tests in service/: the real service, Prism's mock of the contract, or the real service behind Prism's
 * proxy. The environment variable CLIENT_TARGET selects it.
 */
import { openWorld, type World, type WorldOptions } from '@booking-service/server/testing';
import { startPrismMock, startPrismProxy } from '@booking-service/prism';
import type { BookingClient, BookingClientOptions } from '@booking-service/client';
import { openClient, openRawClient } from './open-client.ts';
import { createTestTime, type TestTime } from './test-time.ts';

export const targetKind: string = process.env['CLIENT_TARGET'] ?? 'server';

export interface Target extends AsyncDisposable {
  readonly url: string;
  readonly client: BookingClient;
  readonly live: BookingClient;
  readonly raw: ReturnType<typeof openRawClient>;
  /** The client's time. Delays pass immediately and advance the clock of the service. */
  readonly time: TestTime;
  /** The world of the service. Throws on the mock, which has none: list such a test in not-on-mock.ts. */
  readonly world: World;
  readonly hasWorld: boolean;
  /** Opens a client of the target with another key or other options. */
  readonly open: (options?: Partial<BookingClientOptions>) => BookingClient;
}

const mockKeys = { test: 'sk_test_0123456789abcdef', live: 'sk_live_0123456789abcdef' };

// It stores nothing, so all targets share one.
const mock = targetKind === 'prism-mock' ? await startPrismMock() : undefined;

export async function openTarget(options: WorldOptions = {}): Promise<Target> {
  await using opened = new AsyncDisposableStack();
  const world = mock ? undefined : opened.use(await openWorld(options));
  const url = world ? await openUrl(world, opened) : (mock?.url ?? '');
  const time = createTestTime({ onWait: async (ms) => world?.clock.advance(ms) });
  const keys = world?.organization.keys ?? mockKeys;

  async function checkedFetch(request: Request): Promise<Response> {
    const response = await fetch(request);
    const { pathname } = new URL(request.url);
    const received = { status: response.status, headers: response.headers, text: await response.clone().text() };
    world?.wire.checkResponse({ method: request.method, path: pathname, ...received });
    return response;
  }

  const usual = { apiKey: keys.test, baseUrl: url, fetch: checkedFetch, clock: time.clock, logger: time.logger };
  const open: Target['open'] = (changes) => openClient({ ...usual, ...changes });
  const running = opened.move();
  return {
    url,
    time,
    open,
    client: open(),
    live: open({ apiKey: keys.live }),
    raw: openRawClient(usual),
    hasWorld: world !== undefined,
    get world(): World {
      if (world === undefined)
        throw new Error('The mock has no world. List the test in not-on-mock.ts with the reason.');
      return world;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Returns the URL of the service, or of a proxy that checks every response against the contract. */
async function openUrl(world: World, opened: AsyncDisposableStack): Promise<string> {
  if (targetKind === 'server') return world.url;
  if (targetKind !== 'prism-proxy')
    throw new Error(`CLIENT_TARGET is ${targetKind}: server, prism-mock or prism-proxy.`);
  const proxy = await startPrismProxy({ upstream: world.url });
  opened.defer(async () => {
    await proxy[Symbol.asyncDispose]();
    const broken = proxy.exchanges.flatMap(({ method, path, status, violations }) =>
      violations
        .filter(({ side }) => side === 'response')
        .map(({ message }) => `${method} ${path} ${status}: ${message}`),
    );
    if (broken.length > 0) throw new Error(`Prism found responses off the contract: ${broken.join(', ')}`);
  });
  return proxy.url;
}
