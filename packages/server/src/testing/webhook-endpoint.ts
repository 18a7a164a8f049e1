import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BookingEvent } from '@booking-service/contract';

export interface ReceivedWebhook {
  readonly headers: Headers;
  readonly text: string;
  readonly event: BookingEvent;
}

/** An organization's endpoint on loopback that keeps what it is sent and answers as it is told. */
export interface WebhookEndpoint extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedWebhook[];
  /** The statuses of the next answers, first to last; 204 once they are used up. `hang` never answers, `drop` hangs up. */
  readonly answers: (number | 'hang' | 'drop')[];
}

export async function openWebhookEndpoint(): Promise<WebhookEndpoint> {
  const received: ReceivedWebhook[] = [];
  const answers: WebhookEndpoint['answers'] = [];
  const server = createServer((req, res) => {
    void readText(req).then((text) => {
      // The wire validator judges the text; here it is only made at hand.
      received.push({
        headers: new Headers(req.headers as Record<string, string>),
        text,
        event: JSON.parse(text) as BookingEvent,
      });
      const answer = answers.shift() ?? 204;
      if (answer === 'drop') req.socket.destroy();
      else if (answer !== 'hang')
        res.writeHead(answer, answer >= 300 && answer < 400 ? { Location: '/elsewhere' } : {}).end('seen');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    received,
    answers,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function readText(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A request stream without an encoding set yields Buffers.
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
