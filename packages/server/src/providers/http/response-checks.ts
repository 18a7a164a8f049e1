/** Checks the responses to the calls of a contract that others implement. */
import { createRequire } from 'node:module';
import type * as ajvModule from 'ajv/dist/2020.js';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type formatsModule from 'ajv-formats';

/** The body of a refusal. */
export interface ContractError {
  readonly error: string;
  readonly error_code: string;
}

export interface ResponseChecks {
  /** Returns whether the operation at this path may succeed with 204, without a body. */
  mayBeEmpty(path: string): boolean;
  /** Returns how the body of a success differs from the contract, or undefined. The text contains no value of the body. */
  findResultFault(path: string, body: unknown): string | undefined;
  /** Returns how a body differs from this schema of the document, or undefined. The text contains no value of the body. */
  findSchemaFault(schema: string, body: unknown): string | undefined;
  /** Returns the body of a refusal; undefined if the response is not a refusal. */
  toError(body: unknown): ContractError | undefined;
}

const maxFaultLength = 300;
/** The documents that were compiled, by their names. */
const compilers = new Map<string, Ajv2020>();

/** Creates the checks of a document of the package of the contracts. Each schema is compiled at its first use. */
export function createResponseChecks({
  document,
  errorSchema,
}: {
  readonly document: string;
  readonly errorSchema: string;
}): ResponseChecks {
  const findSchema = (pointer: string): ValidateFunction | undefined =>
    compilerOf(document).getSchema(`${document}#${encodeURI(pointer)}`);
  const schemaAt = (pointer: string): ValidateFunction => {
    const validate = findSchema(pointer);
    if (!validate) throw new Error(`The contract ${document} has no schema at ${pointer}.`);
    return validate;
  };
  const responsePointer = (path: string, status: 200 | 204) =>
    `/paths/${path.replaceAll('/', '~1')}/post/responses/${status}`;
  return {
    mayBeEmpty: (path) => findSchema(responsePointer(path, 204)) !== undefined,
    findResultFault(path, body) {
      const validate = schemaAt(`${responsePointer(path, 200)}/content/application~1json/schema`);
      return validate(body) ? undefined : faultOf(validate);
    },
    findSchemaFault(schema, body) {
      const validate = schemaAt(`/components/schemas/${schema}`);
      return validate(body) ? undefined : faultOf(validate);
    },
    // Checked by the schema.
    toError: (body) => (schemaAt(`/components/schemas/${errorSchema}`)(body) ? (body as ContractError) : undefined),
  };
}

/** A process without such calls loads no compiler: it is a twentieth of a start. */
function compilerOf(document: string): Ajv2020 {
  const known = compilers.get(document);
  if (known) return known;
  const load = createRequire(import.meta.url);
  const { Ajv2020: Compiler } = load('ajv/dist/2020.js') as typeof ajvModule;
  const addFormats = load('ajv-formats') as typeof formatsModule;
  const ajv = new Compiler({ strict: false, validateFormats: true });
  addFormats.default(ajv, { mode: 'full' });
  ajv.addSchema(load(`@booking-service/contract/${document}.json`) as object, document);
  compilers.set(document, ajv);
  return ajv;
}

function faultOf({ errors }: ValidateFunction): string {
  const faults = (errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  return [...new Set(faults)].join(', ').slice(0, maxFaultLength);
}
