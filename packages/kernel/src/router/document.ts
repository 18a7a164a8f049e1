/**
 * Reads an OpenAPI document of version 3.0 or 3.1 as it is: its operations with every reference resolved. A fault names the operation, the
 * place as a JSON pointer, and the reason.
 */
import { readFileSync } from 'node:fs';
import type { StatedDeprecation } from '../contract.ts';
import { toToken } from '../http/validate.ts';

/** A part of a document. What a keyword may hold is checked where it is read. */
export interface Part {
  readonly [keyword: string]: unknown;
}

/** A part of the document, and where it is. */
export interface Located<T = Part> {
  readonly value: T;
  /** The JSON pointer to it. */
  readonly pointer: string;
}

export interface RouterOperation {
  /** The operationId; `get /pets` if the document has none. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The name in messages: `listPets (GET /pets)`. */
  readonly label: string;
  readonly parameters: readonly Located[];
  readonly requestBody: Located | undefined;
  /** By status: `200`, `4XX` or `default`. */
  readonly responses: readonly (readonly [status: string, response: Located])[];
  /** Default: it is not deprecated. */
  readonly deprecation: StatedDeprecation | undefined;
  /** One of them must be fulfilled. None: the operation needs no credential. */
  readonly security: readonly Part[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** OpenAPI ignores header parameters of these names, because other keywords describe them. */
const describedElsewhere = /^(?:accept|content-type|authorization)$/i;

/** The form of integers of 64 bits in a program. */
type Int64 = 'number' | 'string' | 'bigint';

/** An OpenAPI document whose references can be followed. */
export class OpenApiDocument {
  readonly root: Part;
  /** True for 3.0, whose schemas are not JSON Schema. */
  readonly isLegacy: boolean;
  /** The form of integers of 64 bits: the value of `x-int64` in the root. */
  readonly int64: Int64;

  constructor(given: object | URL) {
    const read = given instanceof URL ? (JSON.parse(readFileSync(given, 'utf8')) as unknown) : given;
    if (!isPart(read)) throw new Error('The contract is not an OpenAPI document. Pass the parsed document.');
    const version = String(read['openapi'] ?? read['swagger']);
    if (!/^3\.[01](?:\.|$)/.test(version)) {
      throw new Error(`The contract states the version ${version} of OpenAPI. Pass a document of 3.0 or 3.1.`);
    }
    this.root = read;
    this.isLegacy = version.startsWith('3.0');
    const { 'x-int64': int64 = 'number' } = read;
    if (int64 !== 'number' && int64 !== 'string' && int64 !== 'bigint')
      throw new Error(`The contract states x-int64: ${JSON.stringify(int64)}. Write number, string or bigint.`);
    this.int64 = int64;
  }

  /** Follows the references of a part. `label` names the operation in the message. */
  resolve<T = Part>({ value, pointer }: Located<unknown>, label: string): Located<T> {
    let found: Located<unknown> = { value, pointer };
    for (const seen = new Set<string>(); isPart(found.value) && typeof found.value['$ref'] === 'string';) {
      const target = found.value['$ref'];
      if (seen.has(target)) throw faultAt(label, pointer, `the reference ${target} leads to itself`);
      seen.add(target);
      found = this.find(target, { label, pointer });
    }
    return found as Located<T>;
  }

  /** Returns the target of one reference. */
  find(reference: string, { label, pointer }: { label: string; pointer: string }): Located<unknown> {
    if (reference !== '#' && !reference.startsWith('#/')) {
      throw faultAt(label, pointer, `the reference ${reference} leads out of the document; bundle the document first`);
    }
    let value: unknown = this.root;
    for (const token of reference.split('/').slice(1)) {
      const name = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
      value = typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Part)[name] : null;
    }
    if (value === null) throw faultAt(label, pointer, `the document has no ${reference}`);
    return { value, pointer: reference };
  }

  /** Returns the operations. Throws if two have one id, or one path. */
  operations(): RouterOperation[] {
    const ids = new Map<string, string>();
    const paths = new Map<string, string>();
    return Object.entries(partOf(this.root['paths'])).flatMap(([path, given]) => {
      if (path.startsWith('x-')) return [];
      const shape = path.replaceAll(/\{[^}]*\}/g, '{}');
      const same = paths.get(shape);
      if (same !== undefined) throw new Error(`The paths ${same} and ${path} match the same requests. Keep one.`);
      paths.set(shape, path);
      const pointer = `#/paths/${toToken(path)}`;
      const item = this.resolve({ value: given, pointer }, path);
      const found = methods.filter((method) => isPart(item.value[method]));
      // A documented HEAD takes precedence over that of a GET.
      return found.map((method) => {
        const operation = this.#operation({ method, path, item });
        const other = ids.get(operation.id);
        const label = `${method.toUpperCase()} ${path}`;
        if (other !== undefined) throw new Error(`${other} and ${label} both have the operationId ${operation.id}.`);
        ids.set(operation.id, label);
        return operation;
      });
    });
  }

  #operation({ method, path, item }: { method: string; path: string; item: Located }): RouterOperation {
    const value = partOf(item.value[method]);
    const pointer = `${item.pointer}/${method}`;
    const { operationId, requestBody } = value;
    const id = typeof operationId === 'string' ? operationId : `${method} ${path}`;
    const label = `${id} (${method.toUpperCase()} ${path})`;
    // A parameter of the operation replaces an equal one of the path.
    const parameters = new Map<string, Located>();
    for (const owner of [item, { value, pointer }]) {
      for (const [index, each] of listOf(owner.value['parameters']).entries()) {
        const found = this.resolve({ value: each, pointer: `${owner.pointer}/parameters/${index}` }, label);
        const { in: place, name } = found.value;
        if (place === 'header' && describedElsewhere.test(String(name))) continue;
        if (place === 'path' && !path.includes(`{${String(name)}}`))
          throw faultAt(label, found.pointer, `the path has no {${String(name)}}`);
        parameters.set(`${String(place)} ${String(name)}`, found);
      }
    }
    const responses = Object.entries(partOf(value['responses'])).flatMap(([status, each]) =>
      status.startsWith('x-')
        ? []
        : ([[status, this.resolve({ value: each, pointer: `${pointer}/responses/${status}` }, label)]] as const),
    );
    return {
      id,
      method,
      path,
      label,
      parameters: [...parameters.values()],
      requestBody:
        requestBody === undefined
          ? undefined
          : this.resolve({ value: requestBody, pointer: `${pointer}/requestBody` }, label),
      responses,
      deprecation: this.#deprecation({ value, pointer }, label),
      security: listOf(value['security'] ?? this.root['security']).map(partOf),
    };
  }

  #deprecation({ value, pointer }: Located, label: string): StatedDeprecation | undefined {
    const { deprecated, 'x-deprecation': stated } = value;
    if (deprecated !== true || stated === undefined) return undefined;
    const { since, sunset } = partOf(stated);
    const { page } = partOf(this.root['x-deprecation-policy']);
    if ([since, sunset].some((day) => typeof day !== 'string' || Number.isNaN(Date.parse(day))))
      throw faultAt(label, `${pointer}/x-deprecation`, 'since and sunset are days such as 2027-01-31');
    return { since: String(since), sunset: String(sunset), ...(typeof page === 'string' && { page }) };
  }
}

/** Returns the part below another one. */
export function below({ value, pointer }: Located<unknown>, keyword: string | number): Located<unknown> {
  return { value: partOf(value)[keyword], pointer: `${pointer}/${toToken(String(keyword))}` };
}

/** Returns references to the components that extend a schema by allOf. */
export function extensionsOf({ root }: OpenApiDocument, { value, pointer }: Located): string[] {
  const schemas = Object.entries(partOf(partOf(root['components'])['schemas']));
  const isOwn = (each: unknown) => partOf(each)['$ref'] === pointer;
  const found = schemas.filter(([, each]) => each !== value && listOf(partOf(each)['allOf']).some(isOwn));
  return found.map(([name]) => `#/components/schemas/${name}`);
}

/** Translates the keywords in which OpenAPI 3.0 differs from JSON Schema. Bounds that are booleans mean the same in every version. */
export function translate(given: Part, written: Record<string, unknown>, isLegacy: boolean): Part {
  const translated: Record<string, unknown> = { ...written };
  for (const [exclusive, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof given[exclusive] !== 'boolean') continue;
    delete translated[exclusive];
    if (!given[exclusive] || given[bound] === undefined) continue;
    translated[exclusive] = given[bound];
    delete translated[bound];
  }
  if (!isLegacy || given['nullable'] !== true) return translated;
  return applied({ type: 'null' }, true, translated);
}

/** Applies one of two schemas. Ajv sets no default of a schema that it applies on a condition. */
export function applied(condition: Part, met: Part | true, otherwise: Part): Part {
  const { default: value, ...unmet } = otherwise;
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema.
  return { ...(value !== undefined && { default: value }), if: condition, then: met, else: unmet };
}

/** A fault of the contract, found before the first request. */
export function faultAt(label: string, pointer: string, reason: string): Error {
  return new Error(`${label}, at ${pointer}: ${reason}.`);
}

export function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value, or an empty part if it is none. */
export function partOf(value: unknown): Part {
  return isPart(value) || Array.isArray(value) ? (value as Part) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
