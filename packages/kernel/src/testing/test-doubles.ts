import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Clock, createTimers, findNextTick, skipTicks } from '../time/clock.ts';
import type { WebhookBody } from '../contract.ts';

/** An advance skips ticks without work, except in this time before its end: a few ticks cost less than a search for work. */
const lastTicks_ms = 30_000;

/** A clock that stands still until it is advanced. */
export interface ManualClock extends Clock {
  /**
   * Advances time by `ms` and runs everything that becomes due, in order. Awaits each run before the next. `advance(0)` runs the
   * tickers that were woken. A run that waits for time needs a second, concurrent `advance`. Until 30 s before the end of an advance,
   * a ticker skips the ticks before its `nextDue`.
   */
  advance(ms: number): Promise<void>;
}

/** Creates a manual clock that starts at `start`. */
export function createManualClock(start: Date): ManualClock {
  let now = start.getTime();
  const timers = createTimers({ time: () => now });

  async function skipTo(target: number): Promise<void> {
    const find = () => findNextTick(timers, { until: target, from: now, offset_ms: 0 });
    for (let next = await find(); next; next = await find()) {
      now = Math.max(now, next.tick);
      // A concurrent advance may have run it meanwhile.
      if (!next.timer.running) await timers.run(next.timer);
    }
    for (const timer of timers.idle()) skipTicks(timer, { until: target + 1, from: now });
    now = Math.max(now, target);
  }

  return {
    now: () => new Date(now),
    monotonic_ms: () => now,
    every: (interval_ms, task, options) => timers.every(interval_ms, task, options),
    after: (ms, task) => timers.after(ms, task),
    async advance(ms) {
      const target = now + ms;
      if (ms > lastTicks_ms) await skipTo(target - lastTicks_ms);
      for (let next = timers.next(target); next; next = timers.next(target)) {
        now = Math.max(now, next.due);
        await timers.run(next);
      }
      now = Math.max(now, target);
    },
  };
}

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
