/**
 * Reads and checks the body of a request by its media type. A body reaches a handler only if a schema has checked it, or if the document
 * describes it as bytes: it is then a stream.
 */
import { PassThrough, type Readable } from 'node:stream';
import { Refusal } from '../contract.ts';
import {
  announcesBody,
  bodyIsGone,
  type HttpRequest,
  parseJson,
  receiveBody,
  receiveChunks,
} from '../http/exchange.ts';
import { below, faultAt, isPart, type Located, partOf, type RouterOperation } from './document.ts';
import { createFormReader, type FormOptions, type ReadContent, receiveBytes, tryTo } from './forms.ts';
import { createInt64Values, parseExact } from './int64.ts';
import { findMedia, isRange, type Kind, kindOf, kindsOf, type MediaType, parseMediaType } from './media-types.ts';
import { bodyFaults, type RequestFault } from './parameters.ts';
import { isBinary } from './schemas.ts';
import { createRead, shapeOf } from './styles.ts';

export interface BodyOptions extends FormOptions {
  /** Reads bodies of other media types, such as application/xml. The value is checked against the schema. */
  readonly parsers: Readonly<Record<string, (bytes: Buffer) => unknown>>;
}

export interface ReceivedBody {
  readonly body: unknown;
  /** The media type as the document states it; undefined without a body. */
  readonly mediaType: string | undefined;
}

interface Entry {
  readonly key: string;
  readonly type: MediaType;
  readonly readers: Partial<Record<Kind, ReadContent>>;
}

const withoutBody: ReceivedBody = { body: undefined, mediaType: undefined };

/** Creates the reader of an operation's body; undefined if the document has none. Throws if no check would read it. */
export function createBodyReader(
  { requestBody, label }: RouterOperation,
  options: BodyOptions,
): ((req: HttpRequest, faults: RequestFault[]) => Promise<ReceivedBody>) | undefined {
  if (!requestBody) return undefined;
  const content = below(requestBody, 'content');
  const stated = Object.keys(partOf(content.value));
  const entries = stated.flatMap((key): Entry[] => {
    const media = below(content, key);
    const type = parseMediaType(key);
    // No request has such a type. Beside one that a request can have, it does no harm.
    if (!type && stated.some(parseMediaType)) return [];
    if (!type) throw faultAt(label, media.pointer, `${JSON.stringify(key)} is not a media type`);
    const readers = kindsOf(type.essence).flatMap((kind) => {
      const read = createContentReader({ kind, type, media }, { ...options, label });
      return read ? [[kind, read] as const] : [];
    });
    return [{ key, type, readers: Object.fromEntries(readers) }];
  });
  if (entries.every(({ readers }) => Object.keys(readers).length === 0)) {
    const keys = entries.map(({ key }) => key).join(', ') || 'no media type';
    throw faultAt(label, content.pointer, `the body states ${keys}, which has no reader; pass one in parsers`);
  }
  const isRequired = requestBody.value['required'] === true;
  const accepted = entries.filter(({ readers }) => Object.keys(readers).length > 0).map(({ key }) => key);
  // The texts that most requests have are not parsed.
  const known = new Map<string, ReturnType<typeof find>>();
  for (const { key } of entries)
    for (const text of [key, `${key}; charset=utf-8`, `${key};charset=UTF-8`]) known.set(text, find(text));

  function find(text: string): { key: string; sent: MediaType; read: ReadContent } | undefined {
    const sent = parseMediaType(text);
    const entry = sent && findMedia(entries, sent);
    const read = entry && entry.readers[kindOf(sent.essence)];
    return read && { key: entry.key, sent, read };
  }

  return async function readBody(req, faults) {
    const { 'content-type': contentType, 'content-encoding': coding = 'identity' } = req.headers;
    const isAnnounced = announcesBody(req);
    const missing = () => {
      if (isRequired) faults.push({ in: 'body', path: '', message: 'is required' });
      return withoutBody;
    };
    if (isAnnounced === false) return missing();
    const found = contentType === undefined ? undefined : (known.get(contentType) ?? find(contentType));
    if (!found || coding.toLowerCase() !== 'identity') {
      // The headers of HTTP/2 and of a Request do not show whether there is a body.
      if (isAnnounced === undefined && (await receiveBytes(req, options.maxBodyBytes)).length === 0) return missing();
      const headers = found ? { 'Accept-Encoding': 'identity' } : { Accept: accepted.join(', ') };
      throw new Refusal('unsupported_media_type', { headers });
    }
    const body = await found.read(req, found.sent, faults);
    return body === undefined ? missing() : { body, mediaType: found.key };
  };
}

interface Content {
  readonly kind: Kind;
  readonly type: MediaType;
  readonly media: Located<unknown>;
}

/** Returns the reader of bodies of this kind; undefined if no reader can check them. */
function createContentReader(
  { kind, type, media }: Content,
  options: BodyOptions & { readonly label: string },
): ReadContent | undefined {
  const { compiler, label, maxBodyBytes, maxStreamBytes } = options;
  const { document } = compiler;
  const schema = below(media, 'schema');
  if (schema.value === undefined) {
    const isOfBytes = !document.isLegacy && (isRange(type.essence) || kind === 'bytes');
    if (isOfBytes) return streamReader(maxStreamBytes);
    const advice = document.isLegacy ? '{ type: string, format: binary } is bytes' : '{} allows every value';
    throw faultAt(label, media.pointer, `the body has no schema, so no check would read it; ${advice}`);
  }
  const { value } = document.resolve<unknown>(schema, label);
  if (isPart(value) && isBinary(value)) return streamReader(maxStreamBytes);
  if (kind === 'form' || kind === 'multipart') return createFormReader({ kind, media, schema }, options);

  const direction = 'request';
  const check = compiler.compile(compiler.write(schema, { label, direction }), { label, direction, ...schema });
  const int64 = createInt64Values(document, schema, label);
  const checked = (body: unknown, faults: RequestFault[]): unknown => {
    if (body === undefined) return undefined;
    if (check(body) === true) return int64 ? int64.toProgram(body) : body;
    faults.push(...bodyFaults(check));
    return body;
  };
  if (kind === 'json') {
    const parse = int64 && ((text: string) => parseExact(text, int64));
    return async (req, { parameters }, faults) => {
      requireCharset(parameters, /^(?:utf-?8|us-ascii)$/i);
      const received = await receiveBody(req, maxBodyBytes);
      return checked('parsed' in received ? received.parsed : parseJson(received.bytes, parse), faults);
    };
  }
  const parse = options.parsers[type.essence];
  const isText = kind === 'text' || type.essence.endsWith('xml');
  const { types } = shapeOf(document, schema);
  const isOfBytes = value === true || types.join() === 'string' || (isPart(value) && Object.keys(value).length === 0);
  if (!parse && !isText) return isOfBytes ? streamReader(maxStreamBytes) : undefined;
  // A text is never the object or the list that the schema describes.
  if (!parse && types.every((each) => each === 'object' || each === 'array') && types.length > 0) return undefined;
  const style = { name: '', style: 'form', explode: true, decode: (text: string) => text, compile: () => check };
  const readText = createRead(document, schema, style);
  return async (req, { parameters }, faults) => {
    const bytes = await receiveBytes(req, maxBodyBytes);
    if (bytes.length === 0) return undefined;
    if (parse)
      return checked(
        tryTo(() => parse(bytes), `is not ${type.essence}`),
        faults,
      );
    const charset = parameters.get('charset') ?? 'utf-8';
    requireCharset(parameters, /^(?:utf-?8|us-ascii|iso-8859-1|latin1|utf-16le|windows-1252)$/i);
    const text = tryTo(() => new TextDecoder(charset, { fatal: true }).decode(bytes), `is not text in ${charset}`);
    return checked(readText([text]), faults);
  };
}

function requireCharset(parameters: MediaType['parameters'], accepted: RegExp): void {
  if (!accepted.test(parameters.get('charset') ?? 'utf-8')) throw new Refusal('unsupported_media_type');
}

/** Returns the body as a stream, which fails with payload_too_large above `maxBytes`. */
function streamReader(maxBytes: number): ReadContent {
  return async (req) => streamBody(req, maxBytes);
}

function streamBody(req: HttpRequest, maxBytes: number): Readable {
  if (req.readableDidRead) throw new Error(bodyIsGone);
  const stream = new PassThrough();
  // The reader of the stream receives its error, if there is one.
  stream.on('error', () => undefined);
  receiveChunks(req, maxBytes, (chunk) => {
    if (stream.destroyed || stream.write(chunk)) return undefined;
    return new Promise<void>((resume) => {
      for (const event of ['drain', 'close']) stream.once(event, () => resume());
    });
  }).then(
    () => stream.end(),
    (error: Error) => stream.destroy(error),
  );
  return stream;
}
