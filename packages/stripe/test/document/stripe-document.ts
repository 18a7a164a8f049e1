/**
 * Checks requests and responses against Stripe's published OpenAPI document. Both are closed: a field that the document does not list
 * is a violation. cut-document.ts writes the cut.
 */
import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

type Part = 'query' | 'form' | 'response';

interface Cut {
  /** The version of Stripe's API. */
  readonly version: string;
  readonly operations: Readonly<Record<string, Readonly<Record<Part, object>>>>;
  readonly $defs: object;
}

const cut: Cut = JSON.parse(readFileSync(new URL('../generated/stripe-document.json', import.meta.url), 'utf8'));

export const documentVersion: string = cut.version;
/** The operations, such as `GET /v1/refunds`. */
export const operations: readonly string[] = Object.keys(cut.operations);

const id = 'stripe';
/** Forms and queries consist of strings. */
const ajvOf: Record<Part, Ajv2020> = { query: createAjv(true), form: createAjv(true), response: createAjv(false) };
const compiled = new Map<string, ValidateFunction>();

/** The violations of a part of an operation. Converts the strings of a query or a form to the types of the document. */
export function findFaults(operation: string, part: Part, value: unknown): string[] {
  const key = `${operation} ${part}`;
  const path = operation.replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D').replaceAll(' ', '%20');
  const validate = compiled.get(key) ?? ajvOf[part].compile({ $ref: `${id}#/operations/${path}/${part}` });
  compiled.set(key, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message, params }) => {
    return `${key}${instancePath} ${message} ${JSON.stringify(params)}`;
  });
}

/** The violations of the body of an error response. */
export function findErrorFaults(body: unknown): string[] {
  const validate = compiled.get('error') ?? ajvOf.response.compile({ $ref: `${id}#/$defs/error` });
  compiled.set('error', validate);
  return validate(body)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `error${instancePath} ${message}`);
}

function createAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ coerceTypes, allErrors: true, strict: false });
  return ajv.addSchema(cut, id);
}
