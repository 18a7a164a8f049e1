/** The contract's operations with an example of every parameter, body and header, and an upstream that responds with them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closedAdminContract, closedCardServiceContract, closedContract, closedProviderContract } from '../index.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly maxLength?: number;
  readonly maximum?: number;
}

interface DocumentedParameter {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: string | number;
}

interface DocumentedResponse {
  readonly status: number;
  readonly headers: readonly DocumentedParameter[];
  /** Bodies, by the name of the example. */
  readonly examples: Readonly<Record<string, object>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  /** True if a request without a key violates the contract. */
  readonly needsKey: boolean;
  readonly parameters: readonly (DocumentedParameter & { readonly in: 'path' | 'query' | 'header' })[];
  /** Bodies, by the name of the example. Empty if the operation takes no body. */
  readonly bodies: Readonly<Record<string, object>>;
  readonly responses: readonly DocumentedResponse[];
}

/** A node of a bundled OpenAPI document. The contract's linter requires everything that is read here. */
interface JsonNode {
  readonly [key: string]: JsonNode;
}

/** The documents that the proxy validates responses against. */
export const contracts: Readonly<Record<'public' | 'admin' | 'provider' | 'card-service', object>> = {
  public: closedContract,
  admin: closedAdminContract,
  provider: closedProviderContract,
  'card-service': closedCardServiceContract,
};

export function documentedOperations(contract: object = contracts.public): DocumentedOperation[] {
  const root = contract as JsonNode;
  const resolve = (node: JsonNode | undefined): JsonNode => {
    const pointer = node?.['$ref'] as string | undefined;
    if (pointer === undefined) return node ?? {};
    return resolve(
      pointer
        .split('/')
        .slice(1)
        .reduce<JsonNode | undefined>((at, part) => at?.[part], root),
    );
  };
  const examplesOf = (node: JsonNode): Record<string, object> => {
    const { examples = {} } = resolve(resolve(node)['content'])['application/json'] ?? {};
    return Object.fromEntries(Object.entries(examples).map(([name, each]) => [name, resolve(each)['value'] ?? {}]));
  };
  const toParameter = (name: string, node: JsonNode): DocumentedParameter => ({
    name,
    required: Boolean(node['required']),
    schema: resolve(node['schema']),
    example: node['example'] as unknown as string | number,
  });

  return Object.entries(root['paths'] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: operation['operationId'] as unknown as string,
      method: method.toUpperCase(),
      path,
      needsKey: needsKey(operation['security'] ?? root['security'] ?? {}),
      parameters: Object.values(operation['parameters'] ?? {}).map((each) => {
        const node = resolve(each);
        return {
          ...toParameter(node['name'] as unknown as string, node),
          in: node['in'] as unknown as 'path' | 'query' | 'header',
        };
      }),
      bodies: examplesOf(operation['requestBody'] ?? {}),
      responses: Object.entries(operation['responses'] ?? {}).map(([status, each]) => ({
        status: Number(status),
        headers: Object.entries(resolve(each)['headers'] ?? {}).map(([name, header]) =>
          toParameter(name, resolve(header)),
        ),
        examples: examplesOf(each),
      })),
    })),
  );
}

/** True if every alternative of a security needs a credential. An empty list needs none. */
function needsKey(security: JsonNode): boolean {
  const alternatives = Object.values(security);
  return alternatives.length > 0 && alternatives.every((each) => Object.keys(each).length > 0);
}

export interface TestRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: unknown;
}

/** A valid request of the operation. */
export function toRequest({ method, path, parameters, bodies }: DocumentedOperation): TestRequest {
  const [body] = Object.values(bodies);
  const inPath = parameters.filter((each) => each.in === 'path');
  const inHeader = parameters.filter((each) => each.in === 'header' && each.required);
  const inQuery = parameters.filter((each) => each.in === 'query' && each.required);
  const filled = inPath.reduce((target, { name, example }) => target.replace(`{${name}}`, String(example)), path);
  return {
    method,
    path: inQuery.reduce((target, { name, example }) => withQuery(target, name, String(example)), filled),
    headers: {
      Authorization: 'Bearer sk_test_any',
      ...Object.fromEntries(inHeader.map(({ name, example }) => [name, String(example)])),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body }),
  };
}

/** Returns the path with this value of a query parameter. */
export function withQuery(path: string, name: string, value: string): string {
  const [start = '', query] = path.split('?');
  const values = new URLSearchParams(query);
  values.set(name, value);
  return `${start}?${values.toString()}`;
}

export async function send(url: string, { method, path, headers, body }: TestRequest): Promise<Response> {
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

export interface UpstreamResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** A string is sent unchanged; any other value as JSON. */
  readonly body: unknown;
}

interface Upstream extends AsyncDisposable {
  readonly url: string;
  /** The received requests, first to last: method, path with query, and body. */
  readonly requests: readonly string[];
}

/** Starts a server that responds with whatever `next` returns. */
export async function openUpstream(next: () => UpstreamResponse): Promise<Upstream> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      requests.push(`${req.method} ${req.url} ${Buffer.concat(chunks).toString()}`);
      const { status, headers, body } = next();
      res.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
