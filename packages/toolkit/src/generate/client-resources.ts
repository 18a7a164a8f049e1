/** Writes the client's methods: one interface per tag of the contract, and a method for each of its operations. */
import {
  type BundledContract,
  type ContractOperation,
  type ContractParameter,
  type ContractSchema,
  deprecationText,
} from '../document/bundled-contract.ts';
import { pascal } from '../document/names.ts';

/** The place of an operation in the client, `client.<resource>.<method>`, and the parts of the request that it takes. */
export interface ClientMethod {
  readonly operationId: string;
  readonly resource: string;
  readonly method: string;
  readonly route: string;
  readonly description: string;
  readonly isRepeatable: boolean;
  /** Since when it is deprecated, and what to use instead. Empty if it is not deprecated. */
  readonly deprecation: string;
  /** The parameters of the path, in its order, with their types. */
  readonly path: readonly { readonly name: string; readonly type: string }[];
  readonly query: (Part & QueryText) | undefined;
  /** Set if the operation has headers that no option of the client sends: the required ones, for a sample. */
  readonly headers: (Pick<Part, 'required'> & Pick<QueryText, 'example'>) | undefined;
  readonly body: Part | undefined;
  readonly response: string;
  /** The type of an entry, and the part of the request that has the cursor, if the operation returns a list in pages. */
  readonly list: { readonly name: string; readonly item: string; readonly cursorIn: 'body' | 'query' } | undefined;
}

interface QueryText {
  /** The parameters of a sample: the required ones, or else the first. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly styles: Readonly<Record<string, QueryStyle>>;
}

/** The form of a list or an object in a query, if it is not `form` with `explode`: the sign between values, or `deepObject`. */
export type QueryStyle = ',' | ' ' | '|' | 'deepObject';

interface Part {
  readonly type: string;
  readonly required: boolean;
}

/** Returns the method of each operation. `named` are the types that the client exports for schemas of the same name. */
export function clientMethods(contract: BundledContract, named: ReadonlySet<string> = new Set()): ClientMethod[] {
  const methods = Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) =>
      methodOf(contract, { path, verb, operation, typeOf: (schema, wire) => typeOf(schema, wire, named) }),
    ),
  );
  for (const [name, same] of Map.groupBy(methods, ({ resource, method }) => `${resource}.${method}`)) {
    if (same.length < 2) continue;
    const ids = same.map(({ operationId }) => operationId).join(' and ');
    throw new Error(`${ids} would both be client.${name}. Give one of them another name with x-client-method.`);
  }
  return methods;
}

/** The file of the client's methods. `ownTypes` is the text of the file that exports the client's own types of schemas. */
export function clientResources(contract: BundledContract, { ownTypes }: { readonly ownTypes: string }): string {
  const named = new Set([...ownTypes.matchAll(/^export (?:interface|type) (\w+)|^ {2}(\w+),$/gm)].map(nameOf));
  const methods = clientMethods(contract, named);
  const resources = contract.tags.flatMap(({ name, description }) => {
    const own = methods.filter(({ resource }) => resource === name);
    return own.length === 0 ? [] : [{ name, type: pascal(name), description, methods: own }];
  });
  const signatures = methods.map((each) => signature(contract, each)).join('');
  const own = [...named].filter((name) => new RegExp(`\\b${name}\\b`).test(signatures)).toSorted();
  const wire = ['components', 'operations'].filter((name) => signatures.includes(`${name}[`));
  const styles = methods.flatMap(({ query }) => (query ? [stylesText(query.styles)] : []));
  const queries = styles.length > 0 ? 'toQuery, type QueryOf, ' : '';
  const joined = styles.some((text) => text.includes('joined(')) ? 'joined, ' : '';
  return [
    `import { pages, ${joined}${queries}type Call, type Caller, type ListCall } from '../lib/resources/call.ts';\n`,
    `import type { CallError } from '../lib/errors.ts';\n`,
    `import type { ${['CallOptions', 'IdempotentOptions'].filter((name) => signatures.includes(name)).join(', ')} } from '../lib/options.ts';\n`,
    ...(wire.length > 0 ? [`import type { ${wire.join(', ')} } from './openapi.ts';\n`] : []),
    ...(signatures.includes('Received<') ? [`import type { Received } from '../lib/resources/received.ts';\n`] : []),
    ...(own.length > 0 ? [`import type { ${own.join(', ')} } from '../lib/resources/resources.ts';\n`] : []),
    ...resources.flatMap((resource) => [
      `\n/** ${resource.description} */\nexport interface ${resource.type} {\n`,
      ...resource.methods.map((each) => comment(each) + signature(contract, each)),
      '}\n',
    ]),
    `\n/** The operations of the contract, by their tags. */\nexport interface Resources {\n`,
    ...resources.map(({ name, type }) => `  readonly ${name}: ${type};\n`),
    `}\n\nexport function createResources(call: Caller): Resources {\n  return {\n`,
    ...resources.flatMap((resource) => [
      `    ${resource.name}: {\n`,
      ...resource.methods.map(implementation),
      '    },\n',
    ]),
    '  };\n}\n',
  ].join('');
}

function methodOf(
  contract: BundledContract,
  {
    path,
    verb,
    operation,
    typeOf: type,
  }: {
    path: string;
    verb: string;
    operation: ContractOperation;
    typeOf: (schema: ContractSchema, wire: string) => string;
  },
): ClientMethod {
  const { operationId, tags, description, 'x-behavior': behavior, requestBody } = operation;
  const [resource = ''] = tags;
  const parameters = (operation.parameters ?? []).map((each) => resolve<ContractParameter>(contract, each));
  const query = parameters.filter((each) => each.in === 'query');
  const idempotency = contract['x-idempotency'];
  const sentByOptions = new Set([
    'Request-Id',
    ...(idempotency.operations.includes(operationId) ? [idempotency.header] : []),
  ]);
  const headers = parameters.filter((each) => each.in === 'header' && !sentByOptions.has(each.name));
  const bodySchema = requestBody?.content['application/json']?.schema;
  const body = bodySchema && resolve<ContractSchema>(contract, bodySchema);
  const wire = `operations['${operationId}']`;
  const [status = '', success] = Object.entries(operation.responses).find(([each]) => each.startsWith('2')) ?? [];
  const responseSchema = success?.content?.['application/json']?.schema;
  if (!responseSchema && status !== '204')
    throw new Error(`${operationId} has no JSON response. The client reads the body of every success but 204.`);
  const content = `${wire}['responses'][${status}]['content']['application/json']`;
  const response = responseSchema && resolve<ContractSchema>(contract, responseSchema);
  const item = response?.properties?.['next_cursor'] && response.properties['data']?.items;
  const isIn = body?.properties?.['cursor']
    ? 'body'
    : query.some(({ name }) => name === 'cursor')
      ? 'query'
      : undefined;
  return {
    operationId,
    resource,
    method: operation['x-client-method'] ?? methodName(operationId, resource),
    route: `${verb.toUpperCase()} ${path}`,
    description,
    isRepeatable: behavior.repeatable,
    deprecation: deprecationText(operation),
    path: [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
      const schema = parameters.find((each) => each.in === 'path' && each.name === name)?.schema;
      const { type: kind } = schema ? resolve<ContractSchema>(contract, schema) : {};
      return { name, type: kind === 'integer' || kind === 'number' ? 'number' : 'string' };
    }),
    query: query.length === 0 ? undefined : queryOf(contract, { wire, query }),
    headers: headers.length === 0 ? undefined : headersOf(headers),
    // A body that has no fields is left out.
    body:
      !bodySchema || (body?.maxProperties === 0 && !requestBody?.required)
        ? undefined
        : {
            type: type(bodySchema, `NonNullable<${wire}['requestBody']>['content']['application/json']`),
            required: !body?.properties || (body.required ?? []).length > 0 || body.minProperties !== undefined,
          },
    response: responseSchema ? type(responseSchema, `Received<${content}>`) : 'undefined',
    list:
      item && isIn
        ? {
            name: lowerFirst(item.$ref?.split('/').at(-1) ?? 'item'),
            item: type(item, `Received<${content}['data'][number]>`),
            cursorIn: isIn,
          }
        : undefined,
  };
}

function headersOf(headers: readonly ContractParameter[]): ClientMethod['headers'] {
  const required = headers.filter((each) => each.required);
  return {
    required: required.length > 0,
    example: Object.fromEntries(required.map(({ name, example }) => [name, example])),
  };
}

function queryOf(
  contract: BundledContract,
  { wire, query }: { wire: string; query: readonly ContractParameter[] },
): Part & QueryText {
  const required = query.filter((each) => each.required);
  const sample = required.length > 0 ? required : query.slice(0, 1);
  const times = query.filter(({ schema }) => resolve<ContractSchema>(contract, schema).format === 'date-time');
  const taken = times.map(({ name }) => `'${name}'`).join(' | ');
  return {
    type: `QueryOf<${wire}['parameters']${taken && `, ${taken}`}>`,
    required: required.length > 0,
    example: Object.fromEntries(sample.map(({ name, example }) => [name, example])),
    styles: Object.fromEntries(query.flatMap((each) => styleOf(contract, each))),
  };
}

/** The style of a list or an object, with the name of its parameter. Empty if it repeats its names, which is the default of OpenAPI. */
function styleOf(
  contract: BundledContract,
  { name, style = 'form', explode = style === 'form', schema }: ContractParameter,
): [name: string, style: QueryStyle][] {
  const { type } = resolve<ContractSchema>(contract, schema);
  if (type !== 'array' && type !== 'object') return [];
  if (style === 'deepObject') return [[name, 'deepObject']];
  if (explode) return [];
  const signs: Readonly<Record<string, QueryStyle>> = { form: ',', spaceDelimited: ' ', pipeDelimited: '|' };
  const sign = signs[style];
  if (!sign) throw new Error(`The client cannot write ${name}: ${style} is no style of a query parameter.`);
  return [[name, sign]];
}

/** The operationId without the name of its resource: `createLoan` of `loans` is `create`. */
function methodName(operationId: string, resource: string): string {
  const plural = pascal(resource);
  return operationId.replace(new RegExp(`(?<=[a-z])(?:${plural}|${plural.replace(/s$/, '')})`), '');
}

/** The name of the client's type of a schema. Without one, the wire type. */
function typeOf(schema: ContractSchema, wire: string, named: ReadonlySet<string>): string {
  const name = schema.$ref?.split('/').at(-1);
  if (name === undefined) return wire;
  return named.has(name) ? name : wire.replace(/operations\[.*(?=>$)/, `components['schemas']['${name}']`);
}

function signature(contract: BundledContract, each: ClientMethod): string {
  const { operationId, method, path, query, headers, body, response, list } = each;
  const plain = contract['x-idempotency'].operations.includes(operationId) ? 'IdempotentOptions' : 'CallOptions';
  const own =
    headers && `readonly headers${headers.required ? '' : '?'}: operations['${operationId}']['parameters']['header']`;
  const options = own ? `${plain} & { ${own} }` : plain;
  const inputs = [
    ...path.map(({ name, type }) => `${name}: ${type}`),
    ...(body ? [`body${body.required ? '' : '?'}: ${body.type}`] : []),
    ...(query ? [`query${query.required ? '' : '?'}: ${query.type}`] : []),
    `options${headers?.required ? '' : '?'}: ${options}`,
  ];
  const failure = `CallError<'${operationId}'>`;
  return `  ${method}(${inputs.join(', ')}): ${list ? `ListCall<${list.item}, ${failure}>` : `Call<${response}, ${failure}>`};\n`;
}

function implementation({ operationId, method, path, query, body, list }: ClientMethod): string {
  const names = path.map(({ name }) => name);
  const inputs = [...names, ...(body ? ['body'] : []), ...(query ? ['query'] : []), 'options'];
  const sent = list?.cursorIn;
  const call = trimmed([
    `'${operationId}'`,
    sent ? 'shared' : 'options',
    body ? (sent === 'body' ? 'each' : 'body') : 'undefined',
    path.length > 0
      ? `{ ${path.map(({ name, type }) => (type === 'number' ? `${name}: String(${name})` : name)).join(', ')} }`
      : 'undefined',
    query ? `toQuery(${sent === 'query' ? 'each' : 'query'}${stylesText(query.styles)})` : 'undefined',
  ]);
  const run = sent ? `pages((each, shared) => call(${call}), ${sent}, options)` : `call(${call})`;
  return `      ${method}: (${inputs.join(', ')}) => ${run},\n`;
}

function stylesText(styles: QueryText['styles']): string {
  const written = (style: QueryStyle) => (style === 'deepObject' ? `'${style}'` : `joined('${style}')`);
  const entries = Object.entries(styles).map(([name, style]) => `${JSON.stringify(name)}: ${written(style)}`);
  return entries.length > 0 ? `, { ${entries.join(', ')} }` : '';
}

function trimmed(inputs: readonly string[]): string {
  return inputs.slice(0, inputs.findLastIndex((each) => each !== 'undefined') + 1).join(', ');
}

function comment({ description, list, isRepeatable, deprecation }: ClientMethod): string {
  const more = [
    ...(list ? ['Await it for one page, or iterate over the entries of all pages with `for await`.'] : []),
    ...(isRepeatable ? [] : ['Not retried if its outcome is unknown: read the resource first.']),
  ];
  const words = [description, ...more].join(' ').split(/\s+/);
  const lines = [''];
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > 115) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  if (deprecation !== '') lines.push(`@deprecated ${deprecation}`);
  return `  /**\n${lines.map((line) => `   * ${line}\n`).join('')}   */\n`;
}

export function resolve<T extends object>({ components }: BundledContract, value: T | { readonly $ref: string }): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = (components as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[kind]?.[name];
  return found as T;
}

function lowerFirst(name: string): string {
  return name.slice(0, 1).toLowerCase() + name.slice(1);
}

function nameOf([, declared, listed]: RegExpExecArray): string {
  return declared ?? listed ?? '';
}
