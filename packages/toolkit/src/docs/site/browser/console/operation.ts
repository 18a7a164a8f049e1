/** The parts of an operation that the console needs, from the contract of the site. */
export interface ConsoleOperation {
  readonly method: string;
  readonly path: string;
  readonly requiresLiveKey: boolean;
  readonly parameters: readonly Parameter[];
  /** The examples of the body. Empty if the operation has none. */
  readonly bodies: readonly BodyExample[];
  /** The headers of its responses. */
  readonly headers: readonly string[];
  readonly idempotencyHeader: string | undefined;
  readonly livePrefix: string | undefined;
  /** The path that lists the resources of the operation, such as `/v1/loans`. */
  readonly collection: string | undefined;
  /** The path that lists the events of a resource, such as `/v1/events`, with the filters that it has. */
  readonly events: { readonly path: string; readonly filters: readonly string[] } | undefined;
}

/** The file console.json of the site: the values with which forms begin. A sandbox states its time and its keys, other services nothing. */
export interface ConsoleStart {
  readonly now?: string;
  readonly keys?: { readonly test: string; readonly live: string };
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
  readonly schema?: { readonly type?: unknown; readonly $ref?: string };
}

export interface BodyExample {
  readonly summary: string;
  readonly value: unknown;
}

interface Contract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-idempotency'?: { readonly header: string; readonly operations: readonly string[] };
  readonly 'x-access'?: { readonly key_modes: Readonly<Record<string, { readonly prefix: string }>> };
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: Body | Reference;
  readonly responses: Readonly<Record<string, { readonly headers?: object } | Reference>>;
  readonly 'x-behavior'?: { readonly live_key?: boolean };
}

interface Body {
  readonly content?: Readonly<Record<string, { readonly examples?: Readonly<Record<string, Partial<BodyExample>>> }>>;
}

interface Reference {
  readonly $ref: string;
}

/** Finds an operation. Undefined if the contract does not have it. */
export function findOperation(contract: object, operationId: string): ConsoleOperation | undefined {
  // The site contains the contract from which its pages are built.
  const { paths, 'x-idempotency': idempotency, 'x-access': access } = contract as Contract;
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const found = all.find(({ operation }) => operation.operationId === operationId);
  if (!found) return undefined;
  const { operation } = found;
  const { content = {} } = operation.requestBody ? resolve<Body>(operation.requestBody) : {};
  const collection = /^(.+?)\/\{/.exec(found.path)?.[1];
  const lists = all.find((each) => each.operation.operationId === 'listEvents' && each.method === 'GET');
  return {
    method: found.method,
    path: found.path,
    requiresLiveKey: operation['x-behavior']?.live_key === true,
    parameters: parametersOf(operation),
    bodies: Object.values(content).flatMap(({ examples = {} }) =>
      Object.entries(examples).map(([name, { summary = name, value }]) => ({ summary, value })),
    ),
    headers: [
      ...new Set(
        Object.values(operation.responses).flatMap((each) =>
          Object.keys(resolve<{ readonly headers?: object }>(each).headers ?? {}),
        ),
      ),
    ],
    idempotencyHeader: idempotency?.operations.includes(operationId) ? idempotency.header : undefined,
    livePrefix: access?.key_modes['live']?.prefix,
    collection: all.find(({ method, path }) => method === 'GET' && path === collection)?.path,
    events: lists && { path: lists.path, filters: parametersOf(lists.operation).map(({ name }) => name) },
  };

  function parametersOf({ parameters = [] }: Operation): Parameter[] {
    return parameters.map((each) => {
      const parameter = resolve<Parameter>(each);
      return { ...parameter, schema: parameter.schema && resolve(parameter.schema) };
    }) as Parameter[];
  }

  function resolve<T extends object>(value: T | Reference): T {
    if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
    let target: unknown = contract;
    for (const key of value.$ref.slice(2).split('/')) {
      target = (target as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')];
    }
    // The generator has checked that each reference leads to a part of the expected kind.
    return resolve(target as T | Reference);
  }
}
