import { setTimeout as pause } from 'node:timers/promises';
import { startProcess } from '../start-process.ts';
import type { Ports, Received, ReceiverMessage } from './receiver.ts';

export type Protocol = keyof Ports;

export interface Receiver extends AsyncDisposable {
  /** The URL of an endpoint. */
  url(path: '/' | '/hang' | '/slow', options?: { protocol?: Protocol; host?: string }): string;
  received(): Promise<Received>;
  /** Forgets what arrived. */
  reset(): Promise<void>;
  /** Waits until this number of different events has arrived, or for this time without another. */
  waitFor(events: number, options: { quiet_ms: number }): Promise<Received>;
}

export async function startReceiver(certificate: { key: string; cert: string }): Promise<Receiver> {
  const file = new URL('receiver.ts', import.meta.url);
  const args = [certificate.key, certificate.cert];
  const receiver = await startProcess<Ports, Received, ReceiverMessage>(file, { args });
  const { first: ports } = receiver;
  const received = () => receiver.send('read');
  return {
    url: (path, { protocol = 'http', host = '127.0.0.1' } = {}) => `${protocol}://${host}:${ports[protocol]}${path}`,
    received,
    async reset() {
      await receiver.send('reset');
    },
    async waitFor(events, { quiet_ms }) {
      let now = await received();
      let changed_ms = Date.now();
      while (now.events < events && Date.now() - changed_ms < quiet_ms) {
        await pause(50);
        const { events: before } = now;
        now = await received();
        if (now.events > before) changed_ms = Date.now();
      }
      return now;
    },
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  };
}
