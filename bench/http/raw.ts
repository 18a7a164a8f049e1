import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bookingOf } from './bookings.ts';
import type { Listening } from './listening.ts';
import { request } from './request.ts';

/** node:http with a constant response: the least that a Node server can spend on these requests. */
export async function listenRaw(): Promise<Listening> {
  const created = JSON.stringify(bookingOf(request));
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': Buffer.byteLength(created) };
  const server = createServer((req, res) => {
    const status = req.method === 'POST' ? 201 : 200;
    req.on('data', () => undefined);
    req.on('end', () => res.writeHead(status, headers).end(created));
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', () => listening());
  });
  // A server that listens on a port has an address of this form.
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: 'none' };
}
