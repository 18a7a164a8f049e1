/**
 * The operations as a collection for Postman, in its format 2.1, which Bruno imports, too. The collection remembers the ids in responses,
 * so that a request uses the last object that was created or listed. openapi-to-postmanv2 would convert the contract, but sends
 * every optional parameter and the same idempotency key each time.
 */
import {
  type BundledContract,
  type ContractOperation,
  type ContractParameter,
  isJsonObject,
} from '../../document/bundled-contract.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Runs before each request: a date of the contract's examples is in the past, and the clock of a sandbox may be ahead. */
const before = `pm.collectionVariables.set('date', new Date(Date.now() + 30 * 24 * 3600 * 1000).toISOString().slice(0, 10));`;

/** Runs after each response of a folder. An object without the field `object` is of the kind that the folder is named after. */
const after = (tag: string) => `const body = pm.response.code < 300 ? pm.response.json() : {};
const entry = body.object === 'list' ? body.data[0] : body;
if (entry && entry.id) pm.collectionVariables.set((entry.object || '${tag.replace(/s$/, '')}') + '_id', entry.id);`;

/** Returns the file of the collection. `{base_url}` in it stands for the address of the service. */
export function postmanCollection(contract: BundledContract, name: string): string {
  const { tags, paths, info } = contract;
  const requests = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      item: requestItem(contract, { method, path, operation }),
    })),
  );
  const variables = new Set(
    JSON.stringify(requests)
      .match(/\{\{\w+\}\}/g)
      ?.map((each) => each.slice(2, -2)),
  );
  const collection = {
    info: { name, description: info.description, schema },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{api_key}}', type: 'string' }] },
    variable: [
      // Two braces around the name would contain the address of the service.
      { key: 'baseUrl', value: '{base_url}' },
      { key: 'api_key', value: '' },
      ...[...variables].filter((key) => key !== 'baseUrl').map((key) => ({ key, value: '' })),
    ],
    event: [script('prerequest', before)],
    item: tags.flatMap((tag) => {
      const item = requests.filter((each) => each.tag === tag.name).map((each) => each.item);
      return item.length === 0
        ? []
        : [{ name: tag.name, description: tag.description, event: [script('test', after(tag.name))], item }];
    }),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

function script(listen: 'prerequest' | 'test', text: string): object {
  return { listen, script: { type: 'text/javascript', exec: text.split('\n') } };
}

interface Route {
  readonly method: string;
  readonly path: string;
  readonly operation: ContractOperation;
}

function requestItem(contract: BundledContract, { method, path, operation }: Route): object {
  const { 'x-idempotency': idempotency } = contract;
  const parameters = (operation.parameters ?? []).flatMap((each) => findParameter(contract, each) ?? []);
  const isKeyed = idempotency.operations.includes(operation.operationId);
  const headers = parameters
    .filter((each) => each.in === 'header' && each.name !== 'Request-Id')
    .map((each) =>
      isKeyed && each.name === idempotency.header
        ? { key: each.name, value: '{{$guid}}' }
        : { key: each.name, value: textOf(each.example), disabled: each.required !== true },
    );
  const query = parameters.filter((each) => each.in === 'query').flatMap(queryEntries);
  const body = operation.requestBody?.content['application/json'];
  const [example] = Object.values(body?.examples ?? {});
  const segments = path.split('/').filter(Boolean);
  return {
    name: operation['summary'] ?? operation.operationId,
    request: {
      method: method.toUpperCase(),
      description: operation.description,
      url: {
        raw: `{{baseUrl}}${segments.map((each) => `/${segment(each, segments)}`).join('')}`,
        host: ['{{baseUrl}}'],
        path: segments.map((each) => segment(each, segments)),
        ...(query.length > 0 && { query }),
      },
      header: body ? [{ key: 'Content-Type', value: 'application/json' }, ...headers] : headers,
      ...(body && {
        body: {
          mode: 'raw',
          raw: JSON.stringify(remembered(example?.value ?? {}), null, 2),
          options: { raw: { language: 'json' } },
        },
      }),
    },
    response: [],
  };
}

/** A part of the path: the `id` below `loans` is the variable `loan_id`. */
function segment(part: string, segments: readonly string[]): string {
  const name = /^\{(\w+)\}$/.exec(part)?.[1];
  if (name === undefined) return part;
  const resource = segments[segments.indexOf(part) - 1]?.replace(/s$/, '') ?? '';
  return `{{${name === 'id' ? `${resource}_id` : name}}}`;
}

/** The example with a variable for each id of an object, and for the date. */
function remembered(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const isVariable = (key: string, each: unknown) =>
    typeof each === 'string' && (key.endsWith('_id') || key === 'date');
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, isVariable(key, each) ? `{{${key}}}` : remembered(each)]),
  );
}

function queryEntries({ name, example, style, required }: ContractParameter): object[] {
  const disabled = required !== true;
  if (style === 'deepObject' && isJsonObject(example)) {
    return Object.entries(example).map(([key, value]) => ({ key: `${name}[${key}]`, value: textOf(value), disabled }));
  }
  return [{ key: name, value: textOf(example), disabled }];
}

function textOf(example: unknown): string {
  if (Array.isArray(example)) return example.join(',');
  return typeof example === 'string' ? example : (JSON.stringify(example) ?? '');
}

function findParameter(
  { components }: BundledContract,
  parameter: ContractParameter | { readonly $ref: string },
): ContractParameter | undefined {
  return '$ref' in parameter ? components.parameters?.[parameter.$ref.split('/').at(-1) ?? ''] : parameter;
}
