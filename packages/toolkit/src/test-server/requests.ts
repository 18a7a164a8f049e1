/** The requests that test a server: the examples of each operation, and what it must refuse. */
import type { BundledContract, ContractOperation, ContractParameter } from '../document/bundled-contract.ts';

export interface TestRequest {
  readonly operation: ContractOperation;
  readonly method: string;
  /** The path of the contract. */
  readonly path: string;
  /** The purpose of the request: the name of an example, or the fault in it. */
  readonly title: string;
  readonly parameters: readonly ContractParameter[];
  readonly body?: string;
  readonly hasKey: boolean;
  /** The status that the server must respond with, or any of a refusal. Absent if every documented one below 500 is right. */
  readonly status?: 401 | '4XX';
}

/** Every request in its order: creates come before operations on what they create. */
export function testRequests(contract: BundledContract): TestRequest[] {
  const operations = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const depth = (path: string) => path.split('{').length;
  return operations
    .toSorted((a, b) => depth(a.path) - depth(b.path))
    .flatMap((routed) => {
      const { requestBody, responses, parameters: declared = [] } = routed.operation;
      // A cursor has no example.
      const all = declared
        .flatMap((each) => resolveParameter(each, contract) ?? [])
        .filter(({ required, example }) => required === true || example !== undefined);
      const parameters = all.filter(({ required }) => required === true);
      const bodies = Object.entries(requestBody?.content['application/json']?.examples ?? {});
      const first = { ...routed, parameters, hasKey: true };
      const valid = bodies.map(([title, { value }]) => ({ ...first, title, body: JSON.stringify(value) }));
      const [example] = valid;
      return [
        ...(valid.length > 0 ? valid : [{ ...first, title: 'required parameters' }]),
        ...(all.length > parameters.length
          ? [{ ...(example ?? first), title: 'every parameter', parameters: all }]
          : []),
        ...(responses['401']
          ? [{ ...(example ?? first), title: 'without a key', hasKey: false, status: 401 as const }]
          : []),
        ...(example ? [{ ...first, title: 'broken JSON', body: '{', status: '4XX' as const }] : []),
      ];
    });
}

/** The path of a request with its query. `idAt` returns the id that a part of the path has instead of its example. */
export function pathOf(
  { path, parameters }: Pick<TestRequest, 'path' | 'parameters'>,
  idAt: (parent: string) => string | undefined = () => undefined,
): string {
  const query = new URLSearchParams();
  for (const { in: place, name, example, explode = true } of parameters) {
    const values = textsOf(example);
    if (place === 'query') for (const value of explode ? values : [values.join(',')]) query.append(name, value);
  }
  const filled = path.replaceAll(/\/([^/]*)\{(\w+)\}/g, (_, start: string, name: string, offset: number) => {
    const example = parameters.find((each) => each.in === 'path' && each.name === name)?.example;
    return `/${start}${encodeURIComponent(idAt(path.slice(0, offset)) ?? String(example))}`;
  });
  return `${filled}${query.size > 0 ? `?${String(query)}` : ''}`;
}

/** The headers of a request, except its key. */
export function headersOf({ parameters, body }: Pick<TestRequest, 'parameters' | 'body'>): [string, string][] {
  const declared = parameters.flatMap(({ in: place, name, example }): [string, string][] =>
    place === 'header' ? [[name, textsOf(example).join(',')]] : [],
  );
  return [...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]), ...declared];
}

function textsOf(example: unknown): string[] {
  return Array.isArray(example) ? example.map(String) : [String(example)];
}

function resolveParameter(
  parameter: ContractParameter | { readonly $ref: string },
  { components }: BundledContract,
): ContractParameter | undefined {
  return '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
}
