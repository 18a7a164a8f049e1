/**
 * An Express app with the booking service at /booking.
 *
 * Run     npm start --workspace examples/mount-in-express
 * Reads   PORT, if it is not 7430
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from './app.ts';

const folder = await mkdtemp(join(tmpdir(), 'mount-in-express-'));
const { url, token, stop } = await startApp({ folder, port: Number(process.env['PORT'] ?? 7430) });
process.stdout.write(`${url}
curl -H 'X-User-Token: ${token}' -H 'Content-Type: application/json' -d '{}' ${url}/booking/v1/venues/search
`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
