/**
 * The webhook receiver of the sandbox, on its own port: the program that an organization would run. It verifies each webhook
 * and keeps the newest ones in memory. People read them at /, programs at /events.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createReceiver, createVerifier, type WebhookEvent } from '@booking-service/webhooks';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { AdminRefusal, refuseUnserved } from '../../admin/admin-refusal.ts';
import { guardOrigin } from '../../admin/access/guard-origin.ts';
import { adminConnectionLimits, createHttpServer, fitOpenFiles } from '@booking-service/kernel/http';
import { createReceivedLog, type LoggedWebhook, type ReceivedLog } from './received-webhooks.ts';
import { sendReceiverPage } from './receiver-page.ts';

/** A webhook as /events shows it. */
interface Received {
  readonly received: string;
  /** `verified`, or why the signature was refused. */
  readonly signature: string;
  /** True if an event with this id came before: deliveries repeat. */
  readonly repeated: boolean;
  /** The event, or null if the webhook was refused. */
  readonly event: WebhookEvent | null;
}

export interface RunningReceiver extends AsyncDisposable {
  readonly url: string;
}

/** Starts the receiver. Rejects if the port is in use. */
export async function startReceiver({
  host,
  port,
  readSecrets,
  log = createReceivedLog(),
  now = () => new Date(),
  fault = async () => undefined,
  dashboard_url,
}: {
  host: string;
  port: number;
  /** Returns the signing secrets that verify a webhook now: they change when the secret is rotated. */
  readSecrets: () => Promise<readonly string[]>;
  /** Keeps what arrives. Default: a log of its own. */
  log?: ReceivedLog;
  /** The time to compare signatures with. Default: the computer's. */
  now?: () => Date;
  /** Settles when a webhook gets its response; rejects if the response is 500. Default: immediately. */
  fault?: () => Promise<void>;
  /** The screen of the dashboard that shows the received webhooks. Default: no dashboard. */
  dashboard_url?: string | undefined;
}): Promise<RunningReceiver> {
  const options = { clock: { now } };
  const receiver = createReceiver({
    verifier: {
      ...createVerifier({ ...options, secrets: ['replaced for each webhook'] }),
      async checkAsync(body, headers) {
        const secrets = await readSecrets();
        const verification = await createVerifier({ ...options, secrets }).checkAsync(body, headers);
        log.add({ now: now(), body, headers, verification });
        return verification;
      },
    },
  });
  const receive = createNodeHandler(receiver);

  function route(request: IncomingMessage, response: ServerResponse): void {
    // A web page of another origin can make a browser on this computer send requests to this port.
    guardOrigin(request);
    const target = `${request.method} ${request.url}`;
    if (target === 'POST /webhooks') {
      requireJson(request);
      fault().then(
        () => receive(request, response),
        () => response.writeHead(500, { 'Content-Type': 'text/plain' }).end('Not now.'),
      );
    } else if (target === 'GET /events') {
      const text = `${JSON.stringify({ object: 'list', data: log.newest.map(toReceived) }, null, 2)}\n`;
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(text);
    } else if (target === 'GET /') sendReceiverPage(response, dashboard_url);
    else response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Use GET /, GET /events or POST /webhooks.\n');
  }

  function listener(request: IncomingMessage, response: ServerResponse): void {
    try {
      route(request, response);
    } catch (error) {
      if (error instanceof AdminRefusal) sendRefusal(response, error);
      else response.destroy();
    }
  }

  const server = createHttpServer(listener, { limits: fitOpenFiles(adminConnectionLimits), refuse: refuseUnserved });
  const { url } = await server.listen({ host, port });
  return { url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

function toReceived({ webhook: { received, signature, repeated }, event }: LoggedWebhook): Received {
  const verdict = signature.verified ? 'verified' : `${signature.reason}: ${signature.hint}`;
  return { received, signature: verdict, repeated, event };
}

function requireJson({ headers }: IncomingMessage): void {
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new AdminRefusal('unsupported_media_type', 'Send a webhook with Content-Type: application/json.');
}

function sendRefusal(response: ServerResponse, { status, message }: AdminRefusal): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${message}\n`);
}
