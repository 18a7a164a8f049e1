/** Sends creates over as many connections as its options say: `load-process.ts <options>`, each with an idempotency key of its own. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { body } from '../http/request.ts';

export interface LoadOptions {
  readonly port: number;
  readonly key: string;
  readonly connections: number;
}

// The parent passes its options as JSON, and sends the number of creates.
const { port, key, connections } = JSON.parse(process.argv[2] ?? '') as LoadOptions;
process.on('message', (amount: number) => void load(amount));
process.send?.('ready');

async function load(amount: number): Promise<void> {
  // autocannon ends with the second that has begun.
  const begun_ms = performance.now();
  let ended_ms = begun_ms;
  const { requests, non2xx, errors } = await autocannon({
    setupClient: (client) => client.on('response', () => (ended_ms = performance.now())),
    url: `http://127.0.0.1:${port}`,
    connections,
    amount,
    requests: [
      {
        method: 'POST',
        path: '/v1/bookings',
        body,
        setupRequest: (request) => ({
          ...request,
          headers: {
            authorization: `Bearer ${key}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
        }),
      },
    ],
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} responses were not 2xx, ${errors} requests failed.`);
  process.send?.((1_000 * requests.total) / (ended_ms - begun_ms));
}
