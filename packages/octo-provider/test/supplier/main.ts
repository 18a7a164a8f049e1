/**
 * The command `npm run octo:supplier`: a supplier that speaks OCTO, to try the provider against. It keeps its bookings in memory and
 * prints each of its requests. Usage: npm run octo:supplier [-- --port NUMBER]
 */
import { parseArgs } from 'node:util';
import { openOctoSupplier } from './octo-supplier.ts';

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } });
const products = [
  { id: 'tower', name: 'Tower Tour' },
  { id: 'museum', name: 'City Museum', hours: { from: '09:00', to: '17:30' } },
];
const supplier = await openOctoSupplier({ clock: { now: () => new Date() }, products, port: Number(values.port) });
supplier.onPoint = (point) => {
  if (point.startsWith('before')) console.log(point.slice('before '.length));
};
console.log(`OCTO supplier at ${supplier.url} with the token ${supplier.token}. Stop: Ctrl-C`);
