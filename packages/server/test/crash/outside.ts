/**
 * What outlives the service: the provider's side and the organization's endpoint. The provider keeps to its port: the same
 * reference has its effect once.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingEvent } from '@booking-service/contract';

export interface Outside extends AsyncDisposable {
  readonly url: string;
  /** The references under which each booking was made at the provider. */
  readonly made: ReadonlyMap<string, ReadonlySet<string>>;
  readonly modified: ReadonlyMap<string, ReadonlySet<string>>;
  readonly released: ReadonlySet<string>;
  /** How often each event arrived. */
  readonly heard: ReadonlyMap<string, number>;
  /** Called when a webhook has arrived and is not answered yet. */
  onWebhook: () => void;
}

export async function openOutside(): Promise<Outside> {
  const made = new Map<string, Set<string>>();
  const modified = new Map<string, Set<string>>();
  const released = new Set<string>();
  const heard = new Map<string, number>();

  const server = createServer((req, res) => {
    readJson(req).then(
      (body) => res.end(JSON.stringify(answer(req.url ?? '', body))),
      () => res.destroy(),
    );
  });

  function answer(path: string, body: unknown): object {
    if (path === '/webhooks') {
      // The service's own events; the wire validator judges them in other tests.
      const { id } = body as BookingEvent;
      heard.set(id, (heard.get(id) ?? 0) + 1);
      outside.onWebhook();
      return {};
    }
    // Written by child.ts.
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
    heard,
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
