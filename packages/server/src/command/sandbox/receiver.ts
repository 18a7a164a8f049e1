/**
 * The sandbox's webhook receiver: what an organization would run, on a port of its own. It verifies each delivery and
 * keeps the newest ones in memory, for people at / and for programs at /events.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createVerifier } from '@booking-service/webhooks';
import { guardOrigin } from '../../admin/guard-origin.ts';
import { AdminRefusal, refuseUnserved } from '../../admin/admin-refusal.ts';
import { adminConnectionLimits, fitOpenFiles } from '../../sockets/connection-limits.ts';
import { createHttpServer } from '../../sockets/http-server.ts';
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

  const limits = fitOpenFiles(adminConnectionLimits);
  const server = createHttpServer(listener, { limits, refuse: refuseUnserved });

  function listener(req: IncomingMessage, res: ServerResponse): void {
    answer(req, res).catch((error: unknown) => {
      if (error instanceof AdminRefusal) sendRefusal(res, error);
      else res.destroy();
    });
  }

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // A foreign web page can have a browser on this computer send requests here: it may neither read nor add anything.
    guardOrigin(req);
    if (req.url === '/webhooks' && req.method === 'POST') return receive(req, res);
    if (req.url === '/events' && req.method === 'GET') {
      const text = `${JSON.stringify({ object: 'list', data: log }, null, 2)}\n`;
      res.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    } else if (req.url === '/' && req.method === 'GET') sendReceiverPage(res);
    else res.writeHead(404, { 'Content-Type': 'text/plain' }).end('Here are only /, /events and POST /webhooks.\n');
  }

  async function receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (!/^application\/json\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')) {
      throw new AdminRefusal('unsupported_media_type', 'A webhook is sent as Content-Type: application/json.');
    }
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

  const { url } = await server.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function sendRefusal(res: ServerResponse, { status, message }: AdminRefusal): void {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${message}\n`);
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
