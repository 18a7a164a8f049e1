/** Returns the same booking for every request, with the headers of the service, so that the benchmark measures the caller. Prints its address as JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const id = `bkg_${'0'.repeat(32)}`;
const body = JSON.stringify({
  id,
  object: 'booking',
  status: 'processing',
  livemode: false,
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261122T1900',
  party_size: 2,
  provider: 'sandbox',
  guest: { first_name: 'Ada', last_name: 'Byron', email: 'ada@diner.test' },
  created: '2026-11-21T09:30:00.000Z',
  updated: '2026-11-21T09:30:00.000Z',
});
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(body),
  'RateLimit-Limit': '300',
  'RateLimit-Remaining': '299',
  'RateLimit-Reset': '60',
  'Request-Id': 'req_0123456789abcdef',
  Location: `/v1/bookings/${id}`,
};

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(body));
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${port}`, id })}\n`);
});
