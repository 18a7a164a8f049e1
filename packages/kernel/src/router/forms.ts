/** Reads forms: application/x-www-form-urlencoded, and multipart/form-data with the parser busboy, which Multer uses, too. */
import busboy from 'busboy';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { Refusal } from '../contract.ts';
import { bodyIsGone, type HttpRequest, receiveBody, receiveChunks } from '../http/exchange.ts';
import { toToken } from '../http/validate.ts';
import { below, isPart, type Located, partOf } from './document.ts';
import { createInt64Values } from './int64.ts';
import { findMedia, kindOf, type MediaType, parseMediaType } from './media-types.ts';
import { bodyFaults, compileParameter, type Pairs, parsePairs, readOrPush, type RequestFault } from './parameters.ts';
import { isBinary, type SchemaCompiler } from './schemas.ts';
import { createObjectRead, shapeOf } from './styles.ts';

/** A file of a multipart body that arrives. */
export interface IncomingFile {
  readonly operationId: string;
  /** The name of the form's field. */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly stream: Readable;
}

export interface FormOptions {
  readonly compiler: SchemaCompiler;
  readonly operationId: string;
  readonly maxBodyBytes: number;
  readonly maxStreamBytes: number;
  /** Stores a file while it arrives. Its result replaces the File in the body. */
  readonly saveFile: ((file: IncomingFile) => Promise<unknown>) | undefined;
}

/** Reads the body of one media type. Returns undefined for no bytes. */
export type ReadContent = (req: HttpRequest, sent: MediaType, faults: RequestFault[]) => Promise<unknown>;

interface Form {
  readonly kind: 'form' | 'multipart';
  readonly media: Located<unknown>;
  readonly schema: Located<unknown>;
}

/** Creates the reader of a form, whose fields are read like parameters of a query, by the `encoding` of the document. */
export function createFormReader(
  { kind, media, schema }: Form,
  options: FormOptions & { readonly label: string },
): ReadContent {
  const { compiler, label, maxBodyBytes } = options;
  const { document } = compiler;
  const isMultipart = kind === 'multipart';
  const direction = isMultipart ? 'form' : 'request';
  const check = compiler.compile(compiler.write(schema, { label, direction }), { label, direction, ...schema });
  const shape = shapeOf(document, schema);
  const compile = (each: Located<unknown>) =>
    compiler.compile(compiler.write(each, { label, direction }), { label, direction, ...each });
  const fields = [...shape.properties].map(([name, property]) => {
    const encoding = partOf(below(below(media, 'encoding'), name).value);
    const { types, items } = shapeOf(document, property);
    const isStyled = encoding['style'] !== undefined || encoding['explode'] !== undefined;
    const contentType = typeof encoding['contentType'] === 'string' ? encoding['contentType'] : undefined;
    const isFile = [property, ...(items ? [items] : [])].some((each) => {
      const { value } = document.resolve<unknown>(each, label);
      return isPart(value) && isBinary(value);
    });
    const asJson = !isStyled && !isFile && (types.includes('object') || /[/+]json\b/i.test(contentType ?? ''));
    const form = asJson ? { content: { 'application/json': { schema: property.value } } } : { schema: property.value };
    const value = { ...(isStyled ? encoding : {}), ...form, name, in: 'query' };
    const pointer = property.pointer;
    const parameter = compileParameter({ value, pointer }, { compiler, label, direction, isDecoded: isMultipart });
    const ranges = contentType?.split(',').flatMap((each) => parseMediaType(each) ?? []);
    const allowed = isFile ? ranges?.map((type) => ({ type })) : undefined;
    return { name, parameter, isFile, allowed, isList: types.includes('array') };
  });
  const byName = new Map(fields.map((each) => [each.name, each]));
  const readOthers = createObjectRead(document, schema, compile);
  const int64 = createInt64Values(document, schema, label);

  /** Returns the fields of a form, of which no text has been checked. */
  function readFields(pairs: Pairs, faults: RequestFault[]): Record<string, unknown> {
    const source = { path: {}, query: pairs, cookie: pairs, req: { headers: {}, rawHeaders: [] } };
    const read = fields.flatMap(({ name, parameter }) => {
      const value = readOrPush(() => parameter.read(source), { in: 'body', name: `/${toToken(name)}` }, faults);
      return value === undefined ? [] : [[name, value] as const];
    });
    const others = [...pairs].filter(([name]) => !fields.some(({ parameter }) => parameter.claims(name)));
    const decode = isMultipart
      ? (text: string) => text
      : (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    const decodeOthers = () => readOthers(others.map(([name, texts]) => [name, texts.map(decode)]));
    return { ...readOrPush(decodeOthers, { in: 'body', name: '' }, faults), ...Object.fromEntries(read) };
  }

  return async function readForm(req, sent, faults) {
    const parts = isMultipart
      ? await receiveParts(req, { ...options, isFile: (name) => byName.get(name)?.isFile !== false })
      : undefined;
    const bytes = parts ? noBytes : await receiveBytes(req, maxBodyBytes);
    if (!parts && bytes.length === 0) return undefined;
    const pairs = parts?.pairs ?? parsePairs(bytes.toString('latin1'), '&');
    const files = [...(parts?.files ?? [])];
    for (const [name, given] of files) {
      const { allowed } = byName.get(name) ?? {};
      const isAllowed = ({ type }: File) =>
        !allowed || findMedia(allowed, parseMediaType(type) ?? ofBytes) !== undefined;
      if (!given.every(isAllowed))
        faults.push({ in: 'body', path: `/${toToken(name)}`, message: 'has another media type' });
    }
    const filesAs = (valueOf: (file: File) => unknown) =>
      files.map(([name, given]) => {
        const values = given.map(valueOf);
        return [name, byName.get(name)?.isList === true || values.length > 1 ? values : values[0]] as const;
      });
    // Spread and fromEntries keep a field that is named __proto__ a field.
    const body = { ...readFields(pairs, faults), ...Object.fromEntries(filesAs((file) => file)) };
    if (check(body) !== true) faults.push(...bodyFaults(check));
    else int64?.toProgram(body);
    return parts?.saved.size
      ? { ...body, ...Object.fromEntries(filesAs((file) => parts.saved.get(file) ?? file)) }
      : body;
  };
}

const noBytes = Buffer.alloc(0);
const ofBytes: MediaType = { essence: 'application/octet-stream', parameters: new Map() };

/** Returns what `read` returns. Its error is a fault of the body. */
export function tryTo<T>(read: () => T, message: string): T {
  try {
    return read();
  } catch (cause) {
    throw new Refusal('invalid_request', { details: [{ in: 'body', path: '', message }], cause });
  }
}

/** Returns the bytes of a body that no parser in front of the router has turned into a value. */
export async function receiveBytes(req: HttpRequest, maxBytes: number): Promise<Buffer> {
  const received = await receiveBody(req, maxBytes);
  if ('bytes' in received) return received.bytes;
  throw new Error(bodyIsGone);
}

/** More parts than a form has: its sender means to exhaust the service. */
const maxParts = 1000;

interface PartOptions extends FormOptions {
  /** Returns whether a part with a file name is a file. The others are JSON that a client sent as a Blob. */
  readonly isFile: (field: string) => boolean;
}

interface Parts {
  readonly pairs: Map<string, string[]>;
  readonly files: Map<string, File[]>;
  /** The results of saveFile. */
  readonly saved: Map<File, unknown>;
}

/** Reads the parts of a multipart body. Throws payload_too_large, and invalid_request if it is not well-formed. */
async function receiveParts(req: HttpRequest, options: PartOptions): Promise<Parts> {
  const { maxBodyBytes, maxStreamBytes, saveFile, operationId, isFile } = options;
  if (req.readableDidRead) throw new Error(bodyIsGone);
  const parts: Parts = { pairs: new Map(), files: new Map(), saved: new Map() };
  const limits = { fieldSize: maxBodyBytes, fields: maxParts, files: maxParts, parts: maxParts };
  const parser = tryTo(
    () => busboy({ headers: req.headers, defParamCharset: 'utf8', limits }),
    'has no boundary of parts',
  );
  const work: Promise<void>[] = [];
  let kept = 0;
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => undefined);
  const keep = (size: number) => {
    kept += size;
    if (kept > maxBodyBytes) fail(new Refusal('payload_too_large'));
  };
  const add = <T>(map: Map<string, T[]>, name: string, value: T) =>
    void map.set(name, [...(map.get(name) ?? []), value]);

  async function receiveFile(
    field: string,
    stream: Readable,
    { filename = '', mimeType }: busboy.FileInfo,
  ): Promise<void> {
    if (saveFile && isFile(field)) {
      const file = new File([], filename, { type: mimeType });
      add(parts.files, field, file);
      parts.saved.set(file, await saveFile({ operationId, field, name: filename, type: mimeType, stream }));
      // The rest of the form is read and discarded.
      stream.resume();
      return;
    }
    const chunks: Buffer<ArrayBuffer>[] = [];
    for await (const chunk of stream as AsyncIterable<Buffer<ArrayBuffer>>) {
      keep(chunk.length);
      chunks.push(chunk);
    }
    if (!isFile(field) && kindOf(mimeType) === 'json') add(parts.pairs, field, Buffer.concat(chunks).toString());
    else add(parts.files, field, new File(chunks, filename, { type: mimeType }));
  }

  parser.on('field', (name, value, { valueTruncated }) => {
    keep(valueTruncated ? Infinity : value.length);
    add(parts.pairs, name, value);
  });
  parser.on('file', (field, stream, info) => void work.push(receiveFile(field, stream, info)));
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) parser.on(limit, () => keep(Infinity));
  const malformed = { details: [{ in: 'body', path: '', message: 'is not well-formed multipart/form-data' }] } as const;
  parser.on('error', (cause) => fail(new Refusal('invalid_request', { ...malformed, cause })));
  const closed = once(parser, 'close');
  closed.catch(() => undefined);
  const received = receiveChunks(req, saveFile ? maxStreamBytes : maxBodyBytes, (chunk) => {
    if (parser.destroyed || parser.write(chunk)) return undefined;
    return Promise.race([once(parser, 'drain'), closed, failed]).catch(() => undefined);
  });
  try {
    await Promise.race([received, failed]);
    parser.end();
    await Promise.race([closed, failed]);
    await Promise.race([Promise.all(work), failed]);
    return parts;
  } catch (error) {
    parser.destroy();
    // The rest of the body is passed over.
    req.resume();
    await Promise.allSettled(work);
    throw error;
  }
}
