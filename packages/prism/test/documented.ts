/** The contract's operations as a test calls and answers them: everything in place of which the contract has an example. */
import { closedContract } from '../listen.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly maxLength?: number;
}

interface Described {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly example: string | number;
}

export interface DocumentedResponse {
  readonly status: number;
  readonly headers: readonly Described[];
  /** Bodies, by the name of the example. */
  readonly examples: Readonly<Record<string, object>>;
}

export interface DocumentedOperation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly (Described & { readonly in: 'path' | 'query' | 'header' })[];
  /** Bodies, by the name of the example; none where the operation takes no body. */
  readonly bodies: Readonly<Record<string, object>>;
  readonly responses: readonly DocumentedResponse[];
}

/** As a bundled OpenAPI document is built; of the contract its linter has seen to all that is read here. */
interface Node {
  readonly [key: string]: Node;
}

/** As the proxy holds answers to it. */
export const contract: object = closedContract();

export function documentedOperations(): DocumentedOperation[] {
  const root = contract as Node;
  const resolve = (node: Node | undefined): Node => {
    const pointer = node?.['$ref'] as string | undefined;
    if (pointer === undefined) return node ?? {};
    return resolve(
      pointer
        .split('/')
        .slice(1)
        .reduce<Node | undefined>((at, part) => at?.[part], root),
    );
  };
  const examplesOf = (node: Node): Record<string, object> => {
    const { examples = {} } = resolve(resolve(node)['content'])['application/json'] ?? {};
    return Object.fromEntries(Object.entries(examples).map(([name, each]) => [name, resolve(each)['value'] ?? {}]));
  };
  const described = (name: string, node: Node): Described => ({
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
      parameters: Object.values(operation['parameters'] ?? {}).map((each) => {
        const node = resolve(each);
        return {
          ...described(node['name'] as unknown as string, node),
          in: node['in'] as unknown as 'path' | 'query' | 'header',
        };
      }),
      bodies: examplesOf(operation['requestBody'] ?? {}),
      responses: Object.entries(operation['responses'] ?? {}).map(([status, each]) => ({
        status: Number(status),
        headers: Object.entries(resolve(each)['headers'] ?? {}).map(([name, header]) =>
          described(name, resolve(header)),
        ),
        examples: examplesOf(each),
      })),
    })),
  );
}

export interface Ask {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body?: unknown;
}

/** A call of the operation that fits the contract. */
export function toAsk({ method, path, parameters, bodies }: DocumentedOperation): Ask {
  const [body] = Object.values(bodies);
  const inPath = parameters.filter((each) => each.in === 'path');
  return {
    method,
    path: inPath.reduce((target, { name, example }) => target.replace(`{${name}}`, String(example)), path),
    headers: { Authorization: 'Bearer sk_test_any', ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body }),
  };
}

export async function send(url: string, { method, path, headers, body }: Ask): Promise<Response> {
  return fetch(url + path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
}
