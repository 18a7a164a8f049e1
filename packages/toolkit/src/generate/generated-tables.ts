/** Writes the generated tables: constants whose literal types the compiler checks the other code against. */
import {
  type BundledContract,
  type ContractOperation,
  type ContractResponse,
  type ContractSchema,
  deprecationOf,
  isJsonObject,
  type OperationBehavior,
} from '../document/bundled-contract.ts';
import { camel, pascal } from '../document/names.ts';
import { findOrderFaults } from '../lint/rules/operations.ts';

/** The paths of the bundled provider contract. */
export interface BundledPaths {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, Pick<ContractOperation, 'operationId' | 'requestBody'>>>>
  >;
}

/** The part of the bundled admin contract that its tables are made from. */
export interface BundledAdminContract {
  readonly paths: Readonly<Record<string, Readonly<Record<string, AdminOperation>>>>;
  readonly 'x-roles': object;
  readonly 'x-errors': object;
  readonly 'x-limits': object;
  readonly 'x-deprecation-policy'?: object;
}

type AdminOperation = Pick<ContractOperation, 'operationId' | 'requestBody'> & {
  readonly 'x-role': string;
  /** Default: a request reads few rows. */
  readonly 'x-reads'?: OperationBehavior['reads'];
};

/** One .ts file for each block of behavior, and for the states of each resource. */
export function behaviorTables(contract: BundledContract): { name: string; block: string; text: string }[] {
  const [fault] = findOrderFaults(contract['x-access'].refusal_order);
  if (fault) throw new Error(`${fault.before} needs ${fault.after} before it in refusal_order: ${fault.reason}.`);
  const blocks = ['access', 'delivery', 'idempotency', 'limits', 'runs', 'sandbox'].filter(
    (name) => contract[`x-${name}`],
  );
  const tables = [
    { name: 'errors', block: 'x-errors', constant: 'errorCatalogue', value: contract['x-errors'] as unknown },
    ...Object.entries(contract['x-states']).map(([resource, value]) => {
      return {
        name: `${resource.replaceAll('_', '-')}-states`,
        block: 'x-states',
        constant: `${camel(resource)}States`,
        value,
      };
    }),
    ...blocks.map((name) => ({ name, block: `x-${name}`, constant: name, value: contract[`x-${name}`] })),
  ];
  return tables.map(({ name, block, constant, value }) => ({
    name: `${name}.ts`,
    block,
    text: constantText(constant, value),
  }));
}

/** Every operation by its operationId: its method and path, its requirements on the key, its responses. */
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
        ...(operation.requestBody && mediaType(contract, operation)),
        ...deprecation(contract['x-deprecation-policy'], operation),
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

/** The days of a deprecated operation, and the page of the policy, for the headers of its responses. */
function deprecation(policy: unknown, operation: object): object {
  const stated = deprecationOf(operation);
  if (!stated) return {};
  const { since, sunset } = stated;
  const page = isJsonObject(policy) ? policy['page'] : undefined;
  return { deprecation: { since, sunset, ...(page !== undefined && { page }) } };
}

interface Body {
  readonly content?: Readonly<Record<string, object>>;
}

interface BodyOf {
  readonly operationId: string;
  readonly requestBody?: (Body & { readonly $ref?: string }) | undefined;
}

/**
 * The media type of a body, if it is not application/json. A range names application/json.
 *
 * @throws if it is no JSON, or has no schema: no check of the service would read such a body.
 */
function mediaType({ components }: BundledContract, { operationId, requestBody }: BodyOf): { media_type?: string } {
  const place = `The body of ${operationId}`;
  const name = requestBody?.$ref?.split('/').at(-1) ?? '';
  const { content = {} } =
    requestBody?.$ref === undefined ? (requestBody ?? {}) : (components.requestBodies?.[name] ?? {});
  const named = Object.entries(content).map(([key, media]) => {
    const type = key.split(';')[0]?.trim().toLowerCase() ?? '';
    return { type: /^(?:application|\*)\/\*$/.test(type) ? 'application/json' : type, media };
  });
  const json = named.filter(({ type }) => type === 'application/json' || type.endsWith('+json'));
  const chosen = json.find(({ type }) => type === 'application/json') ?? json[0];
  if (!chosen) {
    const types = Object.keys(content).join(', ') || 'no media type';
    throw new Error(`${place} states ${types}, and a service reads JSON. Document application/json.`);
  }
  if (json.some(({ type }, index) => json.findIndex((each) => each.type === type) !== index))
    throw new Error(`${place} states ${chosen.type} twice, in different spellings. Keep one.`);
  if (!('schema' in chosen.media)) throw new Error(`${place} has no schema. Write one; {} allows every value.`);
  return chosen.type === 'application/json' ? {} : { media_type: chosen.type };
}

/** Every operation by its operationId: its method and path, and whether it takes a body. */
export function routeTable(name: string, { paths }: BundledPaths): string {
  const rows = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, requestBody }]) => [
      operationId,
      { method, path, body: requestBody ? 'required' : 'none' },
    ]),
  );
  return constantText(name, Object.fromEntries(rows));
}

/** Every operation of a contract with roles by its operationId: its method and path, whether it takes a body, its lowest role, and its rows. */
export function adminRouteTable(contract: BundledAdminContract, name = 'admin'): string {
  const rows = Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { operationId, requestBody, 'x-role': role, 'x-reads': reads } = operation;
      const row = { method, path, body: requestBody ? 'required' : 'none', role, ...(reads && { reads }) };
      return [operationId, { ...row, ...deprecation(contract['x-deprecation-policy'], operation) }];
    }),
  );
  return constantText(`${name}Routes`, Object.fromEntries(rows));
}

/** The roles of callers, lowest first, the error catalogue and the limits of a contract with roles. */
export function adminBehavior(contract: BundledAdminContract, name = 'admin'): string {
  return [
    constantText(`${name}Roles`, contract['x-roles']),
    constantText(`${name}Errors`, contract['x-errors']),
    constantText(`${name}Limits`, contract['x-limits']),
  ].join('\n');
}

interface EventBody {
  readonly type: string;
  readonly name: string;
  readonly schema: ContractSchema;
}

/** The bodies of the events. A schema that is written in its webhook is named after the event. */
export function eventBodies({ webhooks }: BundledContract): EventBody[] {
  return Object.entries(webhooks).map(([type, { post }]) => {
    const { schema } = post.requestBody.content['application/json'];
    return { type, schema, name: schema.$ref?.split('/').at(-1) ?? `${pascal(type)}Event` };
  });
}

/** Every event type with the type of its body. */
export function eventMap(contract: BundledContract, types = './openapi.ts'): string {
  const inWebhook = (type: string) => `webhooks['${type}']['post']['requestBody']['content']['application/json']`;
  const table = eventTable(contract, inWebhook);
  const used = ['components', 'webhooks'].filter((name) => table.includes(`${name}[`));
  return `import type { ${used.join(', ')} } from '${types}';\n\n${table}`;
}

/** The same, for a file that contains the wire types. `inWebhook` gives the type of a body whose schema is written in its webhook. */
export function eventTable(contract: BundledContract, inWebhook?: (type: string) => string): string {
  const entries = eventBodies(contract).map(({ type, name, schema }) => {
    const body = (schema.$ref === undefined && inWebhook?.(type)) || `components['schemas']['${name}']`;
    return `  readonly '${type}': ${body};\n`;
  });
  return [
    constantText('eventTypes', Object.keys(contract.webhooks)),
    `\nexport interface EventMap {\n${entries.join('')}}\n`,
    `\n/** The headers of a webhook beside those of every JSON request. */\n`,
    `export interface WebhookHeaders {\n${webhookHeaders(contract).join('')}}\n`,
  ].join('');
}

/** One line per header of a webhook. */
function webhookHeaders(contract: BundledContract): string[] {
  return Object.values(contract['x-delivery'].headers).map(
    ({ name, required }) => `  readonly '${name}'${required ? '' : '?'}: string;\n`,
  );
}

/** The constants of the delivery that the webhooks package needs. */
export function signatureTable(contract: BundledContract): string {
  const { timeout_seconds, signature } = contract['x-delivery'];
  return constantText('delivery', { timeout_seconds, signature });
}

/** The schema of the header Request-Id. Undefined if the contract has none. */
export function requestIdSchema({ components }: BundledContract): ContractSchema | undefined {
  const schema = components.headers?.['Request-Id']?.schema;
  return schema?.$ref === undefined ? schema : components.schemas[schema.$ref.split('/').at(-1) ?? ''];
}

/** The form of a request id, for the check of those that callers send. */
export function requestIdForm({ minLength, maxLength, pattern }: ContractSchema): string {
  return constantText('requestIdForm', { minLength, maxLength, pattern });
}

/** The tables as one value, in the form in which the kernel takes the contract of a service. */
export function contractObject(contract: BundledContract): string {
  const parts = [
    { field: 'operations', constant: 'operationTable', file: 'operations' },
    { field: 'access', constant: 'access', file: 'access' },
    { field: 'errors', constant: 'errorCatalogue', file: 'errors' },
    { field: 'limits', constant: 'limits', file: 'limits' },
    { field: 'idempotency', constant: 'idempotency', file: 'idempotency' },
    { field: 'delivery', constant: 'delivery', file: 'delivery' },
    ...(requestIdSchema(contract) ? [{ field: 'requestId', constant: 'requestIdForm', file: 'request-id' }] : []),
    { field: 'events', constant: 'eventTypes', file: 'events' },
  ];
  return [
    ...parts.map(({ constant, file }) => `import { ${constant} } from './${file}.ts';\n`),
    '\n/** The tables of the contract as one value, as the runtime of a service takes them. */\n',
    'export const contract: {\n',
    ...parts.map(({ field, constant }) => `  readonly ${field}: typeof ${constant};\n`),
    '} = {\n',
    ...parts.map(({ field, constant }) => `  ${field === constant ? field : `${field}: ${constant}`},\n`),
    '};\n',
  ].join('');
}

/** The names of a schema's fields, for code that copies exactly these. */
export function fieldTable({ components }: BundledContract, schema: string): string {
  const constant = `${schema.slice(0, 1).toLowerCase()}${schema.slice(1)}Fields`;
  return constantText(constant, Object.keys(components.schemas[schema]?.properties ?? {}));
}

/** The contract's example of each event type, and of each required header but the signature. */
export function eventSamples(contract: BundledContract): string {
  const samples = Object.entries(contract.webhooks).map(([type, { post }]) => {
    const [example] = Object.values(post.requestBody.content['application/json'].examples);
    return [type, example?.value];
  });
  const { headers, signature } = contract['x-delivery'];
  const required = Object.values(headers).filter((each) => each.required && each.name !== signature.header);
  return [
    constantText('eventSamples', Object.fromEntries(samples)),
    constantText('headerSamples', Object.fromEntries(required.map(({ name, example }) => [name, example]))),
  ].join('\n');
}

/** The schemas that parts of the contract refer to, directly or through other schemas. */
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

/** The error codes of a response, or of the response that it refers to. */
export function errorCodes(contract: BundledContract, response: ContractResponse | undefined): readonly string[] {
  const name = response?.$ref?.split('/').at(-1);
  const resolved = name === undefined ? response : contract.components.responses[name];
  return resolved?.['x-error-codes'] ?? [];
}

/** A constant with the literal type of its value. */
export function constantText(name: string, value: unknown): string {
  return `export const ${name} = ${JSON.stringify(value, null, 2)} as const;\n`;
}

/** Adds the files of a folder that the contract's index does not list: `v1_loans_{id}.yaml` is `/v1/loans/{id}`. */
export function pathIndex(index: string, { folder, files }: { folder: string; files: readonly string[] }): string {
  const lines = index.split('\n');
  const start = lines.indexOf('paths:') + 1;
  for (const file of files.filter((each) => !index.includes(`${folder}/${each}`))) {
    const path = `/${file.replace(/\.yaml$/, '').replaceAll(/_(?![^{]*\})/g, '/')}`;
    const end = lines.findIndex((line, at) => at >= start && /^\S/.test(line));
    const last = lastOfFamily(lines.slice(0, end), path);
    const next = lines.findIndex((line, at) => at > last && /^( {2})?\S/.test(line));
    const line = `  ${path}: { $ref: '${folder}/${file}' }`;
    const entry = line.length > 120 ? [`  ${path}:`, `    { $ref: '${folder}/${file}' }`] : [line];
    lines.splice(last < start ? end : next, 0, ...entry);
  }
  return lines.join('\n');
}

/** The line of the last path with the most segments in common, so that the reference shows a resource's paths together. */
function lastOfFamily(lines: readonly string[], path: string): number {
  const parent = path.slice(0, path.lastIndexOf('/'));
  const last = lines.findLastIndex((line) => line.startsWith(`  ${parent}`));
  return last >= 0 || parent === '' ? last : lastOfFamily(lines, parent);
}
