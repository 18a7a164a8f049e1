/** Checks the responses of an HTTP provider against the provider contract. */
import { createRequire } from 'node:module';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type * as ajvModule from 'ajv/dist/2020.js';
import type formatsModule from 'ajv-formats';
import { providerRoutes, type ProviderOperationId } from '@booking-service/contract/provider';

/** The body of a refusal. */
export interface ProviderError {
  readonly error: string;
  readonly error_code: string;
}

const maxFaultLength = 300;
const document = 'provider';
let compiler: Ajv2020 | undefined;

/** Returns how the body of a success differs from the contract, or undefined. The text contains no value of the body. */
export function findResultFault(operation: ProviderOperationId, body: unknown): string | undefined {
  const path = providerRoutes[operation].path.replaceAll('/', '~1');
  const validate = schemaAt(`/paths/${path}/post/responses/200/content/application~1json/schema`);
  return validate(body) ? undefined : faultOf(validate);
}

/** Returns the body of a refusal; undefined if the response is not a refusal. */
export function toProviderError(body: unknown): ProviderError | undefined {
  // Checked by the schema.
  return schemaAt('/components/schemas/ProviderError')(body) ? (body as ProviderError) : undefined;
}

function schemaAt(pointer: string): ValidateFunction {
  compiler ??= createCompiler();
  const validate = compiler.getSchema(`${document}#${encodeURI(pointer)}`);
  if (!validate) throw new Error(`The provider contract has no schema at ${pointer}.`);
  return validate;
}

/** Compiles each schema at its first use. A process without an HTTP provider loads no compiler: it is a twentieth of a start. */
function createCompiler(): Ajv2020 {
  const load = createRequire(import.meta.url);
  const { Ajv2020: Compiler } = load('ajv/dist/2020.js') as typeof ajvModule;
  const addFormats = load('ajv-formats') as typeof formatsModule;
  const ajv = new Compiler({ strict: false, validateFormats: true });
  addFormats.default(ajv, { mode: 'full' });
  const contract = load('@booking-service/contract/provider.json') as object;
  return ajv.addSchema(contract, document);
}

function faultOf({ errors }: ValidateFunction): string {
  const faults = (errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  return [...new Set(faults)].join(', ').slice(0, maxFaultLength);
}
