/** The scenarios of signed requests over HTTP that concern the request itself: its signature, its mode and its form. */
import { delivery } from '@booking-service/contract';
import { createSigner } from '@booking-service/webhooks';
import { demand } from '@booking-service/conformance/verdict';
import type { Clock } from '@booking-service/kernel/time';

const timeout_ms = 30_000;

/** The other side of the requests. */
export interface SignedSide {
  readonly url: string;
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}

/** A request that the other side accepts, and that changes nothing. */
export interface Probe extends SignedSide {
  readonly path: string;
  readonly body: object;
  /** A body that differs from it in a value. */
  readonly changed: object;
  /** Its mode. */
  readonly livemode: boolean;
  /** The path of another operation. */
  readonly otherPath: string;
}

/** Returns the scenarios. `probeOf` throws Unchecked if the other side has no address. */
export function requestScenarios<Check>(
  probeOf: (check: Check) => Probe | Promise<Probe>,
): Readonly<Record<string, (check: Check) => Promise<string>>> {
  /** Sends the body of the probe with another signature, which must be refused. */
  const refusedWith = (signatureOf: (probe: Probe, text: string) => string | undefined) => async (check: Check) => {
    const probe = await probeOf(check);
    const text = JSON.stringify(probe.body);
    const status = await post(probe, { path: probe.path, text, signature: signatureOf(probe, text) });
    demand(status === 401, `it responds with ${status}, not 401`);
    return 'refused with 401';
  };
  return {
    'missing signature': refusedWith(() => undefined),
    'wrong signature': refusedWith((probe, text) =>
      sign(probe, text).replace(/.$/, (digit) => (digit === '0' ? '1' : '0')),
    ),
    'other secret': refusedWith((probe, text) => sign({ ...probe, secret: 'another secret' }, text)),
    'old signature': refusedWith((probe, text) => sign(probe, text, -600)),
    'signature of another body': refusedWith((probe) => sign(probe, JSON.stringify(probe.changed))),
    'other mode': async (check) => {
      const probe = await probeOf(check);
      const status = await postSigned(probe, probe.path, { ...probe.body, livemode: !probe.livemode });
      return refused(status, ', to a request of the other mode');
    },
    'body of another operation': async (check) => {
      const probe = await probeOf(check);
      return refused(await postSigned(probe, probe.otherPath, probe.body));
    },
    'malformed body': async (check) => {
      const probe = await probeOf(check);
      const text = '{"operation": ';
      return refused(await post(probe, { path: probe.path, text, signature: sign(probe, text) }));
    },
  };
}

/** Sends a signed request and returns the status of the response. */
export function postSigned(side: SignedSide, path: string, body: object): Promise<number> {
  const text = JSON.stringify(body);
  return post(side, { path, text, signature: sign(side, text) });
}

/** Demands that a request was refused for its content. */
export function refused(status: number, to = ''): string {
  demand(status >= 400 && status < 500, `it responds with ${status}, not 400${to}`);
  return `refused with ${status}`;
}

/** Signs a body at a time that is this many seconds from now. */
function sign({ secret, clock }: SignedSide, body: string, seconds = 0): string {
  return createSigner({ secret, clock: { now: () => new Date(clock.now().getTime() + seconds * 1000) } }).header(body);
}

async function post(
  { url }: SignedSide,
  { path, text, signature }: { path: string; text: string; signature: string | undefined },
): Promise<number> {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...(signature !== undefined && { [delivery.signature.header]: signature }),
  };
  const signal = AbortSignal.timeout(timeout_ms);
  const address = url.replace(/\/+$/, '') + path;
  const response = await fetch(address, { method: 'POST', body: text, headers, signal, redirect: 'manual' });
  await response.body?.cancel();
  return response.status;
}
