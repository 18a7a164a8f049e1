/**
 * An HTTP server between the check and a provider. It passes each request on and does with the response what the check set:
 *  pass      passes it on
 *  lose      closes the connection instead, after the provider has responded
 *  hold      passes it on when the check releases it
 *  replace   sends an HTML page with the status 200 instead, after the provider has responded
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { delivery } from '@booking-service/contract';
import { createSigner } from '@booking-service/webhooks';
import { demand } from '@booking-service/conformance/verdict';
import type { Clock } from '@booking-service/kernel/time';

export interface Relay extends AsyncDisposable {
  /** The address that leads to the provider's. */
  readonly url: string;
  /** The fault in the next response. After it, responses are passed on. */
  next: 'pass' | 'lose' | 'hold' | 'replace';
  /** Resolves when a response is held back. */
  held(): Promise<void>;
  /** Passes on the response that is held back. */
  release(): void;
}

const page = '<!doctype html><title>Bad gateway</title><h1>Bad gateway</h1>';

/** Starts a relay to this address on this computer. */
export async function startRelay(target: string): Promise<Relay> {
  let onHeld = Promise.withResolvers<void>();
  let onRelease = Promise.withResolvers<void>();

  async function relayRequest(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const { status, headers, content } = await exchange(target, { incoming, body });
    const { next } = relay;
    relay.next = 'pass';
    if (next === 'lose') outgoing.destroy();
    else if (next === 'replace') outgoing.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    else {
      if (next === 'hold') {
        onHeld.resolve();
        await onRelease.promise;
        onHeld = Promise.withResolvers();
        onRelease = Promise.withResolvers();
      }
      outgoing.writeHead(status, headers).end(content);
    }
  }

  const server = createServer((incoming, outgoing) => {
    relayRequest(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A TCP server has a port.
  const { port } = server.address() as AddressInfo;
  const relay: Relay = {
    url: `http://127.0.0.1:${port}`,
    next: 'pass',
    held: () => onHeld.promise,
    release: () => onRelease.resolve(),
    async [Symbol.asyncDispose]() {
      onRelease.resolve();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return relay;
}

interface Passed {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly content: Buffer;
}

/** More than the service reads of a response, so that it refuses one that is cut off here. */
const maxRelayed = 2_097_152;

async function readStart(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    // A response without an encoding consists of bytes.
    chunks.push(chunk as Buffer);
    length += (chunk as Buffer).length;
    if (length > maxRelayed) break;
  }
  return Buffer.concat(chunks);
}

async function exchange(target: string, given: { incoming: IncomingMessage; body: Buffer }): Promise<Passed> {
  const { incoming, body } = given;
  const url = new URL(target.replace(/\/+$/, '') + (incoming.url ?? '/'));
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const headers = { ...incoming.headers, host: url.host, connection: 'close', 'accept-encoding': 'identity' };
  const response = await new Promise<IncomingMessage>((done, failed) => {
    const { method } = incoming;
    const sent = request(url, { ...(method !== undefined && { method }), headers, agent: false }, done);
    sent.on('error', failed).end(body);
  });
  const type = response.headers['content-type'];
  return {
    status: response.statusCode ?? 502,
    headers: type === undefined ? {} : { 'Content-Type': type },
    content: await readStart(response),
  };
}

// The scenarios of signed requests over HTTP that concern the request itself: its signature, its mode and its form.

const timeout_ms = 30_000;

/** The other side of the requests. */
interface SignedSide {
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
