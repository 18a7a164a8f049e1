/** A supplier of OCTO with many products, as a process of its own. It sends its address and the size of the list. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const products = Number(process.argv[2]);
const etag = '"1"';
const list = JSON.stringify(Array.from({ length: products }, (_, index) => productOf(index)));

const server = createServer((req, res) => {
  if (req.url !== '/products/') return void res.writeHead(404).end();
  if (req.headers['if-none-match'] === etag) return void res.writeHead(304, { ETag: etag }).end();
  res.writeHead(200, { 'Content-Type': 'application/json', ETag: etag }).end(list);
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ url: `http://127.0.0.1:${port}`, bytes: Buffer.byteLength(list) });
});

function productOf(index: number): object {
  return {
    id: `product-${index}`,
    locale: 'en',
    timeZone: 'Europe/Lisbon',
    availabilityType: 'START_TIME',
    title: `Tour ${(index * 7919) % products}`,
    description: 'A walk through the old town with a guide, from the river to the castle.',
    locations: [{ types: ['START'], place: { postalAddress: { addressLocality: 'Lisbon', addressCountry: 'PT' } } }],
    options: [{ id: 'DEFAULT', units: [{ id: 'adult', type: 'ADULT', restrictions: { paxCount: 1 } }] }],
  };
}
