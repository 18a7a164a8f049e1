/**
 * Checks everything that crosses the wire against the contract, with Ajv's 2020-12 dialect and without the code of the server:
 * status, content type, headers, body and error code of responses, the webhooks, and the requests to suppliers and card services.
 */
import { createRequire } from 'node:module';
import { type OperationId, operationTable } from '@booking-service/contract';
import { closeResponses } from '@booking-service/contract/close-responses';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { loadContractDocument } from '../http/documents.ts';

interface HeaderObject {
  readonly required?: boolean;
  readonly schema: { readonly type: string };
}

/** A documented header and the pointer to its schema. */
interface ContractHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly integer: boolean;
}

/** A documented response and the pointer to it. */
interface ContractResponse {
  /** JSON pointer, from the root of the document. */
  readonly pointer: string;
  readonly headers: readonly ContractHeader[];
  readonly errorCodes: readonly string[];
}

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

// The whole document as plain nodes. The type of loadContractDocument declares only what the server reads.
const document = closeResponses(loadContractDocument()) as unknown as Node;

const load = createRequire(import.meta.url);
/** The contract of each kind of system that the service sends requests to. `contract` is that of the receivers of webhooks. */
export const contractDocuments: Readonly<Record<ContractName, Node>> = {
  contract: document,
  provider: load('@booking-service/contract/provider.json') as Node,
  'card-service': load('@booking-service/contract/card-service.json') as Node,
};

type ContractName = 'contract' | 'provider' | 'card-service';

/** Returns the operation of a request, or undefined if no operation has this path and method. */
function findOperation(method: string, path: string): OperationId | undefined {
  if (!isDecodable(path)) return undefined;
  const routeMethod = method === 'HEAD' ? 'get' : method.toLowerCase();
  const entries = Object.entries(operationTable) as [OperationId, { method: string; path: string }][];
  return entries.find(([, row]) => row.method === routeMethod && toPattern(row.path).test(path))?.[0];
}

/** Returns the documented response for this status, or undefined. */
export function findResponse(operationId: OperationId | 'unrouted', status: number): ContractResponse | undefined {
  const pointer =
    operationId === 'unrouted'
      ? `/x-unrouted/${status}`
      : `/paths/${escapePointer(operationTable[operationId].path)}/${operationTable[operationId].method}/responses/${status}`;
  const response = resolve(pointer);
  if (!response) return undefined;
  const headers = Object.keys(response.node['headers'] ?? {}).map((name) => {
    const header = resolve(`${response.pointer}/headers/${escapePointer(name)}`);
    if (!header) throw new Error(`${response.pointer} refers to a header ${name} that does not exist.`);
    return toContractHeader(name, header);
  });
  // The linter checks that x-error-codes is an array of strings.
  const errorCodes = (response.node['x-error-codes'] ?? []) as unknown as readonly string[];
  return { pointer: response.pointer, headers, errorCodes };
}

/** Returns the documented headers of the request that this POST of a contract gets. Empty if the contract has no such POST. */
function findRequestHeaders(contract: ContractName, post: string): ContractHeader[] {
  const pointer = `${post}/parameters`;
  const from = contractDocuments[contract];
  return Object.keys(resolve(pointer, from)?.node ?? {}).flatMap((index) => {
    const parameter = resolve(`${pointer}/${index}`, from);
    if (!parameter) throw new Error(`${pointer} refers to a parameter that does not exist.`);
    const { in: place, name } = parameter.node as unknown as { in: string; name: string };
    return place === 'header' ? [toContractHeader(name, parameter)] : [];
  });
}

function toContractHeader(name: string, { pointer, node }: { pointer: string; node: Node }): ContractHeader {
  // OpenAPI defines these fields for header objects and for parameters.
  const { required = false, schema } = node as unknown as HeaderObject;
  return { name, required, pointer: `${pointer}/schema`, integer: schema.type === 'integer' };
}

/** The names of all headers that the contract declares for responses, in lower case. */
const contractHeaders: ReadonlySet<string> = new Set(
  Object.keys(document['components']?.['headers'] ?? {}).map((name) => name.replace(/-known$/, '').toLowerCase()),
);

/** Returns the documented statuses of each operation. */
export function documentedStatuses(): { operationId: OperationId; status: number }[] {
  return (Object.entries(operationTable) as [OperationId, { path: string; method: string }][]).flatMap(
    ([operationId, { path, method }]) =>
      Object.keys(document['paths']?.[path]?.[method]?.['responses'] ?? {}).map((status) => ({
        operationId,
        status: Number(status),
      })),
  );
}

function resolve(pointer: string, from: Node = document): { pointer: string; node: Node } | undefined {
  let node: Node | undefined = from;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (!node) return undefined;
  return node.$ref === undefined ? { pointer, node } : resolve(node.$ref.slice(1), from);
}

/** Returns whether the path is valid percent-encoding. If it is not, it names no resource. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}

function escapePointer(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}

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
type Seen = ReadonlySet<string>;

/** A contract whose operations the service calls. */
export type CalledContract = Exclude<ContractName, 'contract'>;

/** A POST of the service to another system. */
export interface SentRequest {
  /** The path as it was sent, after the address of the system. */
  readonly path: string;
  /** undefined: not checked. */
  readonly headers?: Headers | undefined;
  readonly text: string;
}

export interface WireValidator {
  /** Throws an error that lists every violation of the contract in the response. */
  checkResponse(response: WireResponse): void;
  /** Throws an error that lists every violation of the contract in a received webhook. */
  checkWebhook(webhook: Pick<SentRequest, 'headers' | 'text'>): void;
  /** Throws an error that lists every violation of its contract in a request to a supplier or a card service. */
  checkRequest(contract: CalledContract, request: SentRequest): void;
  readonly seen: Seen;
}

/** Compiles each schema of the contract at its first use. All validators of the process share it. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
addFormats.default(ajv, { mode: 'full' });
for (const [name, schemas] of Object.entries(contractDocuments)) ajv.addSchema(schemas, name);

export function createWireValidator(): WireValidator {
  const seen = new Set<string>();

  /** Returns the violations in a POST of the service. `post` is the pointer to its operation. */
  function requestViolations(contract: ContractName, post: string, { headers, text }: Omit<SentRequest, 'path'>) {
    const within: Violations = (pointer, value, where) => violationsOf(contract, pointer, value, where);
    return [
      ...within(`${post}/requestBody/content/application~1json/schema`, parse(text), 'body'),
      ...(headers ? requestHeaderViolations(headers, findRequestHeaders(contract, post), within) : []),
    ];
  }

  const violations: Violations = (pointer, value, where) => violationsOf('contract', pointer, value, where);

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
      const webhook = `webhook ${String(event.type)}`;
      seen.add(webhook);
      report(webhook, requestViolations('contract', `/webhooks/${String(event.type)}/post`, { headers, text }), text);
    },
    checkRequest(contract, { path, headers, text }) {
      const found = requestViolations(contract, `/paths/${escapePointer(path)}/post`, { headers, text });
      report(`${contract} ${path}`, found, text);
    },
  };
}

/** Returns how the value differs from the schema at the pointer. `where` names the value. */
type Violations = (pointer: string, value: unknown, where: string) => string[];

function violationsOf(contract: ContractName, ...[pointer, value, where]: Parameters<Violations>): string[] {
  const validate = ajv.getSchema(`${contract}#${encodeURI(pointer)}`);
  if (!validate) throw new Error(`The contract ${contract} has no schema at ${pointer}.`);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`);
}

/** Returns undefined for a text that is not JSON, which no schema accepts. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The headers of every JSON request, and those that fetch adds. The contract must document all other headers of a request. */
const ordinaryHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'sec-fetch-mode',
  'user-agent',
]);

function* requestHeaderViolations(
  headers: Headers,
  documented: readonly ContractHeader[],
  violations: Violations,
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
  violations: Violations,
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
  violations: Violations,
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
