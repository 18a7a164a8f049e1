/**
 * One call of an HTTP provider: a signed POST, whose response is checked against the contract. Nothing is sent again here: the worker
 * repeats what may be repeated. A documented refusal becomes a Refusal. Everything else rejects, and the service treats the provider as failed.
 */
import { createRequire } from 'node:module';
import {
  providerRoutes,
  type ProviderOperationId,
  type ProviderRequest,
  type ProviderResult,
} from '@booking-service/contract/provider';
import type * as ajvModule from 'ajv/dist/2020.js';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type formatsModule from 'ajv-formats';
import { Refusal } from '../../domain/refusal.ts';
import { type Clock, DeadlineError } from '@booking-service/kernel/time/clock';
import { createSignedPost, isTimeout, type PostResponse, whyNoResponse } from './signed-post.ts';

export interface ProviderCalls {
  /** Calls one operation. Throws a Refusal if the provider refuses, and rejects if it fails. */
  call<K extends ProviderOperationId>(operation: K, body: ProviderRequest<K>): Promise<ProviderResult<K>>;
}

export interface ProviderCallsOptions {
  readonly name: string;
  readonly url: string;
  readonly secret: string;
  readonly timeout_seconds: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the calls. Throws if the secret is blank. */
export function createProviderCalls({
  name,
  url,
  secret,
  timeout_seconds,
  clock,
}: ProviderCallsOptions): ProviderCalls {
  const post = createSignedPost({ secret, timeout_seconds, clock });
  const base = url.replace(/\/+$/, '');

  return {
    async call(operation, body) {
      const failed = (reason: string, cause?: unknown) =>
        new Error(`The provider ${name} failed at ${operation}: ${reason}.`, { cause });
      let response: PostResponse;
      try {
        response = await post(base + providerRoutes[operation].path, body);
      } catch (cause) {
        const failure = failed(whyNoResponse(cause, timeout_seconds), cause);
        throw isTimeout(cause) ? toDeadlineError(failure) : failure;
      }
      const { status, text } = response;
      const isSuccess = operation === 'release' ? status === 204 || status === 200 : status === 200;
      if (!isSuccess) {
        const error = toProviderError(parse(text));
        throw (error && toRefusal(operation, { status, error, body })) ?? failed(`status ${status}`);
      }
      if (operation === 'release') return undefined as never;
      const result = parse(text);
      const fault = findResultFault(operation, result);
      if (fault !== undefined) throw failed(`its response does not match the contract: ${fault}`);
      // Checked above.
      return result as never;
    },
  };
}

/** Returns the refusal that the contract documents for this response, or undefined. */
function toRefusal(
  operation: ProviderOperationId,
  { status, error: { error, error_code }, body }: { status: number; error: ProviderError; body: object },
): Refusal | undefined {
  const isSearch = operation === 'searchVenues' || operation === 'searchAvailability';
  if (status === 400 && error_code === 'invalid_request' && isSearch && 'cursor' in body) {
    const details = [{ in: 'body', path: '/cursor', message: 'is not a next_cursor of this search' }] as const;
    return new Refusal('invalid_request', { details });
  }
  const cause = new Error(`The provider refused: ${error}`);
  if (operation === 'searchAvailability' && status === 404 && error_code === 'not_found') {
    return new Refusal('not_found', { message: 'The provider has no such venue.', cause });
  }
  if (operation !== 'checkRequest') return undefined;
  if (status === 409 && error_code === 'slot_not_offered') return new Refusal('slot_not_offered', { cause });
  if (status === 422 && error_code === 'missing_last_name') return new Refusal('missing_last_name', { cause });
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The provider may still be at work, so the service follows such a call up as one that ended after its deadline. */
function toDeadlineError(failure: Error): DeadlineError {
  const late = Promise.reject(failure);
  late.catch(() => undefined);
  return new DeadlineError(failure.message, late);
}

/* Checks the responses of an HTTP provider against the provider contract. */

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
