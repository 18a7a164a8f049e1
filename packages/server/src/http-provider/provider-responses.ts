/** Checks the responses of an HTTP provider against the provider contract. */
import { createRequire } from 'node:module';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
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

/** Returns the body of a refusal, or undefined if it is none. */
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

/** Compiles each schema at its first use. Services without an HTTP provider compile none. */
function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, validateFormats: true });
  addFormats.default(ajv, { mode: 'full' });
  const contract = createRequire(import.meta.url)('@booking-service/contract/provider.json') as object;
  return ajv.addSchema(contract, document);
}

function faultOf({ errors }: ValidateFunction): string {
  const faults = (errors ?? []).map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`);
  return [...new Set(faults)].join(', ').slice(0, maxFaultLength);
}
