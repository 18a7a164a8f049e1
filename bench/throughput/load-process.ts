/** Sends creates over 32 connections: `load-process.ts <options>`, each with an idempotency key of its own. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';
import { body } from '../http/request.ts';
import { callers } from '../store/creates.ts';

export interface LoadOptions {
  readonly port: number;
  readonly key: string;
}

// The parent passes its options as JSON, and sends the number of creates.
const { port, key } = JSON.parse(process.argv[2] ?? '') as LoadOptions;
process.on('message', (amount: number) => void load(amount));
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function load(amount: number): Promise<void> {
  const { requests, non2xx, errors, duration } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: callers,
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
  process.send?.(requests.total / duration);
}
