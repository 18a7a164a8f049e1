/**
 * Checks the service of this container: `node health.js ready`, or `live`. It reaches the admin port, which is on loopback: no proxy of
 * the environment may take the request. Exits with 0 if the check passes, and with 1 and the reason if it does not. A port that the
 * command line changes is unknown here: set BOOKING_SERVICE_PORT or BOOKING_SERVICE_ADMIN_PORT instead.
 */
import { once } from 'node:events';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';

const [check = 'ready'] = process.argv.slice(2);
const { BOOKING_SERVICE_PORT = 7420, BOOKING_SERVICE_ADMIN_PORT = Number(BOOKING_SERVICE_PORT) + 2 } = process.env;

try {
  const address = `http://127.0.0.1:${BOOKING_SERVICE_ADMIN_PORT}/${check}z`;
  const [response] = await once(get(address, { agent: false, signal: AbortSignal.timeout(4_000) }), 'response');
  const body = await text(response);
  if (response.statusCode !== 200) throw new Error(body);
} catch ({ message }) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
