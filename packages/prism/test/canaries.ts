/** Requests and responses that violate the contract, derived from it. Prism must report each of them. */
import { startPrismProxy } from '../index.ts';
import {
  contracts,
  documentedOperations,
  send,
  toRequest,
  type TestRequest,
  withQuery,
  type DocumentedOperation,
} from './documented-operations.ts';
import { openUpstream, type UpstreamResponse } from './open-upstream.ts';

export interface Canary {
  readonly name: string;
  /** The side that violates the contract; null if both sides are valid and Prism must report nothing. */
  readonly invalid: 'request' | 'response' | null;
  readonly request: TestRequest;
  readonly response: UpstreamResponse;
}

/** Returns the canaries of a contract. Default: the public one. */
export function canaries(contract: object = contracts.public): Canary[] {
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
export function isRead({ schema, in: place }: DocumentedOperation['parameters'][number]): boolean {
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
export async function findWrongVerdicts(contract: object, document: object = contract): Promise<string[]> {
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
