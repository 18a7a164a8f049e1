import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookBody } from '../contract.ts';

export interface ReceivedWebhook {
  readonly headers: Headers;
  readonly text: string;
  readonly event: WebhookBody;
}

/** An organization's endpoint on loopback. It keeps the webhooks that it receives and sends the given responses. */
export interface WebhookEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /**
   * The statuses of the next responses, in order. 204 when all are used. `hang` never responds, and `drop` closes the connection.
   */
  readonly responses: (number | 'hang' | 'drop')[];
}

/** Opens the endpoint. `check` throws if a webhook is wrong: then the disposal rejects with the first such error. Default: no check. */
export async function openWebhookEndpoint({
  check = () => undefined,
}: { readonly check?: (webhook: ReceivedWebhook) => void } = {}): Promise<WebhookEndpoint> {
  const received: ReceivedWebhook[] = [];
  const faults: unknown[] = [];
  const responses: WebhookEndpoint['responses'] = [];
  const server = createServer((req, res) => {
    void readText(req).then((text) => {
      const headers = new Headers(req.headers as Record<string, string>);
      // `check` checks the text. This only parses it.
      const webhook = { headers, text, event: JSON.parse(text) as WebhookBody };
      received.push(webhook);
      try {
        check(webhook);
      } catch (fault) {
        faults.push(fault);
      }
      const response = responses.shift() ?? 204;
      if (response === 'drop') req.socket.destroy();
      else if (response !== 'hang')
        res.writeHead(response, response >= 300 && response < 400 ? { Location: '/elsewhere' } : {}).end('seen');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    responses,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      if (faults.length > 0) throw faults[0];
    },
  };
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A request stream without an encoding yields Buffers.
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
