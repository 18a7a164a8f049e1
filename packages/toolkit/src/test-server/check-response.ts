/** The differences between a response of a server and the contract. */
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { follow } from '../document/normalize.ts';
import type { OperationView, ResponseView } from '../document/operation-view.ts';
import { isJson } from '../generate/plain-client/serialize.ts';
import type { TestedDocument } from './requests.ts';

/** A response, as a server sent it. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined if the body is longer than a test reads. */
  readonly text: string | undefined;
}

/** The response that an operation documents for a status, by its number, its range or `default`. */
export function documentedResponse({ responses }: OperationView, status: number): ResponseView | undefined {
  return responses[String(status)] ?? responses[`${String(status)[0]}XX`] ?? responses['default'];
}

/** Returns what differs between a response and the contract: status, headers, content type, body, error code. */
export function responseFaults(
  view: OperationView,
  { status, headers, text }: ReceivedResponse,
  { values, document }: TestedDocument,
): string[] {
  const response = documentedResponse(view, status);
  if (!response) return [`The status ${status} is not documented.`];
  const wrongHeaders = Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
    const { required, schema } = (follow(header, document) ?? {}) as JsonObject;
    const value = headers.get(name);
    if (value === null) return required === true ? [`The header ${name} is missing.`] : [];
    if (schema === undefined) return [];
    return values.faults(schema, headerValue(value, schema)).map((fault) => `The header ${name} ${fault}.`);
  });
  const { content = {} } = response;
  const types = Object.keys(content);
  if (view.method === 'head') return wrongHeaders;
  // Many documents describe a refusal by its status alone.
  if (types.length === 0)
    return [...wrongHeaders, ...(text === '' || status >= 400 ? [] : ['The response has a body.'])];
  const sent = headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? 'missing';
  const type = types.find((each) => isMediaType(sent, each));
  if (type === undefined) return [...wrongHeaders, `The content type is ${sent}, not ${types.join(' or ')}.`];
  if (text === undefined) return [...wrongHeaders, 'The body is too long to be read.'];
  const { schema } = content[type] ?? {};
  if (!isJson(sent)) return wrongHeaders;
  const body = parseJson(text);
  if (body === undefined) return [...wrongHeaders, 'The body is not JSON.'];
  const wrongBody = schema === undefined ? [] : values.faults(schema, body).map((fault) => `The body ${fault}.`);
  return [...wrongHeaders, ...wrongBody, ...wrongCode(body, response)];

  /** The type of a header decides how its text is read. */
  function headerValue(value: string, given: unknown): unknown {
    const { type: kind } = (follow(given, document) ?? {}) as JsonObject;
    if ((kind === 'integer' || kind === 'number') && value.trim() !== '') return Number(value);
    if (kind === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true';
    return kind === 'array' ? value.split(',').map((each) => each.trim()) : value;
  }
}

/** Returns whether a media type is one of a documented range, such as `text/*`. */
function isMediaType(sent: string, documented: string): boolean {
  const range = documented.split(';')[0]?.trim().toLowerCase() ?? '';
  return range === '*/*' || range === sent || (range.endsWith('/*') && sent.startsWith(range.slice(0, -1)));
}

/** The JSON value of a text, or undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function wrongCode(body: unknown, response: object): string[] {
  const { 'x-error-codes': codes }: { readonly 'x-error-codes'?: readonly string[] } = response;
  if (!codes || !isJsonObject(body)) return [];
  const code = body['error_code'] ?? body['error'];
  return codes.some((each) => each === code) ? [] : [`The code ${String(code)} is not documented for this status.`];
}
