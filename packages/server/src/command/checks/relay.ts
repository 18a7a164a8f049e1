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
