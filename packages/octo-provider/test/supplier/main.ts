/**
 * The command `npm run octo:supplier`: a supplier that speaks OCTO, to try the provider against. It keeps its bookings in memory and
 * prints each of its requests. Usage: npm run octo:supplier [-- --port NUMBER]
 */
// @boundaries-ignore every command of the repository reads its flags in one way
import { readFlags, refuse } from '../../../../scripts/programs/run-program.ts';
// @boundaries-ignore every command of the repository reads its flags in one way
import { openOctoSupplier } from './octo-supplier.ts';
import { standardProducts } from './products.ts';

const { values } = readFlags({ options: { port: { type: 'string', default: '0' } } });
if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535) refuse('--port must be a number from 0 to 65535.');
const supplier = await openOctoSupplier({
  clock: { now: () => new Date() },
  products: standardProducts,
  port: Number(values.port),
});
supplier.onPoint = (point) => {
  if (point.startsWith('before')) console.log(point.slice('before '.length));
};
console.log(`OCTO supplier at ${supplier.url} with the token ${supplier.token}. Stop: Ctrl-C`);
