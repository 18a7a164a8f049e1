import { expect, it } from 'vitest';
import { operationTable, pathIndex } from '../../src/generate/generated-tables.ts';
import { publicContract } from '../support/contracts.ts';

it('adds a file beside the paths of its family, with the underscores of its parameters', () => {
  const index = ['paths:', '  /keys: { $ref: paths/keys.yaml }', '  /audit: { $ref: paths/audit.yaml }', 'tags:'];
  const file = 'keys_{key_id}_name.yaml';
  expect(pathIndex(index.join('\n'), { folder: 'paths', files: ['keys.yaml', file] }).split('\n')).toEqual([
    ...index.slice(0, 2),
    `  /keys/{key_id}/name: { $ref: 'paths/${file}' }`,
    ...index.slice(2),
  ]);
});

/** The table of a contract with one operation whose body has this content. */
function tableWith(content: Readonly<Record<string, object>>): string {
  const [methods] = Object.values(publicContract.paths);
  const [operation] = Object.values(methods ?? {});
  if (!operation) throw new Error('The contract has no operation.');
  const patch = { ...operation, operationId: 'patchNote', requestBody: { content } };
  return operationTable({ ...publicContract, paths: { '/notes': { patch } } } as typeof publicContract);
}

it.each([
  ['application/json', undefined],
  ['Application/JSON; charset=utf-8', undefined],
  ['*/*', undefined],
  ['application/merge-patch+json; charset=utf-8', 'application/merge-patch+json'],
])('finds the media type of the body %s', (key, expected) => {
  const stated = /"media_type": "(.*)"/.exec(tableWith({ [key]: { schema: {} } }))?.[1];
  expect(stated).toBe(expected);
});

it.each([
  [{}, 'The body of patchNote states no media type'],
  [
    { 'multipart/form-data': { schema: {} } },
    'The body of patchNote states multipart/form-data, and a service reads JSON.',
  ],
  [{ 'application/json': {} }, 'The body of patchNote has no schema.'],
  [
    { 'application/json': { schema: {} }, 'application/json;charset=utf-8': { schema: {} } },
    'The body of patchNote states application/json twice',
  ],
])('refuses a body that no check of the service reads: %j', (content, says) => {
  expect(() => tableWith(content)).toThrow(says);
});
