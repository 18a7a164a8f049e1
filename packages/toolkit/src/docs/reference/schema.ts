import type { JsonObject } from '../../document/json-object.ts';

/** A JSON Schema, as far as the reference shows it. */
export interface Schema extends JsonObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly title?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

/** Returns what a reference leads to. Fields beside the reference replace those of its target. */
export type Resolve = <T extends object>(value: T) => T;

/** Creates the function that follows the references of a document. It throws if a reference leads nowhere. */
export function resolverOf(document: object): Resolve {
  return function resolve<T extends object>(value: T): T {
    const { $ref: reference, ...beside } = value as { readonly $ref?: string };
    if (reference === undefined) return value;
    let target: unknown = document;
    for (const key of reference.replace(/^#\//, '').split('/')) {
      target = (target as Readonly<Record<string, unknown>> | undefined)?.[decodePointer(key)];
    }
    if (typeof target !== 'object' || target === null) throw new Error(`${reference} leads nowhere.`);
    // A reference stands where its target may stand.
    return resolve({ ...target, ...beside } as T);
  };
}

function decodePointer(key: string): string {
  return decodeURIComponent(key).replaceAll('~1', '/').replaceAll('~0', '~');
}
