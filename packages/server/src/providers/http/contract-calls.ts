/**
 * One call of a contract that others implement: a signed POST, whose response is checked against the contract. Nothing is sent again here:
 * the worker repeats what may be repeated. A documented refusal becomes a Refusal. Everything else rejects, and the service treats the
 * call as failed.
 */
import { createRequire } from 'node:module';
import { delivery } from '@booking-service/contract';
import { createBoundedFetch, ResponseTooLargeError } from '@booking-service/kernel/http';
import { currentOrigin } from '@booking-service/kernel/log';
import { type Clock, DeadlineError } from '@booking-service/kernel/time';
import { createSigner } from '@booking-service/webhooks';
import type * as ajvModule from 'ajv/dist/2020.js';
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js';
import type formatsModule from 'ajv-formats';
import type { PaymentMismatch } from '../../domain/payment.ts';
import type { Refusal } from '../../domain/contract.ts';

/** 100 venues or slots with their longest fields, as JSON with escapes, are smaller. */
const maxResponseBytes = 1_048_576;

/**
 * A signed POST of JSON to a system of the operator:
 *  1. sign    the exact bytes of the body, at the time of this request, as a webhook is signed
 *  2. send    once; no redirect is followed
 *  3. read    at most maxResponseBytes, within the timeout, which covers everything from the connection to the last byte
 */
interface PostResponse {
  readonly status: number;
  readonly text: string;
}

/** Sends the body as JSON. Rejects without a complete response. */
type SignedPost = (url: string, body: object) => Promise<PostResponse>;

/** Creates the function. Throws if the secret is blank. */
export function createSignedPost({
  secret,
  timeout_seconds,
  clock,
}: {
  readonly secret: string;
  readonly timeout_seconds: number;
  readonly clock: Pick<Clock, 'now'>;
}): SignedPost {
  const signer = createSigner({ secret, clock });
  const fetchBounded = createBoundedFetch(maxResponseBytes);
  return async (url, content) => {
    const body = Buffer.from(JSON.stringify(content));
    const { traceparent } = currentOrigin();
    const response = await fetchBounded(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json; charset=utf-8',
        Accept: 'application/json',
        [delivery.signature.header]: signer.header(body),
        ...(traceparent !== null && { traceparent }),
      },
      body,
      // Real time: a socket that hangs must be closed even if the clock of the service stands still.
      signal: AbortSignal.timeout(timeout_seconds * 1000),
    });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer());
    return { status: response.status, text };
  };
}

/** Returns whether the timeout ended the request. */
function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
}

/** Says why there is no response, without a part of the request. */
export function whyNoResponse(error: unknown, timeout_seconds: number): string {
  if (error instanceof ResponseTooLargeError) return `its response has more than ${maxResponseBytes} bytes`;
  if (isTimeout(error)) return `no response within ${timeout_seconds} s`;
  if (!(error instanceof Error)) return 'no response';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : '';
  return `no response${code}`;
}

// Checks the responses to the calls of a contract that others implement.

/** The body of a refusal. */
interface ContractError {
  readonly error: string;
  readonly error_code: string;
}

interface ResponseChecks {
  /** Returns whether the operation at this path may succeed with 204, without a body. */
  mayBeEmpty(path: string): boolean;
  /** Returns how the body of a success differs from the contract, or undefined. The text contains no value of the body. */
  findResultFault(path: string, body: unknown): string | undefined;
  /** Returns how the body of a webhook differs from the contract, or undefined. The text contains no value of the body. */
  findWebhookFault(webhook: string, body: unknown): string | undefined;
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
    findWebhookFault(webhook, body) {
      const validate = schemaAt(`/webhooks/${webhook}/post/requestBody/content/application~1json/schema`);
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

/** The request and the result of each operation. */
type CallTypes<Operation extends string> = Readonly<
  Record<Operation, { readonly request: object; readonly result: unknown }>
>;

export interface ContractCalls<Calls extends CallTypes<string>> {
  /** Calls one operation. Throws a Refusal if the other side refuses, and rejects if it fails. */
  readonly call: <K extends keyof Calls & string>(
    operation: K,
    body: Calls[K]['request'],
  ) => Promise<Calls[K]['result']>;
}

/** A contract whose operations the service calls. */
interface CalledContract {
  /** The name of its document in the package of the contracts. */
  readonly document: string;
  readonly routes: Readonly<Record<string, { readonly path: string }>>;
  /** The name of the schema of its refusals. */
  readonly errorSchema: string;
  /** Returns the refusal that the contract documents for this response, or undefined. */
  readonly toRefusal: (operation: string, refused: RefusedCall) => Refusal | PaymentMismatch | undefined;
}

/** A response that is no success, and its request. */
export interface RefusedCall {
  readonly status: number;
  readonly error: ContractError;
  readonly body: object;
}

/** The other side of the calls. */
export interface CalledSide {
  /** Its address. The paths of the contract follow it. */
  readonly url: string;
  /** Signs each request. Its UTF-8 bytes are the key. */
  readonly secret: string;
  /** The timeout of each response. */
  readonly timeout_seconds: number;
  /** The time of the signatures. */
  readonly clock: Pick<Clock, 'now'>;
}

/** Creates the calls. `callee` names the other side in errors. Throws if the secret is blank. */
export function createContractCalls<Calls extends CallTypes<string>>(
  { document, routes, errorSchema, toRefusal }: CalledContract,
  { callee, url, secret, timeout_seconds, clock }: CalledSide & { readonly callee: string },
): ContractCalls<Calls> {
  const post = createSignedPost({ secret, timeout_seconds, clock });
  const base = url.replace(/\/+$/, '');
  const checks = createResponseChecks({ document, errorSchema });

  return {
    async call(operation, body) {
      const failed = (reason: string, cause?: unknown) =>
        new Error(`The ${callee} failed at ${operation}: ${reason}.`, { cause });
      const path = routes[operation]?.path;
      if (path === undefined) throw new Error(`The contract of the ${callee} has no operation ${operation}.`);
      let response: PostResponse;
      try {
        response = await post(base + path, body);
      } catch (cause) {
        const failure = failed(whyNoResponse(cause, timeout_seconds), cause);
        throw isTimeout(cause) ? toDeadlineError(failure) : failure;
      }
      const { status, text } = response;
      if (status === 204 && checks.mayBeEmpty(path)) return undefined;
      if (status !== 200) {
        const error = checks.toError(parse(text));
        throw (error && toRefusal(operation, { status, error, body })) ?? failed(`status ${status}`);
      }
      const result = parse(text);
      const fault = checks.findResultFault(path, result);
      if (fault !== undefined) throw failed(`its response does not match the contract: ${fault}`);
      return result;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The other side may still be at work, so the service follows such a call up as one that ended after its deadline. */
function toDeadlineError(failure: Error): DeadlineError {
  const late = Promise.reject(failure);
  late.catch(() => undefined);
  return new DeadlineError(failure.message, late);
}
