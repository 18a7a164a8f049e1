/** The supplier over HTTP, in front of a sandbox with an organization of its own. */
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openSandbox, type OpenedSandbox } from '@booking-service/server/testing';
import { createOctoSupplier, type OctoSupplierOptions } from '../../src/index.ts';

export interface OpenedSupplier extends AsyncDisposable {
  readonly url: string;
  readonly sandbox: OpenedSandbox;
  /** API keys, which are the tokens of resellers. */
  readonly tokens: Readonly<Record<'test' | 'live', string>>;
  /** Creates another organization. */
  readonly createTokens: (limits?: object) => Promise<OpenedSupplier['tokens']>;
}

const many = 1_000_000;

export async function openSupplier(options: Partial<OctoSupplierOptions> = {}): Promise<OpenedSupplier> {
  await using opened = new AsyncDisposableStack();
  const sandbox = opened.use(await openSandbox());
  const served = opened.use(await serveSupplier({ baseUrl: sandbox.url, ...options }));

  async function createTokens(limits: object = { rate_limit: many, test_allowance: many }) {
    const { organization } = await admin<{ organization: { id: string } }>('/organizations', {
      name: 'Test',
      ...limits,
    });
    const createKey = async (mode: 'test' | 'live') =>
      (await admin<{ key: string }>(`/organizations/${organization.id}/keys`, { mode })).key;
    return { test: await createKey('test'), live: await createKey('live') };
  }

  async function admin<Body>(path: string, body: object): Promise<Body> {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(sandbox.adminUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${await response.text()}`);
    // The contract defines the body.
    return (await response.json()) as Body;
  }

  const tokens = await createTokens();
  const running = opened.move();
  return { url: served.url, sandbox, tokens, createTokens, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Serves the supplier on a free port. */
export async function serveSupplier(
  options: Pick<OctoSupplierOptions, 'baseUrl'> & Partial<OctoSupplierOptions>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const supplier = createOctoSupplier({ name: 'Tables', endpoint: 'https://octo.supplier.test', ...options });
  // Otherwise it replaces the Response of this process, and so of the other tests in it.
  const server = createAdaptorServer({ fetch: supplier, overrideGlobalObjects: false });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/octo`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
