/**
 * Validates requests and responses against the official OpenAPI document of OCTO. Requests are read strictly: a field that the document
 * does not list is a violation. The document is OpenAPI 3.0, whose `nullable` also concerns allOf, so its schemas are converted.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { parse } from 'yaml';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly parameters?: readonly { readonly $ref: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly schema: Json } } };
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { readonly schema: Json } } }>
  >;
}

interface Document extends Json {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Json; readonly parameters: Readonly<Record<string, Parameter>> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
}

const require = createRequire(import.meta.url);
const file = require.resolve('@octocloud/types/src/openapi.yaml');
/** The official document. A test checks its version. */
export const octoDocument: Document = parse(readFileSync(file, 'utf8'));

const validators = { request: createAjv('closed'), response: createAjv('open') };
const compiled = new Map<string, ValidateFunction>();

/** A request as the wire shows it. */
export interface OctoRequest {
  readonly method: string;
  /** Of the document, such as /bookings/{uuid}. */
  readonly template: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

/** The violations of the document in the request. Empty if there are none. */
export function findRequestFaults({ method, template, headers, body }: OctoRequest): string[] {
  const operation = operationOf(method, template);
  const missing = (operation.parameters ?? [])
    .map(({ $ref }) => octoDocument.components.parameters[$ref.split('/').at(-1) ?? ''])
    .filter((parameter) => parameter?.in === 'header' && parameter.required)
    .filter((parameter) => headers[parameter?.name.toLowerCase() ?? ''] === undefined)
    .map((parameter) => `the header ${parameter?.name} is missing`);
  const schema = operation.requestBody?.content['application/json'].schema;
  if (!schema) return body === undefined ? missing : [...missing, 'the operation has no body'];
  return [...missing, ...faultsOf('request', schema, body)];
}

/** True if a supplier accepts the body: the fields that the document lists have their types, and it may have others. */
export function isAcceptedBody(method: string, template: string, body: unknown): boolean {
  const schema = operationOf(method, template).requestBody?.content['application/json'].schema;
  return schema === undefined || faultsOf('response', schema, body).length === 0;
}

/** The violations of the document in the response. Empty if there are none. */
export function findResponseFaults(
  { method, template }: Pick<OctoRequest, 'method' | 'template'>,
  status: number,
  body: unknown,
): string[] {
  const response = operationOf(method, template).responses[String(status)];
  if (!response) return [`the status ${status} is not documented`];
  return faultsOf('response', response.content['application/json'].schema, body);
}

function operationOf(method: string, template: string): Operation {
  const operation = octoDocument.paths[template]?.[method.toLowerCase()];
  if (!operation) throw new Error(`The document has no operation ${method} ${template}.`);
  return operation;
}

function faultsOf(side: 'request' | 'response', schema: Json, value: unknown): string[] {
  const key = `${side} ${JSON.stringify(schema)}`;
  const validate = compiled.get(key) ?? validators[side].compile(convert(schema, side === 'request') as Json);
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

function createAjv(form: 'closed' | 'open'): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  const schemas = convert(octoDocument.components.schemas, form === 'closed');
  return ajv.addSchema({ $id: 'https://octo.test/document', components: { schemas } });
}

/** OpenAPI 3.0 to JSON Schema 2020-12. `isClosed` refuses properties that an object does not list. */
function convert(value: unknown, isClosed: boolean): unknown {
  if (Array.isArray(value)) return value.map((each) => convert(each, isClosed));
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, example: _example, examples: _examples, $ref: reference, ...rest } = value as Json;
  if (typeof reference === 'string') return { $ref: `https://octo.test/document${reference}` };
  const schema = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, convert(each, isClosed)]));
  const isObject = rest['type'] === 'object' && 'properties' in rest && !('allOf' in rest);
  const converted = isClosed && isObject ? { ...schema, additionalProperties: false } : schema;
  return nullable === true ? { anyOf: [{ type: 'null' }, converted] } : converted;
}
