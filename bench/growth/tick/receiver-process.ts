/** Accepts every webhook. Its parent reads how many there were, and their CPU time. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly webhooks: number;
  readonly cpu_us: number;
}

let webhooks = 0;
const server = createServer((req, res) => {
  req.resume();
  webhooks += 1;
  res.writeHead(204).end();
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ webhooks, cpu_us: user + system } satisfies Received);
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  process.send?.((server.address() as AddressInfo).port);
});
