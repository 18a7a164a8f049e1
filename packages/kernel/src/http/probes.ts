/**
 * Probes at the port of the service, for load balancers and orchestrators on other computers: `GET /livez` and `GET /readyz`. They need no
 * key and no Host header, are not metered, not logged, and not part of the contract. Their responses have no details; those of the admin
 * port do.
 */
import { sendResponse } from './exchange.ts';
import type { ResponseWriter } from './messages.ts';

/** A check of the database has this age at most. Anyone can send probes, so they must not cost the database more than that. */
const maxAge_ms = 1_000;

/** The responses to probes, by the URL of the request. */
export type Probes = ReadonlyMap<string, (res: ResponseWriter) => void>;

/** Creates the probes of a service. `isReady` does not reject. */
export function createProbes(isReady: () => Promise<boolean>): Probes {
  let last = { begun_ms: Number.NEGATIVE_INFINITY, ready: Promise.resolve(false) };

  function readyNow(): Promise<boolean> {
    const now = performance.now();
    if (now - last.begun_ms >= maxAge_ms) last = { begun_ms: now, ready: isReady() };
    return last.ready;
  }

  return new Map([
    ['/livez', (res) => send(res, 200, { object: 'liveness', live: true })],
    ['/readyz', (res) => void readyNow().then((ready) => send(res, ready ? 200 : 503, { object: 'readiness', ready }))],
  ]);
}

function send(res: ResponseWriter, status: number, body: object): void {
  sendResponse(res, { status, body, headers: { 'Cache-Control': 'no-store' } });
}
