/** The certification of this service as a reseller, at the tests' supplier. scripts/octo runs it before the validator of the standard. */
import { expect, it } from 'vitest';
import { certificationSteps } from '../src/index.ts';
import { openOctoSupplier, type OctoSupplier } from './supplier/octo-supplier.ts';
import type { SupplierOptions } from './supplier/supplier-options.ts';
import { start } from './support/open-provider.ts';

const clock = { now: () => start };

/** Runs the steps until one fails. */
async function certify(
  options: Omit<SupplierOptions, 'clock'> = {},
): Promise<{ supplier: OctoSupplier; details: string[]; failure: string | undefined }> {
  await using supplier = await openOctoSupplier({ clock, ...options });
  const details: string[] = [];
  try {
    const { url: baseUrl, token } = supplier;
    for (const { run } of certificationSteps({ name: 'tours', baseUrl, token, clock })) details.push(await run());
    return { supplier, details, failure: undefined };
  } catch (error) {
    return { supplier, details, failure: String(error) };
  }
}

it('sends the requests of the validation in its order, and cancels its booking', async () => {
  const { supplier, details, failure } = await certify({ capabilities: ['octo/content', 'octo/pricing'] });
  expect(failure).toBeUndefined();
  const order = ['supplier', 'products', 'product', 'calendar', 'availability', 'reserve', 'confirm', 'cancel'];
  const routes = supplier.requests.map(({ route }) => route);
  expect(routes.filter((route) => route !== 'capabilities')).toEqual(order);
  expect([...supplier.bookings.all.values()].map(({ status }) => status)).toEqual(['CANCELLED']);
  expect(details).toHaveLength(7);
  expect(supplier.faults).toEqual([]);
});

it('sends the headers that the validation requires with every request', async () => {
  const { supplier } = await certify();
  expect(supplier.requests.length).toBeGreaterThan(0);
  for (const { route, headers } of supplier.requests) {
    expect({ route, type: headers['content-type'] }).toEqual({ route, type: 'application/json' });
    expect(headers.authorization).toBe(`Bearer ${supplier.token}`);
  }
  const negotiated = supplier.requests.filter(({ route }) => route !== 'capabilities');
  expect(new Set(negotiated.map(({ headers }) => headers['octo-capabilities']))).toEqual(new Set(['octo/content']));
});

it.each<{ what: string; options: Omit<SupplierOptions, 'clock'>; steps: number; says: string }>([
  { what: 'a supplier without products', options: { products: [] }, steps: 2, says: 'has not found a venue' },
  { what: 'a supplier without places', options: { capacity: 0 }, steps: 3, says: 'is available within 30 days' },
  {
    what: 'a supplier that refuses the contact',
    options: { products: [{ id: 'tower', required: ['postalCode'] }] },
    steps: 5,
    says: 'has not found a confirmed booking: {"outcome":"failed"',
  },
])('fails at $what, at the first step without a result', async ({ options, steps, says }) => {
  const { details, failure } = await certify(options);
  expect(details).toHaveLength(steps);
  expect(failure).toContain(says);
});
