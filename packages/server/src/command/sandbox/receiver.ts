/**
 * The webhook receiver of the sandbox, on its own port: the program that an organization would run. It verifies each webhook
 * and keeps the newest ones in memory. People read them at /, programs at /events.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { adminLimits, type ReceivedSignature, type ReceivedWebhook } from '@booking-service/contract/admin';
import {
  createReceiver,
  createVerifier,
  type HeaderSource,
  type RawBody,
  type Verification,
  type WebhookEvent,
} from '@booking-service/webhooks';
import { type EveryField, randomId } from '@booking-service/kernel/contract';
import { createNodeHandler } from '@booking-service/webhooks/node';
import { adminConnectionLimits, createHttpServer, fitOpenFiles } from '@booking-service/kernel/http';
import { AdminRefusal, refuseUnserved } from '../../admin/admin-context.ts';
import { toWholeList } from '../../admin/operations/lists.ts';
import { guardOrigin } from '../../admin/start-admin-server.ts';

/** The newest webhooks that the receiver of the sandbox got, in memory. */
export interface ReceivedLog {
  /** Newest first. */
  readonly newest: readonly LoggedWebhook[];
  add(arrived: ArrivedWebhook): void;
}

interface LoggedWebhook {
  readonly webhook: ReceivedWebhook;
  /** The event; null if the webhook was refused. */
  readonly event: WebhookEvent | null;
}

interface ArrivedWebhook {
  readonly now: Date;
  readonly body: RawBody;
  readonly headers: HeaderSource;
  readonly verification: Verification;
}

/** The bounds of the parts of a webhook. They are in the admin contract, too. */
const maxBody = 16_384;
const maxHeaders = 30;
const maxValue = 1_000;

/** Creates an empty log. */
export function createReceivedLog(): ReceivedLog {
  const newest: LoggedWebhook[] = [];
  return {
    newest,
    add({ now, body, headers, verification }) {
      const event = verification.ok ? verification.event : null;
      const text = Buffer.from(body as Uint8Array).toString();
      const booking_id = event?.data.object.id;
      const { ok } = verification;
      const signature = {
        verified: ok,
        reason: ok ? null : verification.reason,
        hint: ok ? null : verification.hint,
      } satisfies EveryField<ReceivedSignature>;
      const webhook = {
        id: randomId('rcv'),
        object: 'received_webhook',
        received_at: now.toISOString(),
        signature,
        repeated: event !== null && newest.some((earlier) => earlier.event?.id === event.id),
        event_id: event && cut(event.id),
        event_type: event && cut(event.type),
        booking_id: typeof booking_id === 'string' ? cut(booking_id) : null,
        headers: toHeaders(headers),
        body: text.slice(0, maxBody),
        body_truncated: text.length > maxBody,
      } satisfies EveryField<ReceivedWebhook>;
      newest.unshift({ webhook, event });
      newest.length = Math.min(newest.length, adminLimits.received_webhooks);
    },
  };
}

function cut(text: string): string {
  return text.slice(0, 100);
}

/** Node's headers of a request are an object with lower-case names. */
function toHeaders(source: HeaderSource): Record<string, string> {
  const entries = typeof source === 'object' && source !== null ? Object.entries(source) : [];
  const shown = entries.slice(0, maxHeaders).map(([name, value]) => [cut(name), String(value).slice(0, maxValue)]);
  return Object.fromEntries(shown) as Record<string, string>;
}

const script = `
const body = document.querySelector('tbody');
const note = document.querySelector('#note');
let shown = '';
async function refresh() {
  try {
    const text = await (await fetch('/events')).text();
    note.textContent = '';
    if (text !== shown) show(JSON.parse((shown = text)).data);
  } catch {
    note.textContent = 'The sandbox is not running.';
  }
}
function show(events) {
  document.querySelector('#empty').hidden = events.length > 0;
  body.replaceChildren(...events.map(({ received_at, signature, repeated, event }) => {
    const row = document.createElement('tr');
    const cells = [
      received_at.slice(11, 19),
      event?.type ?? '(unknown)',
      event?.data.object.status ?? '',
      event?.data.object.id ?? '',
      (signature === 'verified' ? '\\u2713 verified' : '\\u2717 ' + signature) + (repeated ? ', repeated' : ''),
    ];
    row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
    row.className = signature === 'verified' ? 'good' : 'bad';
    row.title = JSON.stringify(event, null, 2);
    return row;
  }));
}
refresh();
setInterval(refresh, 1000);
`;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; white-space: nowrap; }
td:nth-child(4) { font-family: ui-monospace, monospace; font-size: .85rem; }
.good td:last-child { color: light-dark(#0a6b2d, #6fdc8c); }
.bad td:last-child { color: light-dark(#a3142a, #ff8f9c); white-space: normal; }
`;

const pageOf = (dashboard: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Webhooks received</title>
<style>${style}</style>
<h1>Webhooks received</h1>
<p>These are the webhooks that the sandbox sent to this endpoint, newest first. As JSON: <a href="/events">/events</a>.</p>
${dashboard}
<p id="note" role="status"></p>
<p id="empty">No webhooks yet. Create a booking. Its webhooks arrive with the next tick of the delivery worker.</p>
<div class="scroll"><table>
<thead><tr><th>Time (UTC)<th>Event<th>Status<th>Booking<th>Signature</tr></thead>
<tbody></tbody>
</table></div>
<script>${script}</script>
</html>
`;

const policy = [
  `default-src 'none'`,
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/**
 * Sends the page that shows the received webhooks. The page fetches /events every second. `dashboard_url` is the screen of the
 * dashboard that opens each of them; undefined without a dashboard.
 */
function sendReceiverPage(response: ServerResponse, dashboard_url: string | undefined): void {
  const link = `<p><a href="${dashboard_url}">Open them in the dashboard</a>, with payload, headers and signature.</p>`;
  response
    .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    .end(pageOf(dashboard_url === undefined ? '' : link));
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** A webhook as /events shows it. */
interface Received {
  readonly received_at: string;
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
      const text = `${JSON.stringify(toWholeList(log.newest.map(toReceived)), null, 2)}\n`;
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

function toReceived({ webhook: { received_at, signature, repeated }, event }: LoggedWebhook): Received {
  const verdict = signature.verified ? 'verified' : `${signature.reason}: ${signature.hint}`;
  return { received_at, signature: verdict, repeated, event };
}

function requireJson({ headers }: IncomingMessage): void {
  if (/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? '')) return;
  throw new AdminRefusal('unsupported_media_type', 'Send a webhook with Content-Type: application/json.');
}

function sendRefusal(response: ServerResponse, { status, message }: AdminRefusal): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${message}\n`);
}
