/** Handlers of MSW that respond with the examples of the contract, for tests that need no server. */
import { createRequire } from 'node:module';
import { http, HttpResponse, type HttpHandler } from 'msw';
import { operationTable, type OperationId } from '@booking-service/contract';

/** Options of {@link exampleHandlers} and {@link exampleHandler}. */
export interface ExampleOptions {
  /** The URL of the service, as your client has it. */
  readonly baseUrl: string;
}

/** Options of {@link exampleHandler}. */
export interface ExampleHandlerOptions extends ExampleOptions {
  /** The status of the response. Default: the last success of the contract, which is 201 for a create. */
  readonly status?: number;
  /** The name of the example. Default: the first one of the response. */
  readonly example?: string;
}

/** Returns a handler for every operation. Each responds with an example of its success. */
export function exampleHandlers({ baseUrl }: ExampleOptions): HttpHandler[] {
  // The table is an object with these keys.
  return (Object.keys(operationTable) as OperationId[]).map((operationId) => exampleHandler(operationId, { baseUrl }));
}

/** Returns a handler for one operation, for `server.use`: a refusal, or another example. Throws if the contract has no such example. */
export function exampleHandler(
  operationId: OperationId,
  { baseUrl, status: given, example: name }: ExampleHandlerOptions,
): HttpHandler {
  const { method, path, successes } = operationTable[operationId];
  const status = given ?? Number(successes.at(-1));
  const response = at(at(document, 'paths', path, method, 'responses'), String(status));
  const [media] = Object.values(at(response, 'content') ?? {});
  const [type = 'application/json'] = Object.keys(at(response, 'content') ?? {});
  const examples = at(media, 'examples') ?? {};
  const chosen = name ?? Object.keys(examples)[0] ?? '';
  const example = at(examples, chosen, 'value');
  if (example === undefined) {
    throw new Error(
      `The contract has no example "${chosen}" for ${operationId} with the status ${status}. It has: ${Object.keys(examples).join(', ')}`,
    );
  }
  const headers = Object.keys(at(response, 'headers') ?? {}).flatMap((header): [string, string][] => {
    const value: unknown = at(response, 'headers', header, 'example');
    return value === undefined ? [] : [[header, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  const url = baseUrl.replace(/\/$/, '') + path.replaceAll(/\{(\w+)\}/g, ':$1');
  return http[method](url, () => HttpResponse.json(example, { status, headers: [...headers, ['Content-Type', type]] }));
}

type Node = { readonly [key: string]: Node } | undefined;

// The bundled contract as plain nodes.
const document = createRequire(import.meta.url)('@booking-service/contract/openapi.json') as Node;

/** Returns the node at this path, through references. */
function at(node: Node, ...path: readonly string[]): Node {
  return path.reduce((from, key) => resolve(from?.[key]), resolve(node));
}

function resolve(node: Node): Node {
  const reference: unknown = node?.['$ref'];
  return typeof reference === 'string' ? at(document, ...reference.split('/').slice(1)) : node;
}
