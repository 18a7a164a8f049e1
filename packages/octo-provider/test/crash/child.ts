/** The service in a process of its own, which kills itself at a point: `child.ts '{"place":…,"supplier":…,"token":…}'`. */
import { createBookingServer, createLog, systemClock } from '@booking-service/server';
import { createOctoProvider } from '../../src/index.ts';
import { openStore, type Place } from '../service/make-place.ts';
import { providerWithPoints, storeWithPoints } from './stories.ts';
import { bothSides } from '@booking-service/server/testing';

export interface ChildOptions {
  readonly place: Place;
  /** The supplier's URL and token. */
  readonly supplier: string;
  readonly token: string;
  /** The point at which the process kills itself. Default: never. */
  readonly point?: string;
  /** The lead of this process's clock. On PostgreSQL it exceeds the leases of the process before. */
  readonly ahead_ms: number;
}

// The parent serializes ChildOptions.
const { place, supplier, token, point, ahead_ms } = JSON.parse(process.argv[2] ?? '{}') as ChildOptions;

function passed(name: string): void {
  if (name === point) process.kill(process.pid, 'SIGKILL');
}

const clock = { ...systemClock, now: () => new Date(Date.now() + ahead_ms) };
const provider = createOctoProvider({ name: 'tours', baseUrl: supplier, token, clock });
const server = createBookingServer({
  store: storeWithPoints(await openStore(place), passed),
  suppliers: [bothSides(providerWithPoints(provider, passed))],
  clock,
  log: createLog({ level: 'silent' }),
  tick_seconds: 1,
});
const { url } = await server.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`${JSON.stringify({ url })}\n`);
