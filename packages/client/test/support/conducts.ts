/** The ways in which a hostile server handles a request. */
import getBooking from '@booking-service/contract/fixtures/getBooking.json' with { type: 'json' };
import type { Conduct } from './hostile-server.ts';

export interface WrittenResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The Content-Length to send. Default: the length of the body. */
  readonly length?: number;
}

const [confirmed] = getBooking['200'];

/** Sends a response exactly as given, even if its headers are wrong, and closes the connection. */
export function respond({ status = 200, headers = {}, body = '', length }: WrittenResponse): Conduct {
  const lines = Object.entries({
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(length ?? Buffer.byteLength(body)),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  const text = `${[`HTTP/1.1 ${status} Said`, ...lines].join('\r\n')}\r\n\r\n${body}`;
  return (socket) => socket.end(text);
}

/** Sends a booking as the service does. */
export function aBooking(changes: object = {}, status = 200): Conduct {
  return respond({
    status,
    headers: { 'Request-Id': 'req_0b9c8d7e6f5a' },
    body: JSON.stringify({ ...confirmed?.response.body, ...changes }),
  });
}

/** Sends a refusal in the newer form. */
export function refusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Conduct {
  const body = JSON.stringify({ error: 'Refused.', error_code: code, request_id: 'req_0b9c8d7e6f5a' });
  return respond({ status, headers: { 'Request-Id': 'req_0b9c8d7e6f5a', ...headers }, body });
}

/** Sends a refusal in the older form. */
export function olderRefusal(status: number, code: string, headers: Readonly<Record<string, string>> = {}): Conduct {
  return respond({ status, headers, body: JSON.stringify({ error: code, request_id: 'req_0b9c8d7e6f5a' }) });
}

export const reset: Conduct = (socket) => socket.resetAndDestroy();
export const resetAfterHeaders: Conduct = (socket) => {
  socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 400\r\n\r\n{"id":', () =>
    socket.resetAndDestroy(),
  );
};
export const halfBody: Conduct = respond({ body: '{"id":"bkg_', length: 400 });
export const halfChunk: Conduct = (socket) =>
  socket.end('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n40\r\n{"id":');
export const cutJson: Conduct = respond({ body: '{"id":"bkg_5f0c' });
export const emptyOk: Conduct = respond({});
export const empty500: Conduct = respond({ status: 500 });
export const html502: Conduct = respond({
  status: 502,
  headers: { 'Content-Type': 'text/html' },
  body: '<html><body>Bad gateway</body></html>',
});
export const html404: Conduct = respond({
  status: 404,
  headers: { 'Content-Type': 'text/html' },
  body: '<html>Not here</html>',
});
export const proseJson: Conduct = respond({ status: 503, body: '{"error":"upstream is down"}' });
export const notHttp: Conduct = (socket) => socket.end('220 mail.test ESMTP\r\n');
/** Sends no response. Calls `stalled` when the request has arrived. */
export const hang =
  (stalled: () => void): Conduct =>
  () =>
    stalled();
/** Sends the headers, then one byte for each call of `next`, which it passes to `dripped` after each byte. */
export const drip =
  (dripped: (next: () => void) => void): Conduct =>
  (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n');
    // setImmediate lets the client read between two bytes.
    const next = () => {
      if (!socket.destroyed) socket.write(' ', () => setImmediate(dripped, next));
    };
    next();
  };
