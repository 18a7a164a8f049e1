import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { canaries, findMisjudged } from './canaries.ts';
import { contract, documentedOperations } from './documented.ts';

it('Prism notices each request and answer that breaks the contract, and has nothing against those that do not', async () => {
  expect(await findMisjudged(contract)).toEqual([]);
});

it('each operation has wrong requests, and each of its answers wrong ones beside the good one', () => {
  const names = canaries().map(({ name }) => name);
  for (const { operationId, parameters, bodies, responses } of documentedOperations()) {
    const of = (part: string) => names.filter((name) => name.startsWith(`${operationId}: ${part}`)).length;
    expect(of('no key')).toBe(1);
    expect(of('header parameter') + of('path parameter')).toBe(parameters.length);
    expect(of('a field too many')).toBe(Object.keys(bodies).length > 0 ? 1 : 0);
    for (const { status } of responses) {
      expect([of(`a good ${status}`), of(`${status} with a field too many`)]).toEqual([1, 1]);
      expect(of(`${status} without`)).toBeGreaterThan(0);
    }
  }
});

it('gives Prism the dialect that the published document leaves out', () => {
  const published: unknown = createRequire(import.meta.url)('@booking-service/contract/openapi.json');
  // Swagger UI warns of a document with any dialect but OpenAPI's own, which Prism cannot compile.
  expect(published).not.toHaveProperty('jsonSchemaDialect');
  expect(contract).toHaveProperty('jsonSchemaDialect', 'https://json-schema.org/draft/2020-12/schema');
});

it('notices where Prism cannot compile the schemas and therefore says nothing', async () => {
  // Prism copies the dialect into each schema, cannot compile one of this dialect, and takes that for no violation.
  const mute = { ...contract, jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
  const misjudged = await findMisjudged(mute);
  expect(misjudged).toEqual(
    expect.arrayContaining(['createBooking: a field too many', 'getBooking: 200 with a field too many']),
  );
});
