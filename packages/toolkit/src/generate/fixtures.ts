/** The examples of a contract as requests with their responses: a fixture for each response of each operation. */
import type { BundledContract, ContractResponse } from '../document/bundled-contract.ts';
import { headersOf, pathOf, testRequests, type TestRequest } from '../test-server/requests.ts';

/** The fixtures of an operation by the status of the response. */
export type Fixtures = Readonly<Record<string, readonly Fixture[]>>;

export interface Fixture {
  /** The name of the response's example. */
  readonly name: string;
  readonly request: FixtureRequest;
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: unknown;
  };
}

/** A request. Schemathesis takes the fields from path_parameters to body under the same names. */
export interface FixtureRequest {
  readonly method: string;
  /** The path with its parameters and its query. */
  readonly path: string;
  readonly path_parameters: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Returns the fixtures of each operation by its operationId. */
export function fixtures(contract: BundledContract): Map<string, Fixtures> {
  const requests = Map.groupBy(testRequests(contract), ({ operation }) => operation.operationId);
  return new Map([...requests].map(([operationId, sent]) => [operationId, fixturesOf(sent, contract)]));
}

/**
 * The last success has every valid request: the first with the first example of the response, and so on. Every other response has the first
 * one, because the state of a service decides about most refusals. Only 401 has a request without a key.
 */
function fixturesOf(requests: readonly TestRequest[], contract: BundledContract): Fixtures {
  const valid = requests.filter(({ status }) => status === undefined);
  const withoutKey = requests.filter(({ hasKey }) => !hasKey);
  const responses = Object.entries(requests[0]?.operation.responses ?? {});
  const success = responses.findLast(([status]) => status.startsWith('2'))?.[0];
  return Object.fromEntries(
    responses.map(([status, response]) => {
      const examples = examplesOf(response, contract);
      const sent = status === success ? valid : status === '401' ? withoutKey : valid.slice(0, 1);
      const fixture = (index: number) => {
        const { name, ...received } = examples[index] ?? examples[0] ?? { name: '', headers: {} };
        const request = sent[index] ?? sent[0];
        return request
          ? [{ name, request: toRequest(request, contract), response: { status: Number(status), ...received } }]
          : [];
      };
      return [status, [...Array(Math.max(examples.length, sent.length)).keys()].flatMap(fixture)];
    }),
  );
}

function toRequest(request: TestRequest, contract: BundledContract): FixtureRequest {
  const { method, operation, parameters, body, hasKey } = request;
  const { test, live } = contract['x-access'].key_modes;
  const mode = operation['x-behavior'].live_key ? live : test;
  const parametersIn = (place: string) =>
    Object.fromEntries(parameters.filter((each) => each.in === place).map(({ name, example }) => [name, example]));
  return {
    method,
    path: pathOf(request),
    path_parameters: parametersIn('path'),
    query: parametersIn('query'),
    headers: {
      ...(hasKey && { Authorization: `Bearer ${mode?.prefix}any` }),
      ...Object.fromEntries(headersOf(request)),
    },
    ...(body !== undefined && { body: JSON.parse(body) as unknown }),
  };
}

interface Example {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The examples of a response: one for each example of its body, or one without a body. */
function examplesOf(response: ContractResponse, contract: BundledContract): Example[] {
  const { headers: declared = {}, content = {} } = resolve(response, contract.components.responses);
  const [[type, media] = []] = Object.entries(content);
  const headers = Object.fromEntries(
    Object.entries(declared).flatMap(([name, header]) => {
      const { example } = resolve(header, contract.components.headers);
      return example === undefined ? [] : [[name, typeof example === 'string' ? example : JSON.stringify(example)]];
    }),
  );
  if (type === undefined) return [{ name: '', headers }];
  return Object.entries(media?.examples ?? {}).map(([name, example]) => ({
    name,
    headers: { 'Content-Type': type, ...headers },
    body: resolve(example, contract.components.examples).value,
  }));
}

/** Returns the component that a node refers to, or the node itself. */
function resolve<T extends object>(
  node: T | { readonly $ref: string },
  components: Readonly<Record<string, T>> = {},
): T {
  const { $ref }: { readonly $ref?: string } = node;
  // Without a reference it is the node itself.
  if ($ref === undefined) return node as T;
  const found = components[$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`The contract has no ${$ref}.`);
  return found;
}
