import type { IncomingMessage } from 'node:http';
import { Refusal } from '@booking-service/kernel/contract';
import { createValidators } from '@booking-service/kernel/http';
import { compileContract, type ContractDocument } from '../../src/http/compile-contract.ts';
import { expect, it } from 'vitest';

type Schemas = ContractDocument['components']['schemas'];

/** Checks a body, and returns the details of the refusal. */
function detailsOf(schemas: Schemas, body: unknown, mediaType = 'application/json') {
  const content = { [mediaType]: { schema: { $ref: '#/components/schemas/Note' } } };
  const post = { operationId: 'createNote', requestBody: { required: true, content } };
  const compiled = compileContract({ paths: { '/notes': { post } }, components: { schemas } });
  // The validator reads these fields of a request.
  const req = { url: '/notes', headers: {} } as IncomingMessage;
  try {
    createValidators(compiled)('createNote')({ req, params: {}, body, hasEscapes: false });
    return [];
  } catch (error) {
    if (error instanceof Refusal) return error.details;
    throw error;
  }
}

/** A schema of JSON Schema, of which the compiler reads more than the kernel's type declares. */
const schema = (given: object) => given as Schemas[string];

it('refuses a field that is read-only', () => {
  const Note = schema({
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, text: { readOnly: false } },
  });
  expect(detailsOf({ Note }, { text: 'a' })).toEqual([]);
  expect(detailsOf({ Note }, { id: 'n', text: 'a' })).toEqual([{ in: 'body', path: '/id', message: 'is read-only' }]);
});

const strict = { Note: schema({ type: 'object', properties: { text: {} }, additionalProperties: false }) };

it.each([
  'application/json; charset=utf-8',
  'Application/JSON',
  'application/json;version=1',
  'application/merge-patch+json',
  'application/vnd.notes+json; charset=utf-8',
  'application/*',
  '*/*',
])('checks a body whose media type in the contract is %s', (mediaType) => {
  expect(detailsOf(strict, { text: 'a' }, mediaType)).toEqual([]);
  expect(detailsOf(strict, { nonsense: [1, 2] }, mediaType)).toHaveLength(1);
});

it.each([
  { content: {}, says: 'The body of createNote states no media type, and the service reads JSON.' },
  {
    content: { 'text/csv': { schema: {} } },
    says: 'The body of createNote states text/csv, and the service reads JSON.',
  },
  {
    content: { 'application/json': {} },
    says: 'The body of createNote has no schema. Write one; {} allows every value.',
  },
  {
    content: { 'application/json': { schema: {} }, 'application/json; charset=utf-8': { schema: {} } },
    says: 'The body of createNote states application/json twice, in different spellings. Keep one.',
  },
])('refuses a contract whose body no check would read: $says', ({ content, says }) => {
  const post = { operationId: 'createNote', requestBody: { content } };
  const document = { paths: { '/notes': { post } }, components: { schemas: {} } };
  expect(() => compileContract(document)).toThrow(says);
  const component = { operationId: 'createNote', requestBody: { $ref: '#/components/requestBodies/Note' } };
  const components = { schemas: {}, requestBodies: { Note: { content } } };
  expect(() => compileContract({ paths: { '/notes': { post: component } }, components })).toThrow(says);
});

it('names the fault of a component that refers to itself by its JSON pointer', () => {
  const Note = schema({
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: {
      text: { enum: ['a', 'b'] },
      answers: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
    },
  });
  expect(detailsOf({ Note }, { text: 'a', answers: [{ text: 'c' }, { 'x/y': 1, '': 2 }] })).toEqual([
    { in: 'body', path: '/answers/0/text', message: 'must be equal to one of the allowed values: a, b' },
    { in: 'body', path: '/answers/1/text', message: "must have required property 'text'" },
    { in: 'body', path: '/answers/1/x~1y', message: 'must NOT have additional properties' },
    { in: 'body', path: '/answers/1/', message: 'must NOT have additional properties' },
  ]);
});

it('names the fields of combinations that a body excludes', () => {
  const absent = { not: {} };
  const Note = schema({
    type: 'object',
    required: ['kind'],
    properties: { kind: {}, text: {}, link: {}, later: { type: 'boolean' } },
    not: {
      anyOf: [
        { required: ['text', 'link'], properties: { text: {}, link: {} } },
        { properties: { text: absent, link: absent } },
        { required: ['later', 'link'], properties: { later: { const: true }, link: {} } },
        { required: ['kind'], properties: { kind: { enum: ['a', 'b'] }, later: absent } },
      ],
    },
  });
  const fault = (path: string, message: string) => [{ in: 'body', path, message }];
  expect(detailsOf({ Note }, { kind: 'c', link: 'a', later: false })).toEqual([]);
  expect(detailsOf({ Note }, { kind: 'c' })).toEqual(fault('/text', 'is required without link'));
  expect(detailsOf({ Note }, { kind: 'c', text: 'a', link: 'a' })).toEqual(
    fault('/text', 'must not be sent together with link'),
  );
  expect(detailsOf({ Note }, { kind: 'c', link: 'a', later: true })).toEqual(
    fault('/later', 'must not be true together with link'),
  );
  expect(detailsOf({ Note }, { kind: 'b', text: 'a' })).toEqual(fault('/later', 'is required with kind b'));
  expect(detailsOf({ Note }, [])).toEqual(fault('', 'must be object'));
});

it('has the message of Ajv for a value that another schema excludes', () => {
  const Note = schema({ type: 'object', properties: { text: { not: { const: 'a' } } } });
  expect(detailsOf({ Note }, { text: 'a' })).toEqual([{ in: 'body', path: '/text', message: 'must NOT be valid' }]);
  const Own = schema({ type: 'object', not: { minProperties: 1 } });
  expect(detailsOf({ Note: Own }, { text: 'a' })).toEqual([{ in: 'body', path: '', message: 'must NOT be valid' }]);
});

it.each([
  { given: { type: 'no such type' }, fault: /type must be JSONType or JSONType\[\]/ },
  { given: { $ref: '#/components/schemas/Missing' }, fault: /can't resolve reference #\/components\/schemas\/Missing/ },
])('does not compile the schema $given', ({ given, fault }) => {
  expect(() => detailsOf({ Note: schema(given) }, {})).toThrow(fault);
});
