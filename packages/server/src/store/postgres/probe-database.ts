/**
 * The probe of a database that may be on a machine that hangs. It opens a connection and sends the request for TLS, to which PostgreSQL and its
 * proxies respond before they check anything, so a database that is only busy or full responds soon.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';

/** Half a second. A response takes several turns of the event loop, so a process that was blocked waits for as many. */
const [turns, turn_ms] = [5, 100];
/** The length of the message, and the code of the request (https://www.postgresql.org/docs/current/protocol-message-formats.html). */
const requestTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Returns whether the database responds to a new connection in half a second. Never throws. */
export async function probeDatabase(url: string): Promise<boolean> {
  // The driver reads the URL, and connects nowhere yet.
  const { host, port } = new Client({ connectionString: url });
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  const responded = new Promise<boolean>((resolve) => {
    socket.once('connect', () => socket.write(requestTls));
    socket.once('data', () => resolve(true));
    socket.on('error', () => resolve(false)).once('close', () => resolve(false));
  });
  try {
    return await Promise.race([responded, untilLate()]);
  } finally {
    socket.destroy();
  }
}

async function untilLate(): Promise<false> {
  for (let turn = 0; turn < turns; turn += 1) await pause(turn_ms);
  return false;
}
