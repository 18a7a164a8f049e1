/** The text of the generated tables: constants whose literal types the rest of the code is checked against. */

interface Response {
  'x-error-codes'?: string[];
  $ref?: string;
}

interface Operation {
  operationId: string;
  'x-behavior': Record<string, unknown>;
  requestBody?: { required?: boolean };
  responses: Record<string, Response>;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: { type?: string };
}

/** The part of the bundled contract that the tables are made of. */
export interface BundledContract {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<
    string,
    {
      post: {
        parameters?: (Parameter | { $ref: string })[];
        requestBody: {
          content: { 'application/json': { schema: { $ref: string }; examples: Record<string, { value: unknown }> } };
        };
      };
    }
  >;
  components: {
    parameters?: Record<string, Parameter>;
    responses: Record<string, Response>;
    schemas: Record<string, { properties?: object }>;
  };
  [behavior: `x-${string}`]: unknown;
}

/** The part of any bundled contract that says where its operations are. */
export interface BundledPaths {
  paths: Record<string, Record<string, Pick<Operation, 'operationId' | 'requestBody'>>>;
}

/** One .ts file for each file of openapi/behavior. */
export function behaviorTables(contract: BundledContract): { name: string; source: string; text: string }[] {
  const behaviors = [
    ['errors', 'errorCatalogue'],
    ['booking-states', 'bookingStates'],
    ['limits', 'limits'],
    ['access', 'access'],
    ['idempotency', 'idempotency'],
    ['delivery', 'delivery'],
    ['runs', 'runs'],
    ['sandbox', 'sandbox'],
  ] as const;
  return behaviors.map(([behavior, constant]) => ({
    name: `${behavior}.ts`,
    source: `openapi/behavior/${behavior}.yaml`,
    text: constantText(constant, contract[`x-${behavior}`]),
  }));
}

/** Every operation by its operationId: where it is mounted, what it asks of a key, what it may answer. */
export function operationTable(contract: BundledContract): string {
  const table: Record<string, unknown> = {};
  for (const [path, methods] of Object.entries(contract.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { rules: _rules, ...behavior } = operation['x-behavior'];
      const statuses = Object.keys(operation.responses).toSorted();
      table[operation.operationId] = {
        method,
        path,
        ...behavior,
        body: operation.requestBody ? (operation.requestBody.required === true ? 'required' : 'optional') : 'none',
        successes: statuses.filter((status) => status.startsWith('2')).map(Number),
        errors: Object.fromEntries(
          statuses
            .filter((status) => !status.startsWith('2'))
            .map((status) => [status, errorCodes(contract, operation.responses[status])]),
        ),
      };
    }
  }
  return constantText('operationTable', table);
}

/** Every operation by its operationId: where it is mounted, and whether it takes a body. */
export function routeTable(name: string, { paths }: BundledPaths): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => [
      operationId,
      { method, path, body: requestBody ? 'required' : 'none' },
    ]),
  );
  return constantText(name, Object.fromEntries(rows));
}

/** Every event type with the type of its body. */
export function eventMap(contract: BundledContract): string {
  return `import type { components } from './openapi.ts';\n\n${eventTable(contract)}`;
}

/** The same beside the wire types themselves. */
export function eventTable(contract: BundledContract): string {
  const entries = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const schema = post.requestBody.content['application/json'].schema.$ref.split('/').at(-1);
    return `  readonly '${type}': components['schemas']['${schema}'];\n`;
  });
  return [
    constantText('eventTypes', Object.keys(contract.webhooks)),
    `\nexport interface EventMap {\n${entries.join('')}}\n`,
    `\n/** The headers of a webhook beside those of every JSON request. */\n`,
    `export interface WebhookHeaders {\n${webhookHeaders(contract).join('')}}\n`,
  ].join('');
}

/** A line for each header that a webhook has; one that some event requires is required. */
function webhookHeaders({ webhooks, components }: BundledContract): string[] {
  const parameters = Object.values(webhooks)
    .flatMap(({ post }) => post.parameters ?? [])
    .map((parameter) =>
      '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter,
    );
  const byName = Map.groupBy(
    parameters.filter((parameter) => parameter?.in === 'header'),
    (parameter) => parameter?.name ?? '',
  );
  return [...byName].map(([name, all]) => {
    const isRequired = all.some((parameter) => parameter?.required === true);
    return `  readonly '${name}'${isRequired ? '' : '?'}: string;\n`;
  });
}

/** What the webhooks package has to know of the delivery. */
export function signatureTable(contract: BundledContract): string {
  const { timeout_seconds, signature } = contract['x-delivery'] as { timeout_seconds: number; signature: object };
  return constantText('delivery', { timeout_seconds, signature });
}

/** The names of a schema's fields, for code that makes an object of exactly these. */
export function fieldTable({ components }: BundledContract, schema: string): string {
  const constant = `${schema.slice(0, 1).toLowerCase()}${schema.slice(1)}Fields`;
  return constantText(constant, Object.keys(components.schemas[schema]?.properties ?? {}));
}

/** The contract's example of each event type. */
export function eventSamples(contract: BundledContract): string {
  const samples = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const [example] = Object.values(post.requestBody.content['application/json'].examples);
    return [type, example?.value];
  });
  return constantText('eventSamples', Object.fromEntries(samples));
}

/** The schemas that parts of the contract are made of: those they name, and all that these refer to. */
export function schemasOf<S>(parts: readonly unknown[], schemas: Readonly<Record<string, S>>): Record<string, S> {
  const waiting = parts.flatMap(referred);
  const found = new Set<string>();
  for (const name of waiting) {
    if (found.has(name)) continue;
    found.add(name);
    waiting.push(...referred(schemas[name]));
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

function referred(value: unknown): string[] {
  return [...JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)].flatMap(([, name]) => name ?? []);
}

/** The codes that a response, or the one it refers to, may carry. */
export function errorCodes(contract: BundledContract, response: Response | undefined): string[] {
  const name = response?.$ref?.split('/').at(-1);
  const resolved = name === undefined ? response : contract.components.responses[name];
  return resolved?.['x-error-codes'] ?? [];
}

/** A constant whose type is its value. */
export function constantText(name: string, value: unknown): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}
