/** Values for the schemas of a normalized document: right ones from its examples or from the schema, and ones with a fault. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { generateSync, type JsonSchema } from 'json-schema-faker';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import { follow, mapObjects } from '../document/normalize.ts';
import { fieldOf, fieldsOf } from '../generate/directions.ts';

/** The fields of a generated object. */
type Fields = 'required' | 'every';

/** A value that a schema does not accept. */
export interface WrongValue {
  /** The place of the fault and what is wrong: `name is missing`. */
  readonly title: string;
  readonly value: unknown;
}

export interface Values {
  /** Returns a value that a schema accepts; undefined if none was found. Another `turn` gives another value. */
  readonly right: (schema: unknown, fields?: Fields, turn?: number) => unknown;
  /** Returns values with one fault each, made from a right one: a missing field, and each field with a value that its schema does not accept. */
  readonly wrong: (schema: unknown, right: unknown) => WrongValue[];
  /** Returns a text that a parameter's schema does not accept; undefined if it accepts every text. */
  readonly wrongText: (schema: unknown) => string | undefined;
  /** Returns whether a schema and its formats accept a value. In a path or a query, a number may be a text. */
  readonly fits: (schema: unknown, value: unknown, isText?: boolean) => boolean;
  /** Returns what a schema does not accept of a value, in sentences without the value's name. */
  readonly faults: (schema: unknown, value: unknown) => string[];
}

/** Another seed often leads to a value for schemas that the generator reads only in part. */
const attempts = 20;
/** The text that no pattern, enum or format of a usual contract accepts. */
const noText = '~ ~';
/** The generator makes as many as a schema allows, and some schemas allow 2^31 - 1. */
const most = { maxItems: 3, maxLength: 100 };
/** The formats that the generator does not know, or gets wrong. */
const made = { byte: () => 'Y29udGVudA==', url: () => 'https://example.com/' };

export function createValues(document: JsonObject): Values {
  const regExp = Object.assign(compilePattern, { code: 'new RegExp' });
  const options = {
    strict: false,
    validateFormats: false,
    validateSchema: false,
    logger: false,
    code: { regExp },
  } as const;
  const ajv = {
    read: new Ajv2020(options),
    text: new Ajv2020({ ...options, coerceTypes: 'array' }),
    /** It checks formats, too, which a server may do. */
    exact: formats.default(new Ajv2020({ ...options, validateFormats: true })),
  };
  const compiled = {
    read: new Map<unknown, ValidateFunction>(),
    text: new Map<unknown, ValidateFunction>(),
    exact: new Map<unknown, ValidateFunction>(),
  };
  const keys = new Map<string, string>();
  const bounded = new Map<unknown, JsonSchema>();
  return { right, wrong, wrongText, fits, faults };

  function check(schema: unknown, kind: keyof typeof ajv): ValidateFunction {
    const found = compiled[kind].get(schema);
    if (found) return found;
    const own = isJsonObject(schema) ? withKeys(schema) : {};
    // Text becomes a number only within an object.
    const accepts = ajv[kind].compile(kind === 'text' ? { properties: { value: own } } : own);
    compiled[kind].set(schema, accepts);
    return accepts;
  }

  /**
   * A copy of a schema whose references are keys of Ajv, which compiles each component once. Without `nullable`, which 3.1 does not have and
   * Ajv does, and without examples, whose `$id` Ajv reads.
   */
  function withKeys(schema: JsonObject): JsonObject {
    return mapObjects(schema, ({ nullable: _unknown, example: _data, examples: _more, ...each }) =>
      typeof each['$ref'] === 'string' ? { ...each, $ref: keyOf(each['$ref']) } : each,
    ) as JsonObject;
  }

  function keyOf(reference: string): string {
    const known = keys.get(reference);
    if (known !== undefined) return known;
    const key = `schema:${keys.size}`;
    keys.set(reference, key);
    const target = follow({ $ref: reference }, document);
    const schema = isJsonObject(target) ? withKeys(target) : target !== false;
    for (const each of Object.values(ajv)) each.addSchema(schema, key);
    return key;
  }

  /** A schema for the generator, without bounds that it cannot reach. */
  function generable(schema: unknown): JsonSchema {
    const known = bounded.get(schema);
    if (known) return known;
    const small = mapObjects(isJsonObject(schema) ? schema : {}, (each) => {
      const bounds = Object.entries(most).flatMap(([bound, limit]) => {
        const [given, least = 0] = [each[bound], each[bound.replace('max', 'min')]];
        return typeof given === 'number' ? [[bound, Math.min(given, Math.max(limit, Number(least)))]] : [];
      });
      return bounds.length === 0 ? each : { ...each, ...Object.fromEntries(bounds) };
    }) as JsonSchema;
    bounded.set(schema, small);
    return small;
  }

  function fits(schema: unknown, value: unknown, isText = false): boolean {
    const exact = check(schema, 'exact');
    return exact(value) || (isText && (exact(String(value)) || exact(Number(value))));
  }

  function faults(schema: unknown, value: unknown): string[] {
    const accepts = check(schema, 'read');
    if (accepts(value)) return [];
    return (accepts.errors ?? []).map(({ instancePath, message = 'is wrong' }) => `${instancePath} ${message}`.trim());
  }

  function right(schema: unknown, fields: Fields = 'required', turn = 0): unknown {
    for (let attempt = 0; attempt < attempts; attempt++) {
      // A field that refers to its own schema gets deeper with each attempt less.
      const maxDepth = Math.max(3, 12 - attempt);
      const chosen = fields === 'every' ? { alwaysFakeOptionals: true } : { optionalsProbability: 0 };
      const seed = 1 + turn * attempts + attempt;
      const value = generated({ ...chosen, seed, maxDepth, fillProperties: false, maxDefaultItems: 1 });
      if (value !== undefined && fits(schema, value)) return value;
    }
    return undefined;

    function generated(settings: Parameters<typeof generateSync>[1]): unknown {
      const refResolver = (reference: string) => generable(follow({ $ref: reference }, document));
      try {
        return generateSync(generable(schema), { ...settings, formats: made, refResolver });
      } catch {
        // The generator throws on a schema that it cannot read, and the caller reports that no value was found.
        return undefined;
      }
    }
  }

  function wrong(schema: unknown, value: unknown): WrongValue[] {
    const resolved = follow(schema, document);
    if (!isJsonObject(value) || !isJsonObject(resolved)) return differing(schema, schema, 'the body', (each) => each);
    const missing = Object.keys(value).flatMap((name) => {
      const { [name]: _left, ...rest } = value;
      return faults(schema, rest).length > 0 ? [{ title: `${name} is missing`, value: rest }] : [];
    });
    const changed = Object.keys({ ...fieldsOf(resolved), ...value }).flatMap((name) =>
      differing(fieldOf(schema, name, document), schema, name, (each) => ({ ...value, [name]: each })),
    );
    return [...missing, ...changed];
  }

  /** A value for each keyword of a part that is broken first. */
  function differing(part: unknown, schema: unknown, name: string, placed: (value: unknown) => unknown): WrongValue[] {
    const accepts = check(schema, 'read');
    const found = new Map<string, WrongValue>();
    for (const candidate of candidates(part)) {
      const value = placed(candidate);
      if (accepts(value)) continue;
      const [fault] = accepts.errors ?? [];
      if (fault && !found.has(fault.keyword)) found.set(fault.keyword, { title: `${name} ${fault.message}`, value });
    }
    return [...found.values()];
  }

  function candidates(part: unknown): unknown[] {
    const schema = follow(part, document);
    const { type, maxLength, minLength, minimum, maximum, maxItems } = (isJsonObject(schema) ? schema : {}) as Bounds;
    return [
      type === 'object' ? [] : {},
      ...(minimum === undefined ? [] : [minimum - 1]),
      ...(maximum === undefined ? [] : [maximum + 1]),
      ...(minLength === undefined || minLength < 1 ? [] : ['a'.repeat(minLength - 1)]),
      ...(maxLength === undefined || maxLength > 100_000 ? [] : ['a'.repeat(maxLength + 1)]),
      ...(maxItems === undefined || maxItems > 10_000 ? [] : [Array(maxItems + 1).fill('a')]),
      noText,
      0.5,
      null,
    ];
  }

  function wrongText(schema: unknown): string | undefined {
    const accepts = check(schema, 'text');
    return [
      noText,
      ...candidates(schema)
        .filter((each) => typeof each !== 'object')
        .map(String),
    ].find((value) => value !== '' && !accepts({ value }));
  }
}

/** Many patterns are valid only without the flag u, which others need. */
function compilePattern(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return new RegExp(pattern);
  }
}

interface Bounds {
  readonly type?: unknown;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
}
