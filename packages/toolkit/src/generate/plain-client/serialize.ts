/** Writes a request: parameters by their styles, credentials by their schemes, a body by its media type. */
import { type BinaryBody, type CallOptions, Content, type RuntimeOptions } from './call.ts';
import { type Int64Table, toJson, toWire } from './int64.ts';

/** The next page: its cursor is in the response, its number or offset follows, or the header Link has its address. */
export interface Paging {
  readonly by: 'cursor' | 'page' | 'offset' | 'link';
  /** The query parameter. */
  readonly parameter: string;
  /** The field of the response that has the entries. '' if the response is the list. */
  readonly items: string;
  /** The field of the response that has the next cursor. */
  readonly next: string;
}

/** The form of a parameter that is not the default of its place. */
export interface Style {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** The value is written as JSON. */
  readonly json?: boolean;
  /** The media type of a part of a form. */
  readonly contentType?: string;
}

/** The parts of an operation that the runtime reads. */
export interface OperationRow {
  readonly id: string;
  readonly resource: string;
  readonly method: string;
  /** The method and path: `GET /pets/{petId}`. */
  readonly call: string;
  readonly path: readonly string[];
  readonly query: boolean;
  /** The media types of its body. */
  readonly body: readonly string[];
  /** The styles of parameters and of parts of a form, by place and name: `query tags`. */
  readonly styles?: Readonly<Record<string, Style>>;
  /** The documented statuses of refusals, with ranges and `default`. */
  readonly failures: readonly string[];
  readonly accept: string;
  /** The alternatives of security schemes. */
  readonly security: readonly (readonly string[])[];
  readonly server?: Server;
  readonly paging?: Paging;
  /** The places of integers of 64 bits: in bodies by media type, in responses by status, in JSON parameters by place and name. */
  readonly int64?: Partial<Readonly<Record<'body' | 'responses' | 'parameters', Readonly<Record<string, string>>>>>;
}

export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, string>>;
}

/** The place at which a credential is sent. */
export interface Scheme {
  readonly in: 'header' | 'query' | 'cookie' | 'bearer' | 'basic' | 'http' | 'none';
  /** The name of the parameter or, for `http`, of the scheme: the caller gives what follows it. */
  readonly name: string;
}

export interface Tables {
  readonly operations: readonly OperationRow[];
  readonly schemes: Readonly<Record<string, Scheme>>;
  readonly server: Server | undefined;
  readonly int64?: Int64Table;
}

/** A request before its credentials. */
export interface Sent {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly options?: (CallOptions & { readonly cookies?: Readonly<Record<string, unknown>> }) | undefined;
}

export async function toRequest(
  row: OperationRow,
  { path = {}, query = {}, body, options: call = {} }: Sent,
  context: { readonly tables: Tables; readonly options: RuntimeOptions },
): Promise<Request> {
  const { tables, options } = context;
  const [method = '', template = ''] = row.call.split(' ');
  const styleOf = (place: string, name: string) => row.styles?.[`${place} ${name}`] ?? {};
  const wire = (place: string, name: string, value: unknown) =>
    toWire(value, row.int64?.parameters?.[`${place} ${name}`], tables.int64);
  const url = template.replaceAll(/\{([^{}]+)\}/g, (_, name: string) =>
    pathText(name, wire('path', name, path[name]), styleOf('path', name)),
  );
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    queryPairs(name, wire('query', name, value), styleOf('query', name)),
  );
  const headers = new Headers({ Accept: row.accept });
  for (const [name, value] of [...Object.entries(options.headers ?? {}), ...Object.entries(call.headers ?? {})]) {
    if (value !== undefined)
      headers.set(name, simpleText(wire('header', name, value), styleOf('header', name), String));
  }
  const cookies = Object.entries(call.cookies ?? {}).flatMap(([name, value]) =>
    queryPairs(name, wire('cookie', name, value), styleOf('cookie', name)),
  );
  await authorize(row, { tables, options, headers, pairs, cookies });
  if (cookies.length > 0) headers.set('Cookie', cookies.join('; '));
  const sent = toBody(row, body, { headers, int64: tables.int64 });
  const address = `${baseUrlOf(row, tables, options)}${url}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  const duplex = sent instanceof ReadableStream ? { duplex: 'half' as const } : {};
  return new Request(address, { method, headers, ...(sent !== undefined && { body: sent }), ...duplex });
}

/** @throws TypeError if the document has no address and the options have none. */
function baseUrlOf(row: OperationRow, tables: Tables, { baseUrl, variables = {} }: RuntimeOptions): string {
  const { url = '', variables: defaults = {} } =
    (baseUrl === undefined ? (row.server ?? tables.server) : { url: baseUrl }) ?? {};
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => variables[name] ?? defaults[name] ?? '');
  if (!/^https?:\/\//.test(filled))
    throw new TypeError('Set baseUrl to the address of the service. The document has no absolute one.');
  return filled.replace(/\/$/, '');
}

interface Authorized {
  readonly tables: Tables;
  readonly options: RuntimeOptions;
  readonly headers: Headers;
  readonly pairs: string[];
  readonly cookies: string[];
}

/** Sends the credentials of the first alternative whose schemes all have one. */
async function authorize(
  { security }: OperationRow,
  { tables, options: { auth = {} }, headers, pairs, cookies }: Authorized,
): Promise<void> {
  const chosen = security.find(
    (schemes) =>
      schemes.length > 0 && schemes.every((name) => auth[name] !== undefined || tables.schemes[name]?.in === 'none'),
  );
  for (const name of chosen ?? []) {
    const given = auth[name];
    const value = typeof given === 'function' ? await given() : given;
    const scheme = tables.schemes[name];
    if (value === undefined || !scheme) continue;
    const text =
      typeof value === 'string'
        ? value
        : btoa(String.fromCharCode(...new TextEncoder().encode(`${value.username}:${value.password}`)));
    if (scheme.in === 'bearer') headers.set('Authorization', `Bearer ${text}`);
    else if (scheme.in === 'basic') headers.set('Authorization', `Basic ${text}`);
    else if (scheme.in === 'http') headers.set('Authorization', `${scheme.name} ${text}`);
    else if (scheme.in === 'header') headers.set(scheme.name, text);
    else if (scheme.in === 'query') pairs.push(`${encodeURIComponent(scheme.name)}=${encodeURIComponent(text)}`);
    else if (scheme.in === 'cookie') cookies.push(`${scheme.name}=${encodeURIComponent(text)}`);
  }
}

/** Writes a body by its media type, and sets the header of it. */
function toBody(
  row: OperationRow,
  given: unknown,
  { headers, int64 }: { readonly headers: Headers; readonly int64: Int64Table | undefined },
): BinaryBody | undefined {
  if (given === undefined) return undefined;
  const isNamed = given instanceof Content;
  const type = isNamed ? given.type : (row.body[0] ?? '');
  const value = toWire(isNamed ? given.value : given, row.int64?.body?.[type], int64);
  const styleOf = (name: string) => row.styles?.[`body ${name}`] ?? {};
  if (value instanceof FormData) return value;
  if (/^multipart\/form-data/i.test(type)) return formOf(value as object, styleOf);
  const media = type.includes('*')
    ? value instanceof Blob && value.type !== ''
      ? value.type
      : 'application/octet-stream'
    : type;
  headers.set('Content-Type', media);
  if (isJson(type)) return toJson(value);
  if (/x-www-form-urlencoded/i.test(type) && !(value instanceof URLSearchParams) && typeof value === 'object') {
    return Object.entries(value ?? {})
      .flatMap(([name, each]) => queryPairs(name, each, styleOf(name)))
      .join('&');
  }
  // The types allow only what fetch sends as it is.
  return value as BinaryBody;
}

function formOf(value: object, styleOf: (name: string) => Style): FormData {
  const form = new FormData();
  for (const [name, part] of Object.entries(value)) {
    const { contentType } = styleOf(name);
    for (const each of Array.isArray(part) ? (part as unknown[]) : [part]) {
      if (each === undefined) continue;
      if (each instanceof Blob) form.append(name, each);
      else if (typeof each === 'object')
        form.append(name, new Blob([toJson(each)], { type: contentType ?? 'application/json' }));
      else if (contentType === undefined) form.append(name, String(each));
      else form.append(name, new Blob([String(each)], { type: contentType }));
    }
  }
  return form;
}

function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

/** The values of a list, or the names and values of an object. */
function partsOf(value: unknown): readonly (readonly [name: string, text: string])[] {
  if (Array.isArray(value)) return value.map((each) => ['', textOf(each)]);
  const entries = Object.entries(value as object).filter(([, each]) => each !== undefined);
  return entries.map(([name, each]) => [name, textOf(each)]);
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || value instanceof Date;
}

/** A value in the style `simple`. */
function simpleText(
  value: unknown,
  { explode = false, json = false }: Style,
  encode: (text: string) => string,
): string {
  if (json) return encode(toJson(value));
  if (isPlain(value)) return encode(textOf(value));
  return partsOf(value)
    .map(([name, text]) => (name === '' ? encode(text) : `${encode(name)}${explode ? '=' : ','}${encode(text)}`))
    .join(',');
}

/** A part of a path. @throws TypeError if it is empty or would select another path. */
function pathText(name: string, value: unknown, style: Style): string {
  const text = simpleText(value ?? '', style, encodeURIComponent);
  if (/^\.{0,2}$/.test(text)) throw new TypeError(`The ${name} must not be '${text}'.`);
  const { explode = false } = style;
  const parts = isPlain(value) ? [] : partsOf(value).map((part) => part.map(encodeURIComponent));
  if (style.style === 'label') {
    if (!explode || parts.length === 0) return `.${text}`;
    return parts.map(([key, each]) => `.${key === '' ? '' : `${key}=`}${each}`).join('');
  }
  if (style.style !== 'matrix') return text;
  if (!explode || parts.length === 0) return `;${name}=${text}`;
  return parts.map(([key, each]) => `;${key === '' ? name : key}=${each}`).join('');
}

/** The parameters of a query or of a form, as they are written. */
function queryPairs(
  name: string,
  value: unknown,
  { style = 'form', explode = style === 'form' || style === 'deepObject', allowReserved = false, json = false }: Style,
): string[] {
  if (value === undefined) return [];
  // These signs end a value or a query.
  const encode = (text: string) =>
    allowReserved ? encodeURI(text).replaceAll(/[#&+]/g, encodeURIComponent) : encodeURIComponent(text);
  const key = encodeURIComponent(name);
  if (json) return [`${key}=${encode(toJson(value))}`];
  if (isPlain(value)) return [`${key}=${encode(textOf(value))}`];
  if (style === 'deepObject')
    return deepPairs(name, value).map(([each, text]) => `${encodeURIComponent(each)}=${encode(text)}`);
  const parts = partsOf(value);
  if (explode) return parts.map(([part, text]) => `${part === '' ? key : encodeURIComponent(part)}=${encode(text)}`);
  const sign = style === 'spaceDelimited' ? '%20' : style === 'pipeDelimited' ? '%7C' : ',';
  const texts = parts.flatMap(([part, text]) => (part === '' ? [encode(text)] : [encode(part), encode(text)]));
  return texts.length > 0 ? [`${key}=${texts.join(sign)}`] : [];
}

/** `filter[status]=sold`, with a pair of brackets for each level. */
function deepPairs(name: string, value: unknown): [name: string, text: string][] {
  if (value === undefined) return [];
  if (isPlain(value)) return [[name, textOf(value)]];
  if (Array.isArray(value))
    return value.flatMap((each: unknown) =>
      isPlain(each) ? [[name, textOf(each)] as [string, string]] : deepPairs(`${name}[]`, each),
    );
  return Object.entries(value as object).flatMap(([key, each]) => deepPairs(`${name}[${key}]`, each));
}

export function isJson(type: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
}

export function isText(type: string): boolean {
  return /^text\/|[/+]xml\b|x-www-form-urlencoded|ndjson|jsonl|json-seq/i.test(type);
}
