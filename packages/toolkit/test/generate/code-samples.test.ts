import { expect, it } from 'vitest';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { exampleCalls } from '../../src/generate/samples/code-samples.ts';
import { publicContract } from '../support/contracts.ts';

const product = { name: 'Notes', variables: 'NOTES', scope: 'notes', client: { create: 'createNotes', type: 'Notes' } };

/** The contract without the values of a key, wherever it occurs. */
function without(key: string): BundledContract {
  return JSON.parse(JSON.stringify(publicContract, (name, value: unknown) => (name === key ? undefined : value)));
}

it.each([
  ['example', /^The path parameter id of \w+ has no example\. Give it one\.$/],
  ['examples', /^The body of \w+ has no example\. Give it one\.$/],
])('names the parameter or body whose %s is missing', (key, message) => {
  expect(exampleCalls(publicContract, product)).toContain('client.bookings.get(');
  expect(() => exampleCalls(without(key), product)).toThrow(message);
});
