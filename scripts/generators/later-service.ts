import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface LaterService extends AsyncDisposable {
  readonly url: string;
}

const at = '2026-11-21T09:30:00.000Z';
const confirmed = {
  object: 'booking',
  status: 'confirmed',
  provider: 'sandbox',
  livemode: false,
  created: at,
  updated: at,
  venue_id: 'ven_harbour_table',
  slot_id: 'slt_harbour_table_20261121T1900',
  party_size: 2,
  guest: { first_name: 'Ada', email: 'ada@example.com' },
  metadata: {},
};
const waiting = { ...confirmed, status: 'requires_action', expires_at: at };

/** The bookings by the last character of their ids: three that a later version may send, and one of this version. */
const bookings: Readonly<Record<string, object>> = {
  '1': { ...confirmed, status: 'seated', table: { number: 4 }, guest: { ...confirmed.guest, vip: true } },
  '2': { ...confirmed, status: 'failed', error_code: 'venue_flooded', error_message: 'The venue is under water.' },
  '3': { ...waiting, next_action: { type: 'show_passport', expires_at: at, countries: ['PT'] } },
  '4': { ...waiting, next_action: { type: 'enter_code', channel: 'email', destination: 'a***', expires_at: at } },
};
const refusal = { error: 'The venue is under water.', error_code: 'venue_flooded', request_id: 'req_00000000' };

/** The output of a program that reads all of them. */
export const readLater: readonly string[] = [
  'field 2',
  'code venue_flooded',
  'action show_passport',
  'destination a***',
  'refused venue_flooded',
];

/** Starts a service on 127.0.0.1 that responds to getBooking like a later version of the service. */
export async function startLaterService(): Promise<LaterService> {
  const server = createServer(({ url = '' }, response) => {
    const id = url.split('/').at(-1) ?? '';
    const booking = bookings[id.at(-1) ?? ''];
    response.writeHead(booking ? 200 : 404, {
      'Content-Type': 'application/json; charset=utf-8',
      'Request-Id': 'req_00000000',
      'RateLimit-Limit': '300',
      'RateLimit-Remaining': '299',
      'RateLimit-Reset': '210',
    });
    response.end(JSON.stringify(booking ? { id, ...booking } : refusal));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
