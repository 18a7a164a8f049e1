/**
 * The parts that survive a kill of the service: the provider's side, the card service and the organization's endpoint. The first two
 * follow their ports: a repeated call takes effect once.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingEvent } from '@booking-service/contract';
import type { PaymentService } from '../../src/index.ts';
import { createCardLedger, type CardLedger } from '../support/card-ledger.ts';

/** The paths of the card service. The name of the method follows. */
const cards = '/cards/';

export interface Outside extends AsyncDisposable {
  readonly url: string;
  /** The references of each booking at the provider. */
  readonly made: ReadonlyMap<string, ReadonlySet<string>>;
  readonly modified: ReadonlyMap<string, ReadonlySet<string>>;
  readonly released: ReadonlySet<string>;
  /** The payments at the card service, each of which the person approved at once. */
  readonly ledger: CardLedger;
  /** The number of times that each event was received. */
  readonly received: ReadonlyMap<string, number>;
  /** Called when a call of the provider or the card service, or a webhook, took effect, before its response. */
  onCall: (to: 'webhook' | 'port') => void;
}

export async function openOutside(): Promise<Outside> {
  const made = new Map<string, Set<string>>();
  const modified = new Map<string, Set<string>>();
  const released = new Set<string>();
  const received = new Map<string, number>();
  const ledger = createCardLedger({ approved: true });

  const server = createServer((req, res) => {
    readJson(req).then(
      async (body) => {
        const path = req.url ?? '';
        const result = path.startsWith(cards) ? await pay(path.slice(cards.length), body) : respond(path, body);
        outside.onCall(path === '/webhooks' ? 'webhook' : 'port');
        res.end(JSON.stringify(result));
      },
      () => res.destroy(),
    );
  });

  /** Calls a method of the ledger. child.ts sends its first argument. */
  function pay(method: string, body: unknown): Promise<object> {
    const call = ledger.payments[method as keyof PaymentService] as (argument: unknown) => Promise<object>;
    return call(body);
  }

  function respond(path: string, body: unknown): object {
    if (path === '/webhooks') {
      // The wire validator checks events in other tests.
      const { id } = body as BookingEvent;
      received.set(id, (received.get(id) ?? 0) + 1);
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
    ledger,
    received,
    onCall: () => undefined,
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
