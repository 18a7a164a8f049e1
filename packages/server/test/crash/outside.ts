/**
 * The parts that survive a kill of the service: the provider's side and the organization's endpoint. The provider follows its
 * port: a repeated reference takes effect once.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingEvent } from '@booking-service/contract';

export interface Outside extends AsyncDisposable {
  readonly url: string;
  /** The references of each booking at the provider. */
  readonly made: ReadonlyMap<string, ReadonlySet<string>>;
  readonly modified: ReadonlyMap<string, ReadonlySet<string>>;
  readonly released: ReadonlySet<string>;
  /** The number of times that each event was received. */
  readonly received: ReadonlyMap<string, number>;
  /** Called when a webhook was received, before the response. */
  onWebhook: () => void;
}

export async function openOutside(): Promise<Outside> {
  const made = new Map<string, Set<string>>();
  const modified = new Map<string, Set<string>>();
  const released = new Set<string>();
  const received = new Map<string, number>();

  const server = createServer((req, res) => {
    readJson(req).then(
      (body) => res.end(JSON.stringify(respond(req.url ?? '', body))),
      () => res.destroy(),
    );
  });

  function respond(path: string, body: unknown): object {
    if (path === '/webhooks') {
      // The wire validator checks events in other tests.
      const { id } = body as BookingEvent;
      received.set(id, (received.get(id) ?? 0) + 1);
      outside.onWebhook();
      return {};
    }
    // child.ts sends this form.
    const { id, reference } = body as { id: string; reference: string };
    if (path === '/book') note(made, id, reference);
    else if (path === '/modify') note(modified, id, reference);
    else released.add(id);
    return { confirmation_code: `OUT-${id.slice(4, 12)}` };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const outside: Outside = {
    url: `http://127.0.0.1:${port}`,
    made,
    modified,
    released,
    received,
    onWebhook: () => undefined,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
  return outside;
}

function note(log: Map<string, Set<string>>, id: string, reference: string): void {
  log.set(id, (log.get(id) ?? new Set()).add(reference));
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  // A request stream without an encoding set yields Buffers.
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
