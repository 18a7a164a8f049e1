/**
 * Compiles the schemas of a document with Ajv. Each schema is first written in JSON Schema 2020-12 for one direction: keywords of OpenAPI 3.0
 * are translated, fields of the other direction are refused, and a discriminator selects the schema that the value names.
 */
import { Ajv2020, _, type CodeKeywordDefinition, type FuncKeywordDefinition } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Check } from '../http/compile-contract.ts';
import {
  applied,
  below,
  extensionsOf,
  faultAt,
  isPart,
  listOf,
  type Located,
  type OpenApiDocument,
  type Part,
  partOf,
  translate,
} from './document.ts';
import { isInt64, isWithin } from './int64.ts';

/** `form` is the body of a form, in which a file is a File. */
export type Direction = 'request' | 'form' | 'response';

/** The schema that is being written. */
interface Scope {
  readonly label: string;
  readonly direction: Direction;
  /** Fields that the schemas around this one hide, so that it must not require them. */
  readonly hidden?: ReadonlySet<string>;
  /** True below allOf: the discriminator of a base selects nothing there, because its extension is at hand. */
  readonly isBase?: boolean;
}

/** The keywords that are checked, by what they hold. Every other one is an annotation. */
const plain =
  /^(?:type|const|format|default|multipleOf|dependentRequired|uniqueItems|(?:min|max)(?:imum|Length|Items|Properties|Contains)|exclusiveM(?:in|ax)imum)$/;
/** Lists without an order. Ajv refuses a value that is in one twice. */
const unique = /^(?:enum|required)$/;
const single =
  /^(?:not|if|then|else|items|contains|additionalProperties|propertyNames|unevaluatedItems|unevaluatedProperties)$/;
const list = /^(?:allOf|anyOf|oneOf|prefixItems)$/;
const map = /^(?:properties|patternProperties|dependentSchemas)$/;

const forbidden: CodeKeywordDefinition = {
  keyword: 'forbidden',
  schemaType: 'string',
  error: { message: ({ schema }) => _`${schema}` },
  code: (context) => context.fail(),
};
const removed: FuncKeywordDefinition = {
  keyword: 'removed',
  modifying: true,
  validate(
    _schema: unknown,
    _data: unknown,
    _parent?: unknown,
    context?: { parentData: object; parentDataProperty: PropertyKey },
  ) {
    return context === undefined || Reflect.deleteProperty(context.parentData, context.parentDataProperty);
  },
};
const exactInteger: CodeKeywordDefinition = {
  keyword: 'exactInteger',
  schemaType: 'boolean',
  error: { message: 'must be an integer between -(2^53 - 1) and 2^53 - 1, because JavaScript rounds all others' },
  code: (context) => context.fail(_`Number.isInteger(${context.data}) && !Number.isSafeInteger(${context.data})`),
};
const isBigInt: CodeKeywordDefinition = {
  keyword: 'isBigInt',
  code: (context) => context.pass(_`typeof ${context.data} == "bigint"`),
};
const int64: FuncKeywordDefinition = {
  keyword: 'int64',
  error: { message: 'must be an integer of 64 bits within the bounds of its schema' },
  compile: (bounds: Part) => (data: bigint) => isWithin(data, bounds),
};
const isFile: FuncKeywordDefinition = {
  keyword: 'isFile',
  error: { message: 'must be a file' },
  validate: (_schema: unknown, data: unknown) => data instanceof File,
};

/** Compiles a pattern as it is written. The flag u is required by \p{…}, and forbids escapes such as \- that are valid without it. */
function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return new RegExp(pattern);
  }
}

export class SchemaCompiler {
  readonly document: OpenApiDocument;
  readonly #readOnly: 'refuse' | 'remove';
  readonly #ajvs: Readonly<Record<Direction, Ajv2020>>;
  #count = 0;
  readonly #defaults = new Map<string, boolean>();
  readonly #keys = new Map<string, Map<object, string>>();
  readonly #hidden = new Map<string, Map<unknown, ReadonlySet<string>>>();

  constructor(document: OpenApiDocument, readOnly: 'refuse' | 'remove') {
    this.document = document;
    this.#readOnly = readOnly;
    // Ajv finds the properties of every object, such as constructor, unless it looks for own ones only, which is slower.
    const ownProperties = /"(?:constructor|toString|valueOf|hasOwnProperty)":/.test(JSON.stringify(document.root));
    const create = (useDefaults: boolean) => {
      const regExp = Object.assign(compilePattern, { code: 'new RegExp' });
      const ajv = new Ajv2020({
        allErrors: true,
        strict: false,
        logger: false,
        useDefaults,
        ownProperties,
        code: { regExp },
      });
      formats.default(ajv, { mode: 'full' });
      for (const each of [forbidden, removed, exactInteger, isBigInt, int64, isFile]) ajv.addKeyword(each);
      return ajv;
    };
    const request = create(true);
    this.#ajvs = { request, form: request, response: create(false) };
  }

  /** Compiles a schema that `write` has returned. */
  compile(
    schema: Part | boolean,
    { label, direction, pointer }: Pick<Scope, 'label' | 'direction'> & { pointer: string },
  ): Check {
    return this.#guarded({ label, pointer }, () => this.#ajvs[direction].compile(schema));
  }

  /** Returns the schema in JSON Schema 2020-12. */
  write({ value, pointer }: Located<unknown>, scope: Scope): Part | boolean {
    if (typeof value === 'boolean') return value;
    const { label, direction } = scope;
    if (!isPart(value)) throw faultAt(label, pointer, 'a schema must be an object');
    const { isLegacy } = this.document;
    const written: Record<string, unknown> = {};
    if (typeof value['$ref'] === 'string') {
      written['$ref'] = this.#keyOf(this.document.find(value['$ref'], { label, pointer }), scope);
      if (isLegacy) return written;
    }
    if ('$dynamicRef' in value) throw faultAt(label, pointer, '$dynamicRef is not supported; write $ref');
    const inner = { label, direction };
    const hidden = new Set([...(scope.hidden ?? []), ...this.#hiddenIn({ value, pointer }, inner)]);
    for (const [keyword, given] of Object.entries(value)) {
      const place = below({ value, pointer }, keyword);
      if (unique.test(keyword)) written[keyword] = [...new Set(listOf(given))];
      else if (plain.test(keyword)) written[keyword] = given;
      else if (keyword === 'pattern')
        written[keyword] = this.#checkPattern(String(given), { label, pointer: place.pointer });
      else if (single.test(keyword)) written[keyword] = this.write(place, inner);
      else if (list.test(keyword)) {
        const isPartOfValue = keyword !== 'prefixItems';
        const within = isPartOfValue
          ? { ...inner, hidden, isBase: scope.isBase === true || keyword === 'allOf' }
          : inner;
        written[keyword] = listOf(given).map((_each, index) => this.write(below(place, index), within));
      } else if (map.test(keyword)) {
        written[keyword] = Object.fromEntries(
          Object.keys(partOf(given)).map((name) => [name, this.#writeMember(keyword, name, { place, inner })]),
        );
      }
    }
    if (Array.isArray(written['required']))
      written['required'] = written['required'].filter((name) => !hidden.has(String(name)));
    if ([value['type']].flat().includes('integer') || isInt64(value)) written['exactInteger'] = true;
    if (direction === 'form' && isBinary(value)) return { isFile: true };
    const selected = this.#selectByDiscriminator({ value, pointer }, { written, scope });
    const translated = this.#withRightDefault(translate(value, selected, isLegacy), direction);
    if (this.document.int64 === 'number' || !isInt64(value)) return translated;
    return applied({ isBigInt: true }, { int64: value }, translated);
  }

  /** Removes a default that the schema does not accept: a request without the field is valid. */
  #withRightDefault({ default: given, ...rest }: Part, direction: Direction): Part {
    if (given === undefined) return rest;
    const own = Object.fromEntries(Object.entries(rest).filter(([key]) => plain.test(key) || key === 'enum'));
    const text = JSON.stringify([own, given]);
    const isRight = this.#defaults.get(text) ?? this.#ajvs[direction].validate(own, structuredClone(given));
    this.#defaults.set(text, isRight);
    return isRight ? { ...rest, default: given } : rest;
  }

  /** Returns the member of a map of schemas. A property of the other direction is refused. */
  #writeMember(
    keyword: string,
    name: string,
    { place, inner }: { place: Located<unknown>; inner: Scope },
  ): Part | boolean {
    const member = below(place, name);
    if (keyword === 'patternProperties') this.#checkPattern(name, { label: inner.label, pointer: member.pointer });
    const isHidden = keyword === 'properties' && this.#isHidden(member, inner);
    if (!isHidden) return this.write(member, inner);
    if (inner.direction === 'response') return { forbidden: 'is write-only' };
    return this.#readOnly === 'remove' ? { removed: true } : { forbidden: 'is read-only' };
  }

  /** Returns the key under which Ajv has the schema. */
  #keyOf(target: Located<unknown>, { label, direction, isBase = false }: Scope): string {
    const { value, pointer } = target;
    if (!isPart(value)) throw faultAt(label, pointer, 'a schema must be an object');
    const group = `${direction}${isBase && this.#bases.has(value) ? ' base' : ''}`;
    const keys = this.#keys.get(group) ?? new Map<object, string>();
    this.#keys.set(group, keys);
    const known = keys.get(value);
    if (known !== undefined) return known;
    this.#count += 1;
    const key = `schema:${this.#count}`;
    keys.set(value, key);
    const written = this.write(target, { label, direction, isBase });
    this.#guarded({ label, pointer }, () => this.#ajvs[direction].addSchema(written as Part, key));
    return key;
  }

  #guarded<T>({ label, pointer }: { label: string; pointer: string }, run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw faultAt(label, pointer, error instanceof Error ? error.message : String(error));
    }
  }

  #checkPattern(pattern: string, { label, pointer }: { label: string; pointer: string }): string {
    try {
      compilePattern(pattern);
      return pattern;
    } catch {
      throw faultAt(label, pointer, `${JSON.stringify(pattern)} is not a regular expression of ECMA 262`);
    }
  }

  /** Returns whether a property belongs to the other direction. A part of its allOf can say so. */
  #isHidden(property: Located<unknown>, scope: Scope, depth = 0): boolean {
    const keyword = scope.direction === 'response' ? 'writeOnly' : 'readOnly';
    if (partOf(property.value)[keyword] === true) return true;
    const resolved = this.document.resolve(property, scope.label);
    if (partOf(resolved.value)[keyword] === true) return true;
    const parts = below(resolved, 'allOf');
    return (
      depth < 8 &&
      [...listOf(parts.value).keys()].some((index) => this.#isHidden(below(parts, index), scope, depth + 1))
    );
  }

  /** Returns the names of the properties of the other direction, also of the schemas that the schema consists of. */
  #hiddenIn(schema: Located<unknown>, scope: Scope): ReadonlySet<string> {
    const known = this.#hidden.get(scope.direction) ?? new Map<unknown, ReadonlySet<string>>();
    this.#hidden.set(scope.direction, known);
    const { value, pointer } = this.document.resolve(schema, scope.label);
    const found = known.get(value);
    if (found) return found;
    const names = new Set<string>();
    // A schema that consists of itself finds the set that grows.
    known.set(value, names);
    const properties = below({ value, pointer }, 'properties');
    for (const name of Object.keys(partOf(properties.value)))
      if (this.#isHidden(below(properties, name), scope)) names.add(name);
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      const members = below({ value, pointer }, keyword);
      for (const index of listOf(members.value).keys())
        for (const name of this.#hiddenIn(below(members, index), scope)) names.add(name);
    }
    return names;
  }

  /** The schemas with a discriminator that others extend by allOf, directly or not, and these others. */
  get #bases(): ReadonlySet<unknown> {
    this.#foundBases ??= this.#findBases();
    return this.#foundBases;
  }

  #foundBases: ReadonlySet<unknown> | undefined;

  #findBases(): ReadonlySet<unknown> {
    const schemas = Object.values(partOf(partOf(this.document.root['components'])['schemas']));
    const isBase = (each: unknown) =>
      isPart(partOf(each)['discriminator']) && !partOf(each)['oneOf'] && !partOf(each)['anyOf'];
    return new Set(schemas.some(isBase) ? schemas : []);
  }

  /** Replaces the alternatives of a discriminator by one condition for each of its values. */
  #selectByDiscriminator(
    { value, pointer }: Located,
    { written, scope }: { written: Record<string, unknown>; scope: Scope },
  ): Record<string, unknown> {
    const { discriminator } = value;
    const field = partOf(discriminator)['propertyName'];
    if (typeof field !== 'string') return written;
    const keyword = value['oneOf'] ? 'oneOf' : 'anyOf';
    const alternatives = listOf(value[keyword]);
    if (alternatives.length === 0 && scope.isBase === true) return written;
    const references =
      alternatives.length > 0
        ? alternatives.map((each) => partOf(each)['$ref'])
        : extensionsOf(this.document, { value, pointer });
    // An alternative without a name can only be tried.
    if (references.length === 0 || !references.every((each) => typeof each === 'string')) return written;
    const mapping = Object.entries(partOf(partOf(discriminator)['mapping'])).map(([name, target]): [string, string] => {
      const text = String(target);
      return [name, text.startsWith('#') ? text : `#/components/schemas/${text}`];
    });
    const mapped = new Set(mapping.map(([, target]) => target));
    const implied = references
      .filter((each) => !mapped.has(each))
      .map((each): [string, string] => [each.split('/').at(-1) ?? '', each]);
    const at = { label: scope.label, pointer: `${pointer}/discriminator` };
    const { label, direction } = scope;
    const conditions = [...mapping, ...implied].map(([name, target]) => {
      const branch = this.document.find(target, at);
      const isSelf = branch.value === value;
      return { name, branch: isSelf ? true : { $ref: this.#keyOf(branch, { label, direction }) } };
    });
    const names = [
      ...conditions.map(({ name }) => name),
      ...(alternatives.length > 0 ? [] : [pointer.split('/').at(-1)]),
    ];
    const isNamed = { type: 'object', required: [field], properties: { [field]: { enum: [...new Set(names)] } } };
    const { [keyword]: _alternatives, ...rest } = written;
    const rules = conditions.map(({ name, branch }) => ({
      if: { type: 'object', required: [field], properties: { [field]: { const: name } } },
      // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
      then: branch,
    }));
    return { ...rest, allOf: [...listOf(rest['allOf']), isNamed, ...rules] };
  }
}

/** Returns whether the schema of a form's field describes a file. */
export function isBinary(schema: Part): boolean {
  const { type, format, contentMediaType, contentEncoding } = schema;
  if (type === 'string' && format === 'binary') return true;
  return contentMediaType !== undefined && contentEncoding === undefined && type === undefined;
}
