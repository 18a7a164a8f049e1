/**
 * Reads the values of parameters from text, by type and by style. Ajv could convert types, too, but it reads 0x5 and 5e0 as integers, and
 * rounds those beyond 2^53; no maintained library reads all styles of OpenAPI.
 */
import { below, isPart, listOf, type Located, type OpenApiDocument, type Part, partOf } from './document.ts';
import { integerOf, isExact } from './int64.ts';

/** The form of the values of a schema. */
interface Shape {
  /** The types in their order; none if every type is allowed. */
  readonly types: readonly string[];
  readonly items: Located<unknown> | undefined;
  readonly properties: ReadonlyMap<string, Located<unknown>>;
  readonly additional: Located<unknown> | undefined;
}

/** A fault of the text itself, before its schema is checked. */
export class TextFault extends Error {}

const integer = /^-?(?:0|[1-9]\d*)$/;
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Returns the value of a text as this type, or undefined. */
const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  integer: (text) => (integer.test(text) ? Number(text) : undefined),
  number: (text) => (number.test(text) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === '' || text === 'null' ? null : undefined),
  string: (text) => text,
};

const decoded = (text: string): string => text;

export function decodeForm(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

const decodeReserved = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);

/** Cookies have no encoding of their own; most clients use that of URLs. */
function decodeCookie(text: string): string {
  const unquoted = /^"(.*)"$/.exec(text)?.[1] ?? text;
  try {
    return decodeReserved(unquoted);
  } catch {
    return unquoted;
  }
}

/** The functions that decode a text, by its place. */
export const decoders: Readonly<Record<'path' | 'query' | 'header' | 'cookie', (text: string) => string>> = {
  path: decodeReserved,
  query: decodeForm,
  header: decoded,
  cookie: decodeCookie,
};

/** Returns the shape of a schema and of those that it consists of. */
export function shapeOf(document: OpenApiDocument, schema: Located<unknown>, seen: readonly unknown[] = []): Shape {
  const { value, pointer } = document.resolve<unknown>(schema, schema.pointer);
  const none = { types: [], items: undefined, properties: new Map(), additional: undefined };
  if (!isPart(value) || seen.includes(value)) return none;
  const within = (keyword: string) => below({ value, pointer }, keyword);
  const members = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) =>
    [...listOf(value[keyword]).keys()].map((index) =>
      shapeOf(document, below(within(keyword), index), [...seen, value]),
    ),
  );
  const own = ownTypes(value, document.isLegacy);
  const properties = Object.keys(partOf(value['properties'])).map(
    (name) => [name, below(within('properties'), name)] as const,
  );
  const isOpen = isPart(value['additionalProperties']) || value['additionalProperties'] === true;
  return {
    types: own.length > 0 ? own : [...new Set(members.flatMap(({ types }) => types))],
    items: value['items'] === undefined ? members.find(({ items }) => items)?.items : within('items'),
    properties: new Map([...members.flatMap((each) => [...each.properties]), ...properties]),
    additional: isOpen ? within('additionalProperties') : members.find(({ additional }) => additional)?.additional,
  };
}

function ownTypes(value: Part, isLegacy: boolean): string[] {
  const { type, enum: values, const: only, properties, items } = value;
  const nullable = isLegacy && value['nullable'] === true ? ['null'] : [];
  if (type !== undefined) return [...[type].flat().map(String), ...nullable];
  const examples = only === undefined ? listOf(values) : [only];
  if (examples.length > 0) return [...new Set(examples.map((each) => (each === null ? 'null' : typeof each)))];
  return properties ? ['object'] : items ? ['array'] : [];
}

/** The form in which a value is written. */
export interface Style {
  readonly name: string;
  readonly style: string;
  readonly explode: boolean;
  readonly decode: (text: string) => string;
  /** Compiles the check of a schema, which decides between the types that a text can have. */
  readonly compile: (schema: Located<unknown>) => (value: unknown) => unknown;
}

/** Reads a value from its texts, one for each time that it was sent. Throws a TextFault. */
type Read = (texts: readonly string[]) => unknown;

/** Creates the function that reads a text that is one value. */
function createConvert(
  document: OpenApiDocument,
  schema: Located<unknown>,
  compile: Style['compile'],
): (text: string) => unknown {
  const types = shapeOf(document, schema).types.filter((type) => textReaders[type]);
  const [type = 'string'] = types;
  const exact = (text: string) => (integer.test(text) ? integerOf(text) : undefined);
  const readers = isExact(document, schema) ? { ...textReaders, integer: exact, number: exact } : textReaders;
  if (types.length < 2) {
    return (text) => {
      const value = readers[type]?.(text);
      return value === undefined ? text : value;
    };
  }
  const check = types.includes('string') ? compile(schema) : () => true;
  return (text) => {
    const values = types.map((each) => readers[each]?.(text)).filter((each) => each !== undefined);
    const found = values.findIndex((each) => check(each) === true);
    return found === -1 ? text : values[found];
  };
}

/** The sign between the values of a list, as it is sent. */
const signs: Readonly<Record<string, string | RegExp>> = {
  simple: ',',
  form: ',',
  matrix: ',',
  spaceDelimited: /%20|\+| /,
  pipeDelimited: /\||%7c/i,
};

/** Creates the function that reads a value of the style. Objects of the styles deepObject and form with explode are read apart. */
export function createRead(document: OpenApiDocument, schema: Located<unknown>, given: Style): Read {
  const { explode, decode, compile } = given;
  const { types, items = { value: true, pointer: schema.pointer } } = shapeOf(document, schema);
  const once = (texts: readonly string[]): string => {
    if (texts.length > 1) throw new TextFault('must be sent once');
    return bodyOf(texts[0] ?? '', given);
  };
  const convert = createConvert(document, schema, compile);
  const readOne: Read = (texts) => convert(decode(once(texts)));
  if (types.includes('object')) {
    const readMember = createMemberRead(document, schema, compile);
    return (texts) => {
      const entries = entriesOf(once(texts), given).map(([name, text]) => [decode(name), decode(text)] as const);
      return Object.fromEntries(entries.map(([name, text]) => [name, readMember(name, [text])]));
    };
  }
  if (!types.includes('array')) return readOne;
  const convertItem = createConvert(document, items, compile);
  const readList: Read = (texts) =>
    texts.flatMap((text) => listIn(text, given).map((each) => convertItem(decode(each))));
  if (types.every((type) => type === 'array' || type === 'null')) return readList;
  // A single text is one value, if the schema allows it.
  const check = compile(schema);
  return (texts) => {
    const value = texts.length === 1 && explode ? readOne(texts) : undefined;
    return value !== undefined && check(value) === true ? value : readList(texts);
  };
}

/** Returns the text without the sign with which the styles label and matrix begin. */
function bodyOf(text: string, { style, name, explode }: Style): string {
  if (style === 'label') {
    if (!text.startsWith('.')) throw new TextFault('must begin with a period');
    return text.slice(1);
  }
  if (style !== 'matrix') return text;
  if (!text.startsWith(';')) throw new TextFault('must begin with a semicolon');
  const rest = text.slice(1);
  if (explode && !rest.startsWith(`${name}=`) && rest !== name) return rest;
  if (rest !== name && !rest.startsWith(`${name}=`)) throw new TextFault(`must begin with ;${name}=`);
  return rest.slice(name.length + 1);
}

function listIn(text: string, given: Style): string[] {
  const { style, explode, name } = given;
  if (style === 'matrix' && explode) return bodyOf(text, { ...given, explode: false }).split(`;${name}=`);
  const body = bodyOf(text, given);
  // 3.0 writes a label that is not exploded with periods, later versions with commas.
  if (style === 'label') return body.split(explode || !body.includes(',') ? '.' : ',');
  const isRepeated = explode && style !== 'simple';
  return isRepeated ? [body] : body.split(signs[style] ?? ',').map((each) => (style === 'simple' ? each.trim() : each));
}

/** Returns the names and values of an object. */
function entriesOf(body: string, { style, explode }: Style): [string, string][] {
  if (body === '') return [];
  if (explode) {
    const sign = style === 'label' ? '.' : style === 'matrix' ? ';' : ',';
    return body.split(sign).map((each) => {
      const [name = '', ...rest] = each.trim().split('=');
      return [name, rest.join('=')];
    });
  }
  const parts = body.split(style === 'label' && !body.includes(',') ? '.' : (signs[style] ?? ','));
  if (parts.length % 2 !== 0) throw new TextFault('must be a list of names and values');
  return parts.flatMap((name, index) => (index % 2 === 0 ? [[name.trim(), (parts[index + 1] ?? '').trim()]] : []));
}

/** Reads the texts of one member of an object, which are decoded. */
type ReadMember = (name: string, texts: readonly string[]) => unknown;

function createMemberRead(document: OpenApiDocument, schema: Located<unknown>, compile: Style['compile']): ReadMember {
  const { properties, additional } = shapeOf(document, schema);
  const known = new Map<string, Read>();
  // Created at the first request that names the member, because a schema can contain itself.
  const readOf = (name: string): Read => {
    const member = properties.get(name) ?? additional;
    const style = { name, style: 'form', explode: true, decode: decoded, compile };
    const read = member
      ? createRead(document, member, style)
      : (texts: readonly string[]) => (texts.length > 1 ? texts : texts[0]);
    if (properties.has(name)) known.set(name, read);
    return read;
  };
  return (name, texts) => (known.get(name) ?? readOf(name))(texts);
}

/** Creates the function that reads an object whose members are sent apart, by their names. */
export function createObjectRead(
  document: OpenApiDocument,
  schema: Located<unknown>,
  compile: Style['compile'],
): (members: Iterable<readonly [name: string, texts: readonly string[]]>) => Record<string, unknown> {
  const readMember = createMemberRead(document, schema, compile);
  return (members) => Object.fromEntries([...members].map(([name, texts]) => [name, readMember(name, texts)]));
}

/** A text that a query sends in a deep object: `filter[price][min]=5` has the path `['price', 'min']`. */
export interface DeepText {
  readonly path: readonly string[];
  readonly text: string;
}

/** Creates the function that reads a deep object. Its schemas are read when a request names them, because they can contain themselves. */
export function createDeepRead(
  document: OpenApiDocument,
  schema: Located<unknown>,
  compile: Style['compile'],
): (texts: readonly DeepText[]) => unknown {
  const { types, properties, additional, items } = shapeOf(document, schema);
  const readers = new Map<string, (texts: readonly DeepText[]) => unknown>();
  const style = { name: '', style: 'form', explode: true, decode: decoded, compile };
  const isLeaf = !types.includes('object') && types.length > 0;
  const readLeaf = isLeaf ? createRead(document, schema, style) : undefined;
  const memberOf = (name: string) => {
    const member = types.includes('array') ? items : (properties.get(name) ?? additional);
    const known = properties.has(name) ? name : '';
    const read = readers.get(known) ?? createDeepRead(document, member ?? { value: true, pointer: '' }, compile);
    readers.set(known, read);
    return read;
  };
  return (texts) => {
    const nested = texts.filter(({ path }) => path.length > 0);
    if (nested.length === 0) {
      const leaves = texts.map(({ text }) => text);
      return readLeaf ? readLeaf(leaves) : leaves.length > 1 ? leaves : leaves[0];
    }
    if (nested.length < texts.length) throw new TextFault('must be sent as one value or as an object');
    const groups = Map.groupBy(nested, ({ path }) => path[0] ?? '');
    const members = [...groups].map(([name, group]): [string, unknown] => {
      const inner = group.map(({ path, text }) => ({ path: path.slice(1), text }));
      // name[]=a&name[]=b
      if (name === '' && types.includes('array')) return [name, inner.map((each) => memberOf(name)([each]))];
      return [name, memberOf(name)(inner)];
    });
    return types.includes('array') ? members.flatMap(([, value]) => value) : Object.fromEntries(members);
  };
}
