/** Prepares the responses of handlers: the media type, the bytes, and whether the document describes them. */
import { Readable } from 'node:stream';
import Negotiator from 'negotiator';
import { Refusal } from '../contract.ts';
import type { Check } from '../http/compile-contract.ts';
import { below, faultAt, type Located, partOf, type RouterOperation } from './document.ts';
import { createInt64Values, type Int64Values, parseExact, stringifyExact } from './int64.ts';
import { findMedia, isRange, kindOf, type MediaType, parseMediaType } from './media-types.ts';
import { bodyFaults, createHeaderCheck, type RequestFault } from './parameters.ts';
import type { SchemaCompiler } from './schemas.ts';

/** The result of a handler. */
export interface RouterResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number | readonly string[] | undefined>> | undefined;
  /** Default: the documented type that the request prefers. */
  readonly mediaType?: string | undefined;
  readonly body?: unknown;
}

/** One event of a body of the type text/event-stream. */
export interface ServerSentEvent {
  /** Sent as JSON, unless it is a string. */
  readonly data: unknown;
  readonly event?: string;
  readonly id?: string;
  readonly retry?: number;
}

/** A response as it is sent. */
export interface PreparedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Uint8Array | Readable | undefined;
}

/** A response that the document does not describe. */
export class ResponseFault extends Error {
  override readonly name = 'ResponseFault';
  readonly faults: readonly RequestFault[];

  constructor(label: string, faults: readonly RequestFault[]) {
    const list = faults
      .map((each) => `${each.in}${each.path === '' ? '' : ` ${each.path}`} ${each.message}`)
      .join('; ');
    super(`The handler of ${label} returned a response that the document does not describe: ${list}.`);
    this.faults = faults;
  }
}

interface DocumentedMedia {
  readonly key: string;
  readonly type: MediaType;
  readonly check: Check | undefined;
  readonly int64: Int64Values | undefined;
}

interface DocumentedResponse {
  readonly media: readonly DocumentedMedia[];
  readonly checkHeaders: ((headers: Readonly<Record<string, string>>) => readonly RequestFault[]) | undefined;
}

interface ResponseOptions {
  readonly compiler: SchemaCompiler;
  /** Checks each response against the document. */
  readonly isChecked: boolean;
}

/** The responses of an operation. */
export interface Responses {
  /** Returns the media type that the request prefers; undefined if none has a body. Throws not_acceptable. */
  readonly negotiate: (accept: string | undefined) => string | undefined;
  /** Throws a ResponseFault. */
  readonly prepare: (response: RouterResponse, accepted: string | undefined) => PreparedResponse;
}

/** Compiles the responses of an operation. */
export function compileResponses({ responses, label, method }: RouterOperation, options: ResponseOptions): Responses {
  const { isChecked } = options;
  const byStatus = new Map(
    responses.map(([status, each]) => [status.toUpperCase(), compileResponse(each, { ...options, label })]),
  );
  const successes = [...byStatus].filter(([status]) => status.startsWith('2')).map(([, each]) => each);
  const produced = [...new Set(successes.flatMap(({ media }) => media.map(({ key }) => key)))];
  // A success without a body is acceptable to every client.
  const isNegotiated =
    produced.length > 0 && successes.every(({ media }) => media.length > 0) && !produced.some(isRange);
  const available = produced.map((key) => parseMediaType(key)?.essence ?? key);

  return {
    negotiate(accept) {
      const [first] = produced;
      if (!isNegotiated || accept === undefined || accept === '*/*' || (accept === first && produced.length === 1))
        return first;
      const preferred = new Negotiator({ headers: { accept } }).mediaType(available);
      if (preferred !== undefined) return produced[available.indexOf(preferred)];
      throw new Refusal('not_acceptable', { message: `The response has the type ${produced.join(' or ')}.` });
    },
    prepare(response, accepted) {
      const { status, body } = response;
      const documented =
        byStatus.get(String(status)) ?? byStatus.get(`${Math.floor(status / 100)}XX`) ?? byStatus.get('DEFAULT');
      const faults: RequestFault[] = [];
      const headers = toHeaders(response.headers);
      if (isChecked && !documented) faults.push({ in: 'status', path: '', message: `${status} is not documented` });
      if (isChecked && documented?.checkHeaders) {
        const sent = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
        faults.push(...documented.checkHeaders(Object.fromEntries(sent) as Record<string, string>));
      }
      const hasBody = body !== undefined && status !== 204 && status !== 304;
      if (!hasBody) {
        const isMissing = documented && documented.media.length > 0 && method !== 'head' && status !== 304;
        if (isChecked && isMissing) faults.push({ in: 'body', path: '', message: 'is required' });
        if (isChecked && body !== undefined)
          faults.push({ in: 'body', path: '', message: `must not be sent with ${status}` });
      } else if (isChecked && documented?.media.length === 0) {
        faults.push({ in: 'body', path: '', message: 'is not documented' });
      }
      const media = documented?.media ?? [];
      const named = response.mediaType ?? Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1];
      // Most responses have a media type as the document states it, which is not parsed again.
      const stated = named === undefined ? (media.find(({ key }) => key === accepted) ?? media[0]) : undefined;
      const type = stated?.key ?? String(named ?? 'application/json');
      const parsed = stated?.type ?? parseMediaType(type);
      if (!parsed || isRange(parsed.essence)) {
        if (hasBody)
          throw new ResponseFault(label, [{ in: 'body', path: '', message: `needs a media type in place of ${type}` }]);
        return finish(undefined);
      }
      const found = stated ?? findMedia(media, parsed);
      if (isChecked && hasBody && media.length > 0 && !found)
        faults.push({ in: 'body', path: '', message: `has the type ${parsed.essence}, which is not documented` });
      return finish(
        hasBody ? encode(body, { type: parsed, check: found?.check, int64: found?.int64, faults }) : undefined,
        parsed,
        type,
      );

      function finish(encoded: PreparedResponse['body'], sent?: MediaType, text = ''): PreparedResponse {
        if (faults.length > 0) {
          if (encoded instanceof Readable) encoded.destroy();
          throw new ResponseFault(label, faults);
        }
        if (encoded === undefined || !sent) return { status, headers, body: undefined };
        const isText =
          ['json', 'text'].includes(kindOf(sent.essence)) &&
          sent.essence !== eventStream &&
          !sent.parameters.has('charset');
        const { 'content-type': _lower, ...others } = headers;
        return {
          status,
          headers: { ...others, 'Content-Type': isText ? `${text}; charset=utf-8` : text },
          body: encoded,
        };
      }
    },
  };
}

function compileResponse(
  response: Located,
  { compiler, isChecked, label }: ResponseOptions & { readonly label: string },
): DocumentedResponse {
  const content = below(response, 'content');
  const direction = 'response';
  const stated = Object.keys(partOf(content.value));
  const media = stated.flatMap((key): DocumentedMedia[] => {
    const entry = below(content, key);
    const type = parseMediaType(key);
    if (!type && stated.some(parseMediaType)) return [];
    if (!type) throw faultAt(label, entry.pointer, `${JSON.stringify(key)} is not a media type`);
    const schema = below(entry, 'schema');
    const kind = kindOf(type.essence);
    const isCheckable =
      isChecked && schema.value !== undefined && type.essence !== eventStream && (kind === 'json' || kind === 'text');
    const compile = () =>
      compiler.compile(compiler.write(schema, { label, direction }), { label, direction, ...schema });
    const int64 = schema.value === undefined ? undefined : createInt64Values(compiler.document, schema, label);
    return [{ key, type, check: isCheckable ? compile() : undefined, int64 }];
  });
  return { media, checkHeaders: isChecked ? createHeaderCheck(response, { compiler, label, direction }) : undefined };
}

const eventStream = 'text/event-stream';

interface Encoding extends Pick<DocumentedMedia, 'type' | 'check' | 'int64'> {
  readonly faults: RequestFault[];
}

/** Returns the body as it is sent. Pushes what is wrong with it to `faults`. */
function encode(body: unknown, { type, check, int64, faults }: Encoding): PreparedResponse['body'] {
  const { essence } = type;
  const isJson = kindOf(essence) === 'json';
  if (!isJson && essence === eventStream && !(body instanceof Readable) && isIterable(body))
    return bytesOf(eventTexts(body));
  const bytes = isJson && !(body instanceof Readable) ? undefined : toBytes(body);
  if (bytes !== undefined) {
    if (typeof bytes === 'string' && check && check(bytes) !== true) faults.push(...bodyFaults(check));
    return bytes;
  }
  const text = int64 ? stringifyExact(body) : (JSON.stringify(body) as string | undefined);
  if (!isJson || text === undefined) {
    faults.push({ in: 'body', path: '', message: `cannot be sent as ${essence}` });
    return '';
  }
  if (!check && !int64) return text;
  // The check sees what the client reads: a Date is a text then.
  const parsed = parseExact(text, int64);
  const sent = int64 ? int64.toWire(parsed) : parsed;
  if (check && check(sent) !== true) faults.push(...bodyFaults(check));
  return int64 ? (stringifyExact(sent) ?? text) : text;
}

function toBytes(body: unknown): string | Uint8Array | Readable | undefined {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  if (body instanceof Readable) return body.readableObjectMode ? bytesOf(body) : body;
  if (body instanceof Blob) return Readable.fromWeb(body.stream());
  if (body instanceof ReadableStream) return Readable.fromWeb(body);
  return isIterable(body) && Symbol.asyncIterator in body ? bytesOf(body) : undefined;
}

/** Returns a stream of bytes. A Response has no stream of texts. */
function bytesOf(chunks: AsyncIterable<unknown>): Readable {
  async function* buffers() {
    for await (const each of chunks) yield typeof each === 'string' ? Buffer.from(each) : each;
  }
  return Readable.from(buffers(), { objectMode: false });
}

function isIterable(body: unknown): body is AsyncIterable<unknown> | Iterable<unknown> {
  return typeof body === 'object' && body !== null && (Symbol.asyncIterator in body || Symbol.iterator in body);
}

/** Returns the text of each event (https://html.spec.whatwg.org/multipage/server-sent-events.html). A string is the text of one. */
async function* eventTexts(events: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<string> {
  for await (const each of events) {
    if (typeof each === 'string') {
      yield each;
      continue;
    }
    const { data, event, id, retry } = each as ServerSentEvent;
    const text = typeof data === 'string' ? data : (stringifyExact(data) ?? '');
    const fields = Object.entries({ event, id, retry }).filter(([, value]) => value !== undefined);
    const lines = [
      ...fields.map(([name, value]) => `${name}: ${String(value).replaceAll(/[\r\n]/g, ' ')}`),
      ...text.split(/\r\n|[\r\n]/).map((line) => `data: ${line}`),
    ];
    yield `${lines.join('\n')}\n\n`;
  }
}

function toHeaders(given: RouterResponse['headers']): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(given ?? {})) {
    if (value === undefined) continue;
    headers[name] = Array.isArray(value) ? value.map(String) : String(value);
  }
  return headers;
}
