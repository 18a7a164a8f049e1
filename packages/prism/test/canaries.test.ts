/**
 * The verdicts of Prism on requests and responses that violate the contract, derived from it, and on valid ones.
 *
 * @module-tag slow
 * @module-tag nightly
 */
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import { startPrismProxy } from '../index.ts';
import {
  contracts,
  type DocumentedOperation,
  documentedOperations,
  openUpstream,
  send,
  type TestRequest,
  toRequest,
  type UpstreamResponse,
  withQuery,
} from './documented-operations.ts';

const publicContract = contracts.public;

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
  const withOpenApiDialect = { ...publicContract, jsonSchemaDialect: 'https://spec.openapis.org/oas/3.1/dialect/base' };
  expect(await findWrongVerdicts(publicContract, withOpenApiDialect)).toEqual([]);
});

it('detects that Prism cannot compile the schemas and reports nothing', async () => {
  // Prism copies the dialect into each schema. It cannot compile a dialect that it does not know, and reports no violation then.
  const uncompilable = { ...publicContract, jsonSchemaDialect: 'https://dialect.test/unknown' };
  const wrongVerdicts = await findWrongVerdicts(publicContract, uncompilable);
  expect(wrongVerdicts).toEqual(
    expect.arrayContaining(['createBooking: an undocumented field', 'getBooking: 200 with an undocumented field']),
  );
});

interface Canary {
  readonly name: string;
  /** The side that violates the contract; null if both sides are valid and Prism must report nothing. */
  readonly invalid: 'request' | 'response' | null;
  readonly request: TestRequest;
  readonly response: UpstreamResponse;
}

/** Returns the canaries of a contract. Default: the public one. */
function canaries(contract: object = contracts.public): Canary[] {
  return documentedOperations(contract).flatMap((operation) => {
    const withDefaults = (each: PartialCanary): Canary => ({
      request: toRequest(operation),
      response: toResponses(operation)[0] ?? { status: 500, headers: {}, body: {} },
      ...each,
      name: `${operation.operationId}: ${each.name}`,
    });
    return [...requestCanaries(operation), ...responseCanaries(operation)].map(withDefaults);
  });
}

/** A canary without the parts that are valid. */
type PartialCanary = Omit<Canary, 'request' | 'response'> & Partial<Canary>;

function* requestCanaries(operation: DocumentedOperation): Generator<PartialCanary> {
  const request = toRequest(operation);
  const { Authorization: _none, ...withoutKey } = request.headers;
  if (operation.needsKey) yield { name: 'no key', invalid: 'request', request: { ...request, headers: withoutKey } };
  for (const { name, in: place, schema } of operation.parameters.filter(isRead)) {
    const long = schema.maximum === undefined ? 'x'.repeat((schema.maxLength ?? 0) + 1) : String(schema.maximum + 1);
    const changed = {
      path: toRequest({ ...operation, parameters: parametersWith(operation, name, long) }),
      query: { ...request, path: withQuery(request.path, name, long) },
      header: { ...request, headers: { ...request.headers, [name]: long } },
    }[place];
    yield { name: `${place} parameter ${name}, too long`, invalid: 'request', request: changed };
  }
  if (request.body === undefined) return;
  const body = { ...request.body, canary: true };
  yield { name: 'an undocumented field', invalid: 'request', request: { ...request, body } };
  yield { name: 'a body that is not an object', invalid: 'request', request: { ...request, body: [true] } };
  const headers = { ...request.headers, 'Content-Type': 'text/plain' };
  yield { name: 'another content type', invalid: 'request', request: { ...request, headers } };
}

/**
 * Prism reads a deep object without declared fields as an empty one, so it can report nothing about it. Node refuses headers of 16 KiB before
 * Prism gets them.
 */
function isRead({ schema, in: place }: DocumentedOperation['parameters'][number]): boolean {
  return schema.type !== 'object' && !(place === 'header' && (schema.maxLength ?? 0) >= 16_384);
}

/** The parameters of the operation, one of them with another value. */
function parametersWith(
  { parameters }: DocumentedOperation,
  name: string,
  example: string,
): DocumentedOperation['parameters'] {
  return parameters.map((each) => (each.name === name ? { ...each, example } : each));
}

function* responseCanaries(operation: DocumentedOperation): Generator<PartialCanary> {
  for (const response of toResponses(operation)) {
    const { status, headers, body } = response;
    yield { name: `a valid ${status}`, invalid: null, response };
    const more = { ...(body as object), canary: true };
    yield { name: `${status} with an undocumented field`, invalid: 'response', response: { ...response, body: more } };
    yield { name: `${status} that is not an object`, invalid: 'response', response: { ...response, body: [true] } };
    const html = { ...headers, 'Content-Type': 'text/html' };
    yield {
      name: `${status} as HTML`,
      invalid: 'response',
      response: { ...response, headers: html, body: JSON.stringify(body) },
    };
    const documented = operation.responses.find((each) => each.status === status)?.headers ?? [];
    for (const { name, required, schema } of documented) {
      const { [name]: _gone, ...others } = headers;
      if (required)
        yield { name: `${status} without ${name}`, invalid: 'response', response: { ...response, headers: others } };
      const long = schema.type === 'integer' ? '-1' : 'x'.repeat((schema.maxLength ?? 200) + 1);
      yield {
        name: `${status} with an invalid ${name}`,
        invalid: 'response',
        response: { ...response, headers: { ...others, [name]: long } },
      };
    }
  }
  const [valid] = toResponses(operation);
  if (valid) yield { name: 'an undocumented status', invalid: 'response', response: { ...valid, status: 418 } };
}

/** Each documented response, with the first of its examples. */
function toResponses({ responses }: DocumentedOperation): UpstreamResponse[] {
  // A response without a JSON example is text.
  const inJson = responses.filter(({ examples }) => Object.keys(examples).length > 0);
  return inJson.map(({ status, headers, examples }) => ({
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...Object.fromEntries(headers.map(({ name, example }) => [name, String(example)])),
    },
    body: Object.values(examples)[0],
  }));
}

/** Sends each canary of a contract through a proxy for the document, by default the same. Returns the names of those that Prism judges wrongly. */
async function findWrongVerdicts(contract: object, document: object = contract): Promise<string[]> {
  let response: UpstreamResponse = { status: 500, headers: {}, body: 'No response is set.' };
  await using upstream = await openUpstream(() => response);
  await using proxy = await startPrismProxy({ upstream: upstream.url, document });
  const wrongVerdicts: string[] = [];
  const all = canaries(contract);
  for (const canary of all) {
    response = canary.response;
    await (await send(proxy.url, canary.request)).arrayBuffer();
    const sides = new Set(proxy.exchanges.at(-1)?.violations.map(({ side }) => side));
    const expected = canary.invalid === null ? [] : [canary.invalid];
    if (expected.join() !== [...sides].join()) wrongVerdicts.push(canary.name);
  }
  if (proxy.exchanges.length !== all.length) wrongVerdicts.push('the number of exchanges');
  return wrongVerdicts;
}
