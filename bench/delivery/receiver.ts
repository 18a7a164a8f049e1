/**
 * Endpoints in their own process, on every address of the computer, over http and https. POST / responds at once, POST /hang never,
 * POST /slow after 9 s. It sends its ports to its parent process, and then, for each message, what arrived at / since the last `reset`.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The ports of the endpoints. */
export interface Ports {
  readonly http: number;
  readonly https: number;
}

export type ReceiverMessage = 'read' | 'reset';

/** Webhooks that arrived at POST /. */
export interface Received {
  /** The number of requests. */
  readonly requests: number;
  /** The number of different events among them. */
  readonly events: number;
  /** The number of connections opened, on all paths. */
  readonly connections: number;
  readonly first_ms: number;
  /** The time at which the last event arrived for the first time. */
  readonly last_ms: number;
  /** Milliseconds from each event to its first arrival. */
  readonly waits: readonly number[];
}

const slow_ms = 9_000;
const seen = new Set<string>();
let received: Received & { waits: number[] } = nothing();

const respond: RequestListener = (req, res) => {
  void readText(req).then((text) => {
    if (req.url === '/hang') return;
    if (req.url === '/slow') setTimeout(() => res.writeHead(204).end(), slow_ms);
    else {
      res.writeHead(204).end();
      count(text);
    }
  });
};

process.on('message', (message: ReceiverMessage) => {
  if (message === 'reset') {
    seen.clear();
    received = nothing();
  }
  process.send?.(received);
});

// open-bench.ts passes the files of a key and its certificate.
const [, , key = '', cert = ''] = process.argv;
const http = await listen(createServer(respond));
const https = await listen(createHttpsServer({ key: readFileSync(key), cert: readFileSync(cert) }, respond));
const ports: Ports = { http, https };
process.send?.(ports);

function nothing(): Received & { waits: number[] } {
  return { requests: 0, events: 0, connections: 0, first_ms: 0, last_ms: 0, waits: [] };
}

function count(text: string): void {
  // Every candidate sends the service's own event.
  const { id, created } = JSON.parse(text) as { id: string; created: string };
  const now = Date.now();
  const requests = received.requests + 1;
  if (seen.has(id)) received = { ...received, requests };
  else {
    seen.add(id);
    received.waits.push(now - Date.parse(created));
    received = { ...received, requests, events: seen.size, first_ms: received.first_ms || now, last_ms: now };
  }
}

async function readText(req: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of req.setEncoding('utf8')) text += part as string;
  return text;
}

async function listen(server: Server): Promise<number> {
  server.on('connection', () => {
    received = { ...received, connections: received.connections + 1 };
  });
  await new Promise<void>((listening) => server.listen(0, '0.0.0.0', listening));
  // A server that listens on a port has an address of this form.
  return (server.address() as AddressInfo).port;
}
