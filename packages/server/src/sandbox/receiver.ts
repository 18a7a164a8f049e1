/**
 * The sandbox's webhook receiver: what an organization would run, on a port of its own. It verifies each delivery and
 * keeps the newest ones in memory, for people at / and for programs at /events.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createVerifier } from '@booking-service/webhooks';
import { sendReceiverPage } from './receiver-page.ts';

const kept = 200;
const maxBytes = 256 * 1024;

interface Received {
  readonly received: string;
  /** `verified`, or why the signature does not hold. */
  readonly signature: string;
  /** Whether an event of this id came before: deliveries repeat. */
  readonly repeated: boolean;
  /** The event; null where the signature does not hold. */
  readonly event: unknown;
}

export interface Receiver extends AsyncDisposable {
  readonly url: string;
}

/** Starts the receiver. Rejects where the port is taken. */
export async function startReceiver({
  host,
  port,
  secret,
  now = () => new Date(),
}: {
  host: string;
  port: number;
  secret: string;
  /** The time that signatures are held to. Default: the computer's. */
  now?: () => Date;
}): Promise<Receiver> {
  const verifier = createVerifier({ secrets: [secret], now: () => now().getTime() });
  const log: Received[] = [];

  const server = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy());
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.url === '/webhooks' && req.method === 'POST') return receive(req, res);
    if (req.url === '/events' && req.method === 'GET') {
      const text = `${JSON.stringify({ object: 'list', data: log }, null, 2)}\n`;
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    } else if (req.url === '/' && req.method === 'GET') sendReceiverPage(res);
    else res.writeHead(404, { 'Content-Type': 'text/plain' }).end('Here are only /, /events and POST /webhooks.\n');
  }

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await readRaw(req);
    if (!body) {
      res.writeHead(413, { Connection: 'close' }).end();
      return;
    }
    const result = verifier.check(body, req.headers['service-signature']);
    const event = result.ok ? result.event : null;
    const repeated = log.some((earlier) => event !== null && idOf(earlier.event) === event.id);
    const signature = result.ok ? 'verified' : `${result.reason}: ${result.hint}`;
    log.unshift({ received: now().toISOString(), signature, repeated, event });
    log.length = Math.min(log.length, kept);
    res.writeHead(result.ok ? 204 : 400).end();
  }

  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
  });
  // A server that listens on a port has an address of this form.
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${bound}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readRaw(req: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    // A request stream without an encoding set yields Buffers.
    size += (chunk as Buffer).length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

function idOf(event: unknown): unknown {
  return typeof event === 'object' && event !== null && 'id' in event ? event.id : undefined;
}
