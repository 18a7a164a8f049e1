import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A request of the service, as the contract of providers has it. */
export interface SupplierCall {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A supplier that confirms everything, until an attack changes its behaviour. */
export interface Supplier extends AsyncDisposable {
  readonly url: string;
  readonly calls: readonly SupplierCall[];
  /** Replaces the response to each call for which `conduct` returns true. */
  readonly misbehave: (conduct: (call: SupplierCall, res: ServerResponse) => boolean) => void;
}

/** Opens a supplier that has one venue, whose id is `ven_` and this name. */
export async function openSupplier(name: string): Promise<Supplier> {
  const venue = { id: `ven_${name}_one`, name: 'One', city: 'Ghent', country: 'BE' };
  const page = (data: readonly object[]) => ({ data, next_cursor: null });
  const honest: Readonly<Record<string, object>> = {
    '/venues/search': page([venue]),
    '/availability/search': page([]),
    '/bookings/check': { at_once: false },
    '/bookings/book': { outcome: 'confirmed', confirmation_code: 'OK-1' },
    '/bookings/modify': { outcome: 'modified' },
    '/bookings/check-hold': { held: true, check_hold_after_seconds: 60 },
  };
  const calls: SupplierCall[] = [];
  let conduct: (call: SupplierCall, res: ServerResponse) => boolean = () => false;
  const server = createServer((req: IncomingMessage, res) => {
    void json(req).then((body) => {
      // The service sends the bodies of its contract of providers.
      const call = { path: req.url ?? '', body: body as SupplierCall['body'] };
      calls.push(call);
      if (conduct(call, res)) return;
      const response = honest[call.path];
      if (response) res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(response));
      else res.writeHead(204).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    misbehave: (next) => (conduct = next),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
