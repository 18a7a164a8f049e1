/** Reads and checks the parameters of an operation: in path, query, headers and cookies, in every style of OpenAPI. */
import type { Check, Fault } from '../http/compile-contract.ts';
import { type HttpRequest, timesSent } from '../http/exchange.ts';
import { queryOf } from '../http/operation-listener.ts';
import { isOwnFault, pathOf, toDetail } from '../http/validate.ts';
import { below, faultAt, type Located, partOf, type RouterOperation } from './document.ts';
import { createInt64Values, type Int64Values, parseExact } from './int64.ts';
import type { Direction, SchemaCompiler } from './schemas.ts';
import {
  createDeepRead,
  createObjectRead,
  createRead,
  decodeForm,
  decoders,
  type DeepText,
  shapeOf,
  TextFault,
} from './styles.ts';

/** One fault of a request, or of a response. */
export interface RequestFault {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body' | 'status';
  /** A JSON pointer in a body; elsewhere the name of the parameter. */
  readonly path: string;
  readonly message: string;
}

/** Names and texts of a query, a form or the header Cookie. The names are decoded, the texts are not. */
export type Pairs = ReadonlyMap<string, readonly string[]>;

export function parsePairs(text: string, separator: '&' | ';'): Pairs {
  const pairs = new Map<string, string[]>();
  for (const each of text.split(separator)) {
    const pair = separator === ';' ? each.trim() : each;
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = at === -1 ? pair : pair.slice(0, at);
    const value = at === -1 ? '' : pair.slice(at + 1);
    const key = separator === ';' ? name : nameOf(name);
    const known = pairs.get(key);
    if (known) known.push(value);
    else pairs.set(key, [value]);
  }
  return pairs;
}

/** An undecodable name names no parameter. */
function nameOf(text: string): string {
  try {
    return decodeForm(text);
  } catch {
    return text;
  }
}

/** The source of the texts of parameters. The values of the path are not decoded. */
export interface ParameterSource {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Pairs;
  readonly cookie: Pairs;
  readonly req: Pick<HttpRequest, 'headers' | 'rawHeaders'>;
}

type Place = 'path' | 'query' | 'header' | 'cookie';

/** One parameter, or one field of a form. */
export interface CompiledParameter {
  readonly name: string;
  readonly in: Place;
  readonly schema: Located<unknown>;
  readonly isRequired: boolean;
  /** True if the empty text is a value, whatever the schema says. */
  readonly allowsEmpty: boolean;
  /** Returns whether the name of a query is of this parameter. */
  readonly claims: (name: string) => boolean;
  /** Returns the value; undefined if it was not sent. Throws a TextFault. */
  readonly read: (source: ParameterSource) => unknown;
  /** Reads the members of the query that no parameter claims, if this one takes them. */
  readonly readOthers?: ReturnType<typeof createObjectRead>;
  readonly int64: Int64Values | undefined;
}

const stylesIn: Readonly<Record<Place, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
};

interface CompileOptions {
  readonly compiler: SchemaCompiler;
  readonly label: string;
  readonly direction: Direction;
  /** True if the texts are decoded already. Default: false. */
  readonly isDecoded?: boolean;
}

/** Compiles a parameter. Throws if it has no schema, or a style that its place does not have. */
export function compileParameter({ value, pointer }: Located, options: CompileOptions): CompiledParameter {
  const { compiler, label, direction, isDecoded = false } = options;
  const { document } = compiler;
  const name = String(value['name']);
  const place = value['in'] as Place;
  const allowed = stylesIn[place];
  if (!allowed) throw faultAt(label, pointer, `${JSON.stringify(place)} is not a place of a parameter`);
  const [style = 'form'] = typeof value['style'] === 'string' ? [value['style']] : allowed;
  if (!allowed.includes(style))
    throw faultAt(label, `${pointer}/style`, `a parameter in ${place} has no style ${style}`);
  const explode = value['explode'] === undefined ? style === 'form' : value['explode'] === true;
  const [media] = Object.keys(partOf(value['content']));
  const schema =
    media === undefined
      ? below({ value, pointer }, 'schema')
      : below(below(below({ value, pointer }, 'content'), media), 'schema');
  if (schema.value === undefined) throw faultAt(label, pointer, `the parameter ${name} has no schema`);
  const compile = (each: Located<unknown>): Check =>
    compiler.compile(compiler.write(each, { label, direction }), { label, direction, pointer: each.pointer });
  const decode = isDecoded ? decoders.header : decoders[value['allowReserved'] === true ? 'path' : place];
  const { types, properties, additional } = shapeOf(document, schema);
  const field = name.toLowerCase();
  const allowsEmpty = place === 'query' && value['allowEmptyValue'] === true;
  const int64 = createInt64Values(document, schema, label);
  const isRequired = value['required'] === true || place === 'path';
  const common = { name, in: place, schema, isRequired, allowsEmpty, int64 };

  if (style === 'deepObject') {
    const read = createDeepRead(document, schema, compile);
    return {
      ...common,
      claims: (sent) => sent.startsWith(`${name}[`),
      read({ query }) {
        const texts: DeepText[] = [];
        for (const [sent, values] of query) {
          if (!sent.startsWith(`${name}[`)) continue;
          const path = [...sent.slice(name.length).matchAll(/\[([^[\]]*)\]/g)].map(([, part = '']) => part);
          if (`${name}${path.map((part) => `[${part}]`).join('')}` !== sent)
            throw new TextFault(`must name a field, as in ${name}[name]`);
          texts.push(...values.map((text) => ({ path, text: decode(text) })));
        }
        return texts.length === 0 ? undefined : read(texts);
      },
    };
  }

  if (media === undefined && explode && types.includes('object') && (place === 'query' || place === 'cookie')) {
    const readDecoded = createObjectRead(document, schema, compile);
    const read: typeof readDecoded = (members) =>
      readDecoded([...members].map(([each, texts]) => [each, texts.map(decode)]));
    return {
      ...common,
      claims: (sent) => properties.has(sent),
      ...(additional !== undefined || properties.size === 0 ? { readOthers: read } : {}),
      read(source) {
        const sent = [...source[place]].filter(([each]) => properties.has(each));
        return sent.length === 0 ? undefined : read(sent);
      },
    };
  }

  const readJson = (texts: readonly string[]): unknown => {
    if (texts.length > 1) throw new TextFault('must be sent once');
    try {
      return parseExact(decode(texts[0] ?? ''), int64);
    } catch {
      throw new TextFault('is not JSON');
    }
  };
  const isJson = media !== undefined && /[/+]json\b/i.test(media);
  const readTexts = isJson ? readJson : createRead(document, schema, { name, style, explode, decode, compile });
  const isList = types.includes('array');
  const emptyValue = types.includes('boolean')
    ? true
    : isList
      ? []
      : types.includes('string') || types.length === 0
        ? ''
        : undefined;
  const textsIn = ({ path, query, cookie, req }: ParameterSource): readonly string[] | undefined => {
    if (place === 'query') return query.get(name);
    if (place === 'path') return path[name] === undefined ? undefined : [path[name]];
    if (place === 'cookie') {
      const sent = cookie.get(name);
      return isList && explode ? sent?.flatMap((text) => text.split(`&${name}=`)) : sent;
    }
    const sent = req.headers[field];
    if (sent === undefined) return undefined;
    if (!isList && timesSent(req, field) > 1) throw new TextFault('must be sent once');
    return [String(sent)];
  };
  return {
    ...common,
    claims: (sent) => sent === name,
    read(source) {
      const texts = textsIn(source);
      if (texts === undefined) return undefined;
      return allowsEmpty && texts.length === 1 && texts[0] === '' ? emptyValue : readTexts(texts);
    },
  };
}

/** The parameters of a request, by the names that the document gives them. */
export type ParameterValues = Readonly<Record<Place, Record<string, unknown>>>;

/** Returns the parameters. Pushes what is wrong with them to `faults`. */
export type ReadParameters = (
  request: { readonly req: HttpRequest; readonly params: Readonly<Record<string, string>> },
  faults: RequestFault[],
) => ParameterValues;

interface ReaderOptions {
  readonly compiler: SchemaCompiler;
  readonly unknownQuery: 'refuse' | 'ignore';
  /** The names of the query that the security of the operation reads. */
  readonly credentials: ReadonlySet<string>;
}

const noPairs: Pairs = new Map();

/** Creates the reader of the parameters of an operation. */
export function createParameterReader(operation: RouterOperation, options: ReaderOptions): ReadParameters {
  const { compiler, unknownQuery, credentials } = options;
  const { label } = operation;
  const direction = 'request';
  const parameters = operation.parameters.map((each) => compileParameter(each, { compiler, label, direction }));
  const check = compileCheck(parameters, { compiler, label, direction });
  const ofQuery = parameters.filter((each) => each.in === 'query');
  const others = ofQuery.find(({ readOthers }) => readOthers);
  const hasCookies = parameters.some((each) => each.in === 'cookie');
  const isKnown = (name: string) => credentials.has(name) || ofQuery.some(({ claims }) => claims(name));
  const isEager = ofQuery.length > 0 || unknownQuery === 'refuse';

  return function readParameters({ req, params }, faults) {
    const values: ParameterValues = { path: {}, query: {}, header: {}, cookie: {} };
    const text = isEager ? queryOf(req) : '';
    const query = text === '' ? noPairs : parsePairs(text, '&');
    const cookie = hasCookies ? parsePairs(req.headers.cookie ?? '', ';') : noPairs;
    const source = { path: params, query, cookie, req };
    const faulty = faults.length;
    for (const parameter of parameters) {
      const value = readOrPush(() => parameter.read(source), parameter, faults);
      if (value !== undefined) values[parameter.in][parameter.name] = value;
    }
    const unclaimed = query.size === 0 ? [] : [...query].filter(([name]) => !isKnown(name));
    if (others?.readOthers && unclaimed.length > 0) {
      const known = values.query[others.name] as object | undefined;
      values.query[others.name] = {
        ...known,
        ...readOrPush(() => others.readOthers?.(unclaimed) ?? {}, others, faults),
      };
    } else if (unknownQuery === 'refuse') {
      for (const [name] of unclaimed) faults.push({ in: 'query', path: name, message: 'is unknown' });
    }
    if (check && check(values) !== true) {
      // A parameter that could not be read is missing here.
      const unread = new Set(faults.slice(faulty).map((each) => `${each.in} ${each.path}`));
      const found = parameterFaults(check.errors);
      faults.push(...found.filter((each) => !unread.has(`${each.in} ${each.path.split('/')[0]}`)));
    }
    for (const { name, in: place, isRequired, allowsEmpty } of ofQuery)
      if (isRequired && allowsEmpty && values[place][name] === undefined && !query.has(name))
        faults.push({ in: place, path: name, message: 'is required' });
    for (const { name, in: place, int64 } of parameters)
      if (int64 && name in values[place]) values[place][name] = int64.toProgram(values[place][name]);
    return values;
  };
}

/** Returns what `read` returns. Pushes the fault of a text that cannot be read. */
export function readOrPush<T>(
  read: () => T,
  { in: place, name }: { readonly in: RequestFault['in']; readonly name: string },
  faults: RequestFault[],
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TextFault) && !(error instanceof URIError)) throw error;
    const message = error instanceof TextFault ? error.message : 'is not text in percent-encoded UTF-8';
    faults.push({ in: place, path: name, message });
    return undefined;
  }
}

/** Compiles the check of the values of parameters. */
function compileCheck(
  parameters: readonly CompiledParameter[],
  { compiler, label, direction }: CompileOptions,
): Check | undefined {
  if (parameters.length === 0) return undefined;
  const schemaOf = ({ schema, allowsEmpty }: CompiledParameter) => {
    const written = compiler.write(schema, { label, direction });
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
    return allowsEmpty ? { if: { not: { const: '' } }, then: written } : written;
  };
  const groups = [...Map.groupBy(parameters, (each) => each.in)].map(([place, members]) => {
    const properties = Object.fromEntries(members.map((each) => [each.name, schemaOf(each)]));
    const required = members.filter((each) => each.isRequired && !each.allowsEmpty).map(({ name }) => name);
    return [place, { type: 'object', properties, required }] as const;
  });
  return compiler.compile({ properties: Object.fromEntries(groups) }, { label, direction, pointer: 'parameters' });
}

/** Creates the check of the headers that a response has; undefined if none are documented. */
export function createHeaderCheck(
  response: Located,
  options: CompileOptions,
): ((headers: Readonly<Record<string, string>>) => readonly RequestFault[]) | undefined {
  const headers = below(response, 'headers');
  const parameters = Object.keys(partOf(headers.value))
    .filter((name) => name.toLowerCase() !== 'content-type')
    .map((name) => {
      const { value, pointer } = options.compiler.document.resolve(below(headers, name), options.label);
      return compileParameter({ value: { ...value, name, in: 'header' }, pointer }, options);
    });
  const check = compileCheck(parameters, options);
  return (
    check &&
    ((sent) => {
      const faults: RequestFault[] = [];
      const source = { path: {}, query: noPairs, cookie: noPairs, req: { headers: sent, rawHeaders: [] } };
      const read = parameters.map((each) => [each.name, readOrPush(() => each.read(source), each, faults)] as const);
      const header = Object.fromEntries(read.filter(([, value]) => value !== undefined));
      return check({ header }) === true ? faults : [...faults, ...parameterFaults(check.errors)];
    })
  );
}

/** Returns one fault for each that Ajv found in the values of parameters. */
function parameterFaults(found: readonly Fault[] | null | undefined): RequestFault[] {
  return (found ?? []).filter(isOwnFault).map((fault) => {
    const [, place = '', ...path] = pathOf(fault).split('/');
    return toDetail(place as Place, path.join('/'), fault);
  });
}

/** Returns one fault for each that Ajv found in a body. */
export function bodyFaults(check: Check): RequestFault[] {
  return (check.errors ?? []).filter(isOwnFault).map((fault) => toDetail('body', pathOf(fault), fault));
}

/** Returns the first fault of each place. The others follow from the same mistake. */
export function firstOfEach(faults: readonly RequestFault[]): RequestFault[] {
  const places = Map.groupBy(faults, (each) => `${each.in} ${each.path}`);
  return [...places.values()].flatMap(([first]) => first ?? []);
}
