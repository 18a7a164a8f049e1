import type { BundledContract, ContractOperation } from '../../document/bundled-contract.ts';
import type { ClientMethod } from '../client-resources.ts';

/** The request of a sample, with the contract's examples, before it is written in a language. */
export interface SampleRequest {
  readonly verb: string;
  /** The path and the query. Every second part is the name of an environment variable: `/v1/loans/`, `LOAN_ID`, `/return`. */
  readonly url: readonly string[];
  /** Besides the key and the type of the body. */
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if the request has none. */
  readonly body: unknown;
}

/** The environment variables with the address of the service and with the key. */
export interface SampleVariables {
  readonly url: string;
  readonly key: string;
}

/** Returns the request of an operation. A create has an idempotency key, which ends with the name of the language: each sample creates. */
export function sampleRequest(
  contract: BundledContract,
  method: ClientMethod,
  { operation, language }: { readonly operation: ContractOperation; readonly language: string },
): SampleRequest {
  const [verb = '', path = ''] = method.route.split(' ');
  const { header, operations } = contract['x-idempotency'];
  const key = operations.includes(operation.operationId) ? parameterExample(contract, operation, header) : undefined;
  const query = new URLSearchParams(
    Object.entries(method.query?.example ?? {}).flatMap((each) => queryPairs(each, method)),
  );
  const parts = path.split(/\{(\w+)\}/).map((part, index) => (index % 2 === 0 ? part : variableOf(part, method)));
  return {
    verb,
    url: query.size === 0 ? parts : [...parts.slice(0, -1), `${parts.at(-1)}?${String(query)}`],
    headers: {
      ...(typeof key === 'string' && { [header]: `${key}-${language}` }),
      ...Object.fromEntries(
        Object.entries(method.headers?.example ?? {}).map(([name, value]) => [name, String(value)]),
      ),
    },
    body: method.body && bodyExample(operation),
  };
}

/** The environment variable of a path parameter: the `id` of a loan is LOAN_ID. */
export function variableOf(name: string, { resource }: ClientMethod): string {
  return (name === 'id' ? `${resource.replace(/s$/, '')}_id` : name).toUpperCase();
}

/** The first example of a body. */
export function bodyExample({ requestBody }: ContractOperation): unknown {
  const [example] = Object.values(requestBody?.content['application/json']?.examples ?? {});
  return example?.value;
}

/** The example of a parameter of the path or of a header. */
export function parameterExample(
  { components }: BundledContract,
  { parameters = [] }: ContractOperation,
  name: string,
): unknown {
  const all = parameters.map((each) =>
    '$ref' in each ? components.parameters?.[each.$ref.split('/').at(-1) ?? ''] : each,
  );
  return all.find((each) => each?.name === name && each.in !== 'query')?.example;
}

/** The names and texts of a query parameter, as its style writes them. */
function queryPairs([name, value]: [string, unknown], { query }: ClientMethod): [string, string][] {
  const style = query?.styles[name];
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  const values = Array.isArray(value) ? value.map(String) : Object.entries(value).flat().map(String);
  if (style !== undefined && style !== 'deepObject') return [[name, values.join(style)]];
  if (Array.isArray(value)) return values.map((each) => [name, each]);
  return Object.entries(value).map(([key, each]) => [style ? `${name}[${key}]` : key, String(each)]);
}

/** A request by curl. */
export function curlSample({ verb, url, headers, body }: SampleRequest, variables: SampleVariables): string {
  const address = url.map((part, index) => (index % 2 === 0 ? part : `$${part}`)).join('');
  const isPosted = body !== undefined && verb === 'POST';
  return `${[
    `curl -sS ${verb === 'GET' || isPosted ? '' : `-X ${verb} `}"$${variables.url}${address}"`,
    `  -H "Authorization: Bearer $${variables.key}"`,
    ...Object.entries(headers).map(([name, value]) => `  -H "${name}: ${value}"`),
    ...(body === undefined
      ? []
      : ['  -H "Content-Type: application/json"', `  -d '${oneLine(body).replaceAll("'", `'\\''`)}'`]),
  ].join(' \\\n')}\n`;
}

/** JSON in one line, with spaces as a person writes them. */
export function oneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}
