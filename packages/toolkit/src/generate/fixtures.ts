/** The examples of a contract as requests with their responses: a fixture for each response of each operation. */
import { isJsonObject, type BundledContract, type JsonObject } from '../document/bundled-contract.ts';
import { entriesOf, follow } from '../document/normalize.ts';
import type { ResponseView } from '../document/operation-view.ts';
import {
  invalidRequests,
  testedDocument,
  type TestedDocument,
  type TestRequest,
  toWire,
  validRequests,
} from '../test-server/requests.ts';

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
export async function fixtures(contract: BundledContract): Promise<Map<string, Fixtures>> {
  const tested = testedDocument(contract);
  const entries = tested.views.map(async (view) => {
    const valid = validRequests(view, tested);
    return [view.operationId, await fixturesOf(valid, contract, tested)] as const;
  });
  return new Map(await Promise.all(entries));
}

/**
 * The last success has every valid request: the first with the first example of the response, and so on. Every other response has the first
 * one, because the state of a service decides about most refusals. Only 401 has a request without a key.
 */
async function fixturesOf(
  valid: readonly TestRequest[],
  contract: BundledContract,
  tested: TestedDocument,
): Promise<Fixtures> {
  const [first] = valid;
  if (!first) return {};
  const withoutKey = invalidRequests(first, tested).filter(({ hasKey }) => !hasKey);
  const responses = Object.entries(first.view.responses);
  const success = responses.findLast(([status]) => status.startsWith('2'))?.[0];
  const entries = responses.map(async ([status, response]) => {
    const examples = examplesOf(response, tested.document);
    const sent = status === success ? valid : status === '401' ? withoutKey : valid.slice(0, 1);
    const fixture = async (index: number): Promise<Fixture[]> => {
      const { name, ...received } = examples[index] ?? examples[0] ?? { name: '', headers: {} };
      const request = sent[index] ?? sent[0];
      if (!request) return [];
      return [
        {
          name,
          request: await toFixture(request, contract, tested),
          response: { status: Number(status), ...received },
        },
      ];
    };
    const all = await Promise.all([...Array(Math.max(examples.length, sent.length)).keys()].map(fixture));
    return [status, all.flat()] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function toFixture(
  request: TestRequest,
  contract: BundledContract,
  tested: TestedDocument,
): Promise<FixtureRequest> {
  const { view, sent } = request;
  const { test, live } = contract['x-access'].key_modes;
  const { live_key } = view.source['x-behavior'] as { readonly live_key?: boolean };
  const url = 'http://fixtures.test';
  const wire = await toWire(request, tested, { url, key: `${(live_key ? live : test)?.prefix}any` });
  const named = Object.keys(sent.options?.headers ?? {});
  // Headers reads names in lower case.
  const headers = ['Authorization', 'Content-Type', ...named].flatMap((name) => {
    const value = wire.headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return {
    method: wire.method,
    path: wire.url.slice(url.length),
    path_parameters: sent.path ?? {},
    query: sent.query ?? {},
    headers: Object.fromEntries(headers) as Record<string, string>,
    ...(sent.body !== undefined && { body: sent.body }),
  };
}

interface Example {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The examples of a response: one for each example of its body, or one without a body. */
function examplesOf({ headers: declared = {}, content = {} }: ResponseView, document: JsonObject): Example[] {
  const [[type, media] = []] = Object.entries(content);
  const headers = Object.fromEntries(
    Object.entries(declared).flatMap(([name, header]) => {
      const { example } = (follow(header, document) ?? {}) as JsonObject;
      return example === undefined ? [] : [[name, typeof example === 'string' ? example : JSON.stringify(example)]];
    }),
  ) as Record<string, string>;
  if (type === undefined) return [{ name: '', headers }];
  return entriesOf(media?.examples).map(([name, example]) => {
    const resolved = follow(example, document);
    return {
      name,
      headers: { 'Content-Type': type, ...headers },
      body: isJsonObject(resolved) ? resolved['value'] : undefined,
    };
  });
}
