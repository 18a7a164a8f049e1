import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Received } from './receiver.ts';

export type Protocol = 'http' | 'https';

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
  const file = fileURLToPath(new URL('receiver.ts', import.meta.url));
  const child = spawn(process.execPath, [file, certificate.key, certificate.cert], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  // Printed by receiver.ts.
  const ports = JSON.parse(line.toString()) as Record<Protocol, number>;
  const results = `http://127.0.0.1:${ports.http}/received`;
  // Sent by receiver.ts.
  const received = async () => (await (await fetch(results)).json()) as Received;
  return {
    url: (path, { protocol = 'http', host = '127.0.0.1' } = {}) => `${protocol}://${host}:${ports[protocol]}${path}`,
    received,
    async reset() {
      await fetch(results, { method: 'DELETE' });
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
    [Symbol.asyncDispose]: async () => void child.kill(),
  };
}
