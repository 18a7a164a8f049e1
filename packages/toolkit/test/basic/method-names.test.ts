/** The names of the client's methods are short, unique, and stay when an operation is added behind them. */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../src/document/bundled-contract.ts';
import { normalized } from '../../src/document/normalize.ts';
import { plainClient } from '../../src/generate/plain-client/write-client.ts';
import { get, of, ok } from './kind.ts';

const product = { name: 'Any', variables: 'ANY', scope: 'any', client: { create: 'create', type: 'AnyClient' } };
const unnamed = { get: { responses: ok() } };

/** The places of the operations: `GET /pets` is `pets.get`. */
function placesOf(paths: JsonObject): Record<string, string> {
  const text = plainClient(normalized(of(paths)), product, { int64: undefined, note: () => undefined });
  const rows = text.matchAll(/"resource": "(.*)",\s+"method": "(.*)",\s+"call": "(.*)"/g);
  return Object.fromEntries([...rows].map(([, resource, method, call]) => [call, `${resource}.${method}`]));
}

it('begins behind the tag where the document has no id, without versions and endings', () => {
  const paths = {
    '/v1/pets.json': unnamed,
    '/v1/pets/{petId}.json': unnamed,
    '/v1/pets/{petId}/toys.json': unnamed,
    '/2010-04-01/Accounts/{Sid}.json': unnamed,
    '/status': unnamed,
    '/{id}': unnamed,
  };
  expect(placesOf(paths)).toEqual({
    'GET /v1/pets.json': 'pets.get',
    'GET /v1/pets/{petId}.json': 'pets.getByPetId',
    'GET /v1/pets/{petId}/toys.json': 'pets.getByPetIdToys',
    'GET /2010-04-01/Accounts/{Sid}.json': 'accounts.getBySid',
    'GET /status': 'status.get',
    'GET /{id}': 'root.getById',
  });
});

it('leaves the name of the tag out of an id once, as whole words', () => {
  const ids = ['getPetById', 'findPetsByPetId', 'getV1Pets', 'listPetshops', 'pets/create', 'petsitter'];
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, get(id, { tags: ['pets'] })]));
  expect(Object.values(placesOf(paths))).toEqual([
    'pets.getById',
    'pets.findByPetId',
    'pets.getV1',
    'pets.listPetshops',
    'pets.create',
    'pets.petsitter',
  ]);
});

it('keeps the names when an operation with the same name is added', () => {
  const before = { '/v1/pets': unnamed, '/a': get('getPets', { tags: ['pets'] }) };
  const after = { ...before, '/v2/pets': unnamed, '/b': get('getPet', { tags: ['pets'] }) };
  expect(placesOf(before)).toEqual({ 'GET /v1/pets': 'pets.get', 'GET /a': 'pets.getPets' });
  expect(placesOf(after)).toEqual({
    ...placesOf(before),
    'GET /v2/pets': 'pets.getV2Pets',
    'GET /b': 'pets.getPet',
  });
});
