/** Runs one candidate in its own process: `candidate.ts NAME FOLDER` listens, and prints its address and key as JSON. */
import { listenBareExpress, listenExpressValidator } from './express.ts';
import { listenFastify } from './fastify.ts';
import { listenBookingServer } from './booking-server.ts';

/** The address of a candidate, and the API key that it accepts. */
export interface Listening {
  readonly url: string;
  readonly key: string;
}

const candidates: Readonly<Record<string, () => Promise<Listening>>> = {
  'booking-service, in memory': () => listenBookingServer(),
  'booking-service, SQLite': () => listenBookingServer(process.argv[3]),
  fastify: listenFastify,
  'express bare': listenBareExpress,
  'express + validator': listenExpressValidator,
};

const listen = candidates[process.argv[2] ?? ''];
if (!listen)
  throw new Error(`Unknown candidate ${process.argv[2]}. Name one of: ${Object.keys(candidates).join(', ')}.`);
process.stdout.write(`${JSON.stringify(await listen())}\n`);
