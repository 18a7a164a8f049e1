/**
 * The target of the tests in service/: the real service, Prism's mock of the contract, or the real service behind Prism's
 * proxy. The environment variable CLIENT_TARGET selects it.
 */
import { openWorld, type World, type WorldOptions } from '@booking-service/server/testing';
import { startPrismMock, startPrismProxy } from '@booking-service/prism';
import type { BookingClient, BookingClientOptions } from '@booking-service/client';
import { test, type TestAPI } from 'vitest';
import { openClient, openRawClient } from './open-client.ts';
import { createTestTime, type TestTime } from './test-time.ts';

const targetKind: string = process.env['CLIENT_TARGET'] ?? 'server';

export interface Target extends AsyncDisposable {
  readonly url: string;
  readonly client: BookingClient;
  readonly live: BookingClient;
  readonly raw: ReturnType<typeof openRawClient>;
  /** The client's time. Delays pass immediately and advance the clock of the service. */
  readonly time: TestTime;
  /** The world of the service. Throws on the mock, which has none: list such a test in notOnMock. */
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
      if (world === undefined) throw new Error('The mock has no world. List the test in notOnMock with the reason.');
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

/** A test against the target of CLIENT_TARGET. On the mock it skips the tests of `notOnMock`, with their reason. */
export const it: TestAPI<{ target: Target }> = test.extend<{ target: Target }>({
  target: async ({ task, skip }, use) => {
    const reason = Object.hasOwn(notOnMock, task.name) ? notOnMock[task.name] : undefined;
    if (targetKind === 'prism-mock' && reason !== undefined) skip(reason);
    await using target = await openTarget();
    await use(target);
  },
});

/** Returns call options that select an example of the contract on the mock. The service gets no header. */
export function preferring(status: number, example?: string): { readonly headers: Readonly<Record<string, string>> } {
  const prefer = [`code=${status}`, ...(example === undefined ? [] : [`example=${example}`])].join(', ');
  return { headers: targetKind === 'prism-mock' ? { Prefer: prefer } : {} };
}

/** The tests that the mock cannot run, with the reason. The mock stores nothing and has no clock. */
export const notOnMock: Readonly<Record<string, string>> = {
  'returns the first booking for the same idempotencyKey': 'the mock stores no keys',
  'returns a booking from waitFor as soon as it has the status': 'a booking of the mock never changes',
  'rejects waitFor with the booking if it expires': 'a booking of the mock never changes',
  'keeps the deadline of waitFor and uses nearly all of it': 'every booking of the mock is confirmed',
  'continues a booking with its code': 'a booking of the mock never changes',
  'iterates over the entries of all pages with one call for each page': 'the mock has one page',
};
