/** Faults in the form of one response or one webhook, by the rule that they break. Ajv compares with the contract. */
import { createRequire } from 'node:module';
import { errorCatalogue, type OperationId, operationTable } from '@booking-service/contract';
import { closeResponses } from '@booking-service/contract/close-responses';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { codeOf, type Exchange, type ShownRequest } from './exchange.ts';

/** A fault in the form of a response or a webhook, and the rule that it breaks. */
interface WireFault {
  readonly rule: string;
  readonly text: string;
}

/** The findings about the form of one or several responses. */
export interface WireFindings {
  /** The number of responses that showed a rule, by the rule. A rule that is missing was not seen: nothing kept or broke it. */
  readonly seen: Map<string, number>;
  readonly faults: (WireFault & { readonly request: ShownRequest | undefined })[];
}

/** The rule of the form of a success response. An operation without a row has the rule of its resource. */
const formRule: Readonly<Partial<Record<OperationId, string>>> = {
  searchVenues: 'END-13',
  searchAvailability: 'END-13',
  createBooking: 'BKG-6',
  getBooking: 'BKG-2',
  continueBooking: 'BKG-6',
  cancelBooking: 'BKG-6',
  modifyBooking: 'BKG-6',
  createSession: 'SES-2',
  verifySession: 'SES-2',
  getSessionCard: 'SES-3',
  getCard: 'SES-3',
};

const headerRule: Readonly<Record<string, string>> = {
  link: 'ERR-8',
  'request-id': 'END-14',
  'ratelimit-limit': 'LIM-2',
  'ratelimit-remaining': 'LIM-2',
  'ratelimit-reset': 'LIM-2',
  'retry-after': 'ERR-3',
  'idempotent-replayed': 'IDM-5',
};

function formRuleOf(operation: OperationId): string {
  const { method, path } = operationTable[operation];
  if (method === 'get' && !path.includes('{')) return formRule[operation] ?? 'END-13';
  const ofResource = path.startsWith('/v1/bookings') ? 'BKG-2' : path.startsWith('/v1/sessions') ? 'SES-2' : 'END-13';
  return formRule[operation] ?? ofResource;
}

/** The rules that every refusal shows. */
const refusalRules: readonly string[] = ['ERR-1', 'ERR-2', 'ERR-4', 'ERR-5', 'ERR-7'];

/** The rules that every response is checked for. */
export const wireRules: readonly string[] = [
  ...new Set([...Object.values(formRule), 'END-14', 'LIM-2', 'ERR-8', ...refusalRules]),
].toSorted();

/** Text that must not appear in a response: a stack, SQL, a path of the computer, a key. */
const internals =
  /(?:^|\\n)\s*at \S+ \(|node_modules|\b(?:SELECT|INSERT INTO|UPDATE) \w|sqlite|\/(?:home|usr|var)\/\w|whsec_\w|sk_(?:live|test)_\w/im;

/** Made at the first response, because every command of the service loads this file. */
let compiled: Ajv2020 | undefined;

function contractSchemas(): Ajv2020 {
  if (compiled) return compiled;
  compiled = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(compiled, { mode: 'full' });
  compiled.addSchema(contractDocument(), 'contract');
  return compiled;
}

/** Adds what a response shows to the findings. */
export function judgeForm(exchange: Exchange, { seen, faults }: WireFindings, request?: ShownRequest): void {
  for (const rule of rulesShownBy(exchange)) seen.set(rule, (seen.get(rule) ?? 0) + 1);
  faults.push(...findWireFaults(exchange).map((fault) => ({ ...fault, request })));
}

/** The rules whose form a response shows: those of its body and of its headers. None, if the contract does not document it. */
function rulesShownBy({ operation, status, headers }: Exchange): Set<string> {
  const response = findResponse(operation, status);
  if (!response) return new Set();
  const ofHeaders = response.headers.flatMap(({ name, required }) =>
    required || headers.has(name) ? (headerRule[name.toLowerCase()] ?? []) : [],
  );
  const ofBody = status >= 400 ? refusalRules : operation === undefined ? [] : [formRuleOf(operation)];
  return new Set([...ofHeaders, ...ofBody].filter((rule) => wireRules.includes(rule)));
}

/** Lists the faults of a response. */
function findWireFaults(exchange: Exchange): WireFault[] {
  const { operation, status, headers, text, body } = exchange;
  const where = `${exchange.method} ${exchange.path} ${status}`;
  const response = findResponse(operation, status);
  if (!response) return [{ rule: 'ERR-5', text: `${where}: the contract does not document this status` }];
  const faults: WireFault[] = [];
  const add = (rule: string, what: string) => void faults.push({ rule, text: `${where}: ${what}` });
  const form = status >= 400 || operation === undefined ? 'ERR-1' : formRuleOf(operation);
  if (!/^application\/json\s*(?:;\s*charset=utf-8)?$/i.test(headers.get('content-type') ?? '')) {
    add(form, `the content type is ${headers.get('content-type')}`);
  }
  for (const { name, required, pointer, integer } of response.headers) {
    const rule = headerRule[name.toLowerCase()] ?? form;
    const value = headers.get(name);
    if (value === null) {
      if (required) add(rule, `the header ${name} is missing`);
    } else for (const fault of violations(pointer, integer ? Number(value) : value)) add(rule, `${name} ${fault}`);
  }
  if (exchange.method === 'HEAD') return faults;
  for (const fault of violations(`${response.pointer}/content/application~1json/schema`, body)) {
    add(form, `the body${fault}`);
  }
  if (isBooking(body)) {
    for (const { rule, text: what } of findBookingFaults(body, { isSummary: false })) add(rule, what);
  }
  if (status >= 400) addRefusalFaults(exchange, response, add);
  if (status >= 400 && internals.test(text)) add('ERR-7', 'the body shows something of the inside of the service');
  return faults;
}

function isBooking(body: unknown): body is object {
  return typeof body === 'object' && body !== null && 'object' in body && body.object === 'booking';
}

/** Lists the faults in the body of a webhook of this type. */
export function findEventFaults(type: string, event: unknown): string[] {
  return violations(`/webhooks/${type}/post/requestBody/content/application~1json/schema`, event);
}

/** The parts of a booking, or of its summary in an event, that depend on its status. */
interface BookingParts {
  readonly status?: string;
  readonly next_action?: unknown;
  readonly expires_at?: unknown;
  readonly error_code?: unknown;
}

/** Lists what a booking has, or lacks, at its status: a schema of one field cannot say it. `isSummary`: it is that of an event. */
export function findBookingFaults(booking: BookingParts, { isSummary }: { readonly isSummary: boolean }): WireFault[] {
  const { status } = booking;
  const faults: WireFault[] = [];
  const waits = status === 'requires_action';
  const differs = (field: keyof BookingParts, expected: boolean) => (booking[field] !== undefined) !== expected;
  const verb = (expected: boolean) => (expected ? 'lacks' : 'still has');
  if (differs('next_action', waits)) {
    faults.push({ rule: 'BKG-7', text: `a booking that is ${status} ${verb(waits)} next_action` });
  }
  if (!isSummary && differs('expires_at', waits)) {
    faults.push({ rule: 'BKG-6', text: `a booking that is ${status} ${verb(waits)} expires_at` });
  }
  const failed = status === 'failed';
  if (differs('error_code', failed)) {
    faults.push({ rule: 'BKG-9', text: `a booking that is ${status} ${verb(failed)} error_code` });
  }
  return faults;
}

function addRefusalFaults(
  exchange: Exchange,
  { codes }: DocumentedResponse,
  add: (rule: string, what: string) => void,
): void {
  const { error, error_code, request_id, details } = (exchange.body ?? {}) as Readonly<Record<string, unknown>>;
  const code = codeOf(exchange);
  if (!codes.includes(code)) add('ERR-5', `the code ${code} is not documented here`);
  const entry = (errorCatalogue as Readonly<Record<string, { readonly stands_in: readonly string[] } | undefined>>)[
    code
  ];
  const isOlder = entry?.stands_in.includes('error') === true;
  if (entry && isOlder !== (error === code)) add('ERR-2', `${code} is ${isOlder ? 'not ' : ''}the value of error`);
  if (error_code !== code) add('ERR-1', `${code} is not the value of error_code`);
  if (request_id !== exchange.headers.get('request-id')) add('END-14', 'request_id is not the header Request-Id');
  if (code === 'invalid_request' && !Array.isArray(details)) add('ERR-4', 'invalid_request has no details');
}

function violations(pointer: string, value: unknown): string[] {
  const validate = contractSchemas().getSchema(`contract#${encodeURI(pointer)}`);
  if (!validate) return [' has no schema in the contract'];
  return validate(value)
    ? []
    : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

type Node = { readonly [key: string]: Node } & { readonly $ref?: string };

/** A documented header, and the pointer to its schema. */
interface DocumentedHeader {
  readonly name: string;
  readonly required: boolean;
  readonly pointer: string;
  readonly integer: boolean;
}

/** A documented response, and the pointer to it. */
interface DocumentedResponse {
  readonly pointer: string;
  readonly headers: readonly DocumentedHeader[];
  readonly codes: readonly string[];
}

let closed: object | undefined;

/** The contract, closed: an undocumented field, code or type is a violation. A check judges the version that it was made for. */
function contractDocument(): object {
  closed ??= closeResponses(createRequire(import.meta.url)('@booking-service/contract/openapi.json') as object);
  return closed;
}

/** Returns the documented response of an operation, or of a request outside all of them. Undefined if the status is not documented. */
function findResponse(operation: OperationId | undefined, status: number): DocumentedResponse | undefined {
  const found = resolve(operation ? `${pointerOf(operation)}/responses/${status}` : `/x-unrouted/${status}`);
  if (!found) return undefined;
  const headers = Object.keys(found.node['headers'] ?? {}).flatMap((name) => {
    const header = resolve(`${found.pointer}/headers/${name}`);
    if (!header) return [];
    // OpenAPI defines these fields of a header.
    const { required = false, schema } = header.node as unknown as { required?: boolean; schema: { type?: string } };
    return [{ name, required, pointer: `${header.pointer}/schema`, integer: schema.type === 'integer' }];
  });
  const codes = (found.node['x-error-codes'] ?? []) as unknown as readonly string[];
  return { pointer: found.pointer, headers, codes };
}

function pointerOf(operation: OperationId): string {
  const { path, method } = operationTable[operation];
  return `/paths/${path.replaceAll('/', '~1')}/${method}`;
}

function resolve(pointer: string): { pointer: string; node: Node } | undefined {
  let node: Node | undefined = contractDocument() as unknown as Node;
  for (const part of pointer.split('/').slice(1)) node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (!node) return undefined;
  return node.$ref === undefined ? { pointer, node } : resolve(node.$ref.slice(1));
}
