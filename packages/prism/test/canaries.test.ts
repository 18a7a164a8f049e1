/**
 * The verdicts of Prism on bodies with planted faults.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { canaries, findWrongVerdicts, isRead } from './canaries.ts';
import { contracts, documentedOperations } from './documented-operations.ts';

const contract = contracts.public;

it.each([
  { name: 'public', atLeast: 200 },
  { name: 'admin', atLeast: 200 },
  { name: 'provider', atLeast: 150 },
  { name: 'card-service', atLeast: 150 },
] as const)(
  'Prism reports every request and response that violates the $name contract, and no valid one',
  async ({ name, atLeast }) => {
    expect(await findWrongVerdicts(contracts[name])).toEqual([]);
    expect(canaries(contracts[name]).length).toBeGreaterThan(atLeast);
  },
);

it('each operation has invalid requests, and each of its statuses has a valid response and invalid ones', () => {
  const names = canaries().map(({ name }) => name);
  for (const { operationId, parameters, bodies, responses } of documentedOperations()) {
    const of = (part: string) => names.filter((name) => name.startsWith(`${operationId}: ${part}`)).length;
    expect(of('no key')).toBe(1);
    expect(['header', 'path', 'query'].reduce((sum, place) => sum + of(`${place} parameter`), 0)).toBe(
      parameters.filter(isRead).length,
    );
    expect(of('an undocumented field')).toBe(Object.keys(bodies).length > 0 ? 1 : 0);
    for (const { status } of responses) {
      expect([of(`a valid ${status}`), of(`${status} with an undocumented field`)]).toEqual([1, 1]);
      expect(of(`${status} without`)).toBeGreaterThan(0);
    }
  }
});

it('names a dialect to Prism if the document leaves it out, or names that of OpenAPI', async () => {
  const published: unknown = createRequire(import.meta.url)('@booking-service/contract/openapi.json');
  // Swagger UI warns about every dialect except OpenAPI's own, and Prism cannot compile that one.
  expect(published).not.toHaveProperty('jsonSchemaDialect');
  const withOpenApiDialect = { ...contract, jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
  expect(await findWrongVerdicts(contract, withOpenApiDialect)).toEqual([]);
});

it('detects that Prism cannot compile the schemas and reports nothing', async () => {
  // Prism copies the dialect into each schema. It cannot compile a dialect that it does not know, and reports no violation then.
  const uncompilable = { ...contract, jsonSchemaDialect: 'https://dialect.test/unknown' };
  const wrongVerdicts = await findWrongVerdicts(contract, uncompilable);
  expect(wrongVerdicts).toEqual(
    expect.arrayContaining(['createBooking: an undocumented field', 'getBooking: 200 with an undocumented field']),
  );
});
