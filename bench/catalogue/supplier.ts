/** A supplier with 60,000 products, 32 MiB of JSON, in a process of its own. Sends its address to its parent. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { amount } from '../smoke.ts';

const unit = (type: string) => ({ id: type, type, restrictions: { minQuantity: 1, maxQuantity: 9, paxCount: 1 } });
const address = { addressLocality: 'Lisbon', addressCountry: 'PT' };
const products = Array.from({ length: amount(60_000, 1_000) }, (_, index) => ({
  id: `product-${index}`,
  title: `Tour ${(index * 7919) % 60_013}`,
  timeZone: 'Europe/Lisbon',
  availabilityType: 'START_TIME',
  description: 'A guide shows the tower, the harbour and the old town. '.repeat(2),
  locations: [{ types: ['START'], place: { postalAddress: address } }],
  options: [{ id: 'DEFAULT', requiredContactFields: ['firstName'], units: [unit('ADULT')] }],
}));
const body = Buffer.from(JSON.stringify(products));

const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(request.url?.includes('/products') === true ? body : '["octo/content"]');
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address of this form.
  process.send?.({ port: (server.address() as AddressInfo).port, bytes: body.length });
});
process.on('disconnect', () => process.exit());
