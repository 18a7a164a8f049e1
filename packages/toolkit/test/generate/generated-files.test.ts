import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { operationTable, pathIndex } from '../../src/generate/generated-tables.ts';
import { publicContract } from '../support/contracts.ts';
import { personalTable } from '../../src/generate/personal-table.ts';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { exampleCalls } from '../../src/generate/samples/code-samples.ts';

describe('pathIndex', () => {
  it('adds a file beside the paths of its family, with the underscores of its parameters', () => {
    const index = ['paths:', '  /keys: { $ref: paths/keys.yaml }', '  /audit: { $ref: paths/audit.yaml }', 'tags:'];
    const file = 'keys_{key_id}_name.yaml';
    expect(pathIndex(index.join('\n'), { folder: 'paths', files: ['keys.yaml', file] }).split('\n')).toEqual([
      ...index.slice(0, 2),
      `  /keys/{key_id}/name: { $ref: 'paths/${file}' }`,
      ...index.slice(2),
    ]);
  });
});

describe('operationTable', () => {
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
});

describe('personalTable', () => {
  const guest = { properties: { name: { 'x-personal': { erased: 'Erased' } }, phone: { 'x-personal': 'removed' } } };
  const stored = {
    Booking: {
      properties: { id: {}, guest: { $ref: '#/components/schemas/Guest' } },
      'x-not-personal': ['id'],
    },
    Guest: guest,
    BookingSummary: { properties: { id: {} }, 'x-not-personal': ['id'] },
    Session: { properties: {} },
  };

  function table(changes: object): string {
    return personalTable({ components: { schemas: { ...stored, ...changes } } }, [
      'Booking',
      'BookingSummary',
      'Session',
    ]);
  }

  it('lists the personal fields of each stored schema, also of nested ones, with what replaces them', () => {
    const rows = {
      Booking: [{ path: ['guest', 'name'], erased: 'Erased' }, { path: ['guest', 'phone'] }],
      BookingSummary: [],
      Session: [],
    };
    expect(table({})).toBe(`export const personalData = ${JSON.stringify(rows, null, 2)} as const;\n`);
  });

  it('refuses a stored field that is not classified', () => {
    const added = { ...guest, properties: { ...guest.properties, birthday: {} } };
    expect(() => table({ Guest: added })).toThrow(
      'Guest.birthday is stored, but not classified. Is it personal data? Mark it with x-personal, or add it to x-not-personal of Guest.',
    );
    expect(() => table({ BookingSummary: { properties: { id: {}, seat: {} }, 'x-not-personal': ['id'] } })).toThrow(
      'BookingSummary.seat is stored, but not classified.',
    );
  });

  it('refuses a field that is classified twice, and a name without a field', () => {
    const twice = { ...guest, 'x-not-personal': ['phone'] };
    expect(() => table({ Guest: twice })).toThrow('Guest.phone has x-personal, and is in x-not-personal.');
    const unknown = { ...guest, 'x-not-personal': ['fax'] };
    expect(() => table({ Guest: unknown })).toThrow('Guest has no field fax. Remove it from x-not-personal.');
  });
});

describe('exampleCalls', () => {
  const product = {
    name: 'Notes',
    variables: 'NOTES',
    scope: 'notes',
    client: { create: 'createNotes', type: 'Notes' },
  };

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
});

const types = readFileSync(fileURLToPath(new URL('../../../client/src/generated/openapi.ts', import.meta.url)), 'utf8');

it('every field of the generated types has a description for hovers', () => {
  const schemas = types.slice(types.indexOf('    schemas: {'), types.indexOf('    responses: {')).split('\n');
  const fields = schemas.flatMap((line, index) => (/^ {12,}(?:readonly )?[\w"]+\??: /.test(line) ? [index] : []));
  expect(fields.length).toBeGreaterThan(100);
  const silent = fields.filter((index) => !schemas[index - 1]?.trim().endsWith('*/'));
  expect(silent.map((index) => schemas[index]?.trim())).toEqual([]);
});
