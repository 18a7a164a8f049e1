/**
 * Checks everything that crosses the wire against the contract, with Ajv's 2020-12 dialect and without the code of the server:
 * status, content type, headers, body and error code of responses, and the webhooks.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import {
  contractDocument,
  contractHeaders,
  findOperation,
  findResponse,
  findWebhookHeaders,
  type ContractHeader,
} from './contract-responses.ts';

export interface WireResponse {
  readonly method: string;
  /** The path as it was sent, without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Everything that a validator has seen: `createBooking 201`, `unrouted 404`, `webhook booking.created`, and `code not_found` for
 * each code of a refusal or a failed booking.
 */
export type Seen = ReadonlySet<string>;

export interface WireValidator {
  /** Throws an error that lists every violation of the contract in the response. */
  checkResponse(response: WireResponse): void;
  /** Throws an error that lists every violation of the contract in a received webhook. */
  checkWebhook(webhook: { readonly headers: Headers; readonly text: string }): void;
  readonly seen: Seen;
}

/** Compiles each schema of the contract at its first use. All validators of the process share it. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv, { mode: 'full' });
ajv.addSchema(contractDocument, 'contract');

export function createWireValidator(): WireValidator {
  const seen = new Set<string>();

  function violations(pointer: string, value: unknown, where: string): string[] {
    const validate = ajv.getSchema(`contract#${encodeURI(pointer)}`);
    if (!validate) throw new Error(`The contract has no schema at ${pointer}.`);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`);
  }

  return {
    seen,
    checkResponse({ method, path, status, headers, text }) {
      const operationId = findOperation(method, path) ?? 'unrouted';
      const response = findResponse(operationId, status);
      if (!response)
        throw new Error(`${operationId} returned ${status}, which the contract does not document: ${text}`);
      seen.add(`${operationId} ${status}`);

      const found = [...headerViolations(headers, response, violations)];
      if (!/^application\/json; charset=utf-8$/.test(headers.get('content-type') ?? '')) {
        found.push(`content-type is ${headers.get('content-type')}`);
      }
      if (headers.get('cache-control') !== 'no-store') {
        found.push(`cache-control is ${headers.get('cache-control')}`);
      }
      if (method !== 'HEAD') {
        const body: unknown = JSON.parse(text);
        found.push(...violations(`${response.pointer}/content/application~1json/schema`, body, 'body'));
        for (const code of codesIn(body, status)) seen.add(`code ${code}`);
        if (status >= 400) found.push(...errorViolations(body, headers, response.errorCodes));
      }
      report(`${method} ${path} -> ${operationId} ${status}`, found, text);
    },
    checkWebhook({ headers, text }) {
      const event = JSON.parse(text) as { type?: unknown };
      const post = `/webhooks/${String(event.type)}/post`;
      seen.add(`webhook ${String(event.type)}`);
      const found = [
        ...violations(`${post}/requestBody/content/application~1json/schema`, event, 'body'),
        ...webhookHeaderViolations(headers, findWebhookHeaders(String(event.type)), violations),
      ];
      report(`webhook ${String(event.type)}`, found, text);
    },
  };
}

/** The headers of every JSON request. The contract must document all other headers of a webhook. */
const ordinaryHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
]);

function* webhookHeaderViolations(
  headers: Headers,
  documented: readonly ContractHeader[],
  violations: (pointer: string, value: unknown, where: string) => string[],
): Generator<string> {
  if (!/^application\/json; charset=utf-8$/.test(headers.get('content-type') ?? '')) {
    yield `content-type is ${headers.get('content-type')}`;
  }
  yield* documentedViolations(headers, documented, violations);
  const names = new Set(documented.map(({ name }) => name.toLowerCase()));
  for (const name of headers.keys()) {
    if (!names.has(name) && !ordinaryHeaders.has(name)) yield `header ${name} is not documented here`;
  }
}

function* documentedViolations(
  headers: Headers,
  documented: readonly ContractHeader[],
  violations: (pointer: string, value: unknown, where: string) => string[],
): Generator<string> {
  for (const { name, required, pointer, integer } of documented) {
    const text = headers.get(name);
    if (text === null) {
      if (required) yield `header ${name} is missing`;
    } else yield* violations(pointer, integer ? Number(text) : text, `header ${name}`);
  }
}

function* headerViolations(
  headers: Headers,
  response: NonNullable<ReturnType<typeof findResponse>>,
  violations: (pointer: string, value: unknown, where: string) => string[],
): Generator<string> {
  yield* documentedViolations(headers, response.headers, violations);
  const documented = new Set(response.headers.map(({ name }) => name.toLowerCase()));
  for (const name of contractHeaders) {
    if (headers.has(name) && !documented.has(name)) yield `header ${name} is not documented here`;
  }
}

/** Returns the code of a refusal or of a failed booking. */
function codesIn(body: unknown, status: number): string[] {
  // A missing field is undefined. The schema checks whether it is required.
  const { error, error_code } = body as { readonly error?: unknown; readonly error_code?: unknown };
  const code = error_code ?? (status >= 400 ? error : undefined);
  return typeof code === 'string' ? [code] : [];
}

function* errorViolations(body: unknown, headers: Headers, codes: readonly string[]): Generator<string> {
  const {
    error,
    error_code = error,
    request_id,
  } = body as { error?: unknown; error_code?: unknown; request_id?: unknown };
  if (!codes.some((code) => code === error_code)) yield `code ${String(error_code)} is not documented here`;
  if (request_id !== headers.get('request-id')) yield 'request_id is not the Request-Id header';
}

function report(what: string, found: readonly string[], text: string): void {
  if (found.length > 0) throw new Error(`${what} breaks the contract:\n  ${found.join('\n  ')}\n  ${text}`);
}

/**
 * Everything that crossed the wire of the closed worlds of this test file: `createBooking 201`, `webhook booking.created`,
 * `code not_found`. A test run merges the sets of all files and reports which parts of the contract no test has seen.
 */
export const wireSeen: Set<string> = new Set();
