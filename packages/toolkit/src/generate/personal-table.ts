/** Compiles x-personal and x-not-personal of the schemas that the service stores into a table of their personal fields. */
import { constantText } from './generated-tables.ts';

/** A part of a bundled schema. */
interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** `removed`, or the value that an erasure puts in the place of the field. */
  readonly 'x-personal'?: 'removed' | { readonly erased: unknown };
  readonly 'x-not-personal'?: readonly string[];
}

/** The part of the contract that the table is made from. */
export interface PersonalContract {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

interface PersonalField {
  readonly path: readonly string[];
  /** Omitted if the field is removed. */
  readonly erased?: unknown;
}

/** Returns the table of the schemas of the objects that a store keeps. Throws if a field is not classified: it needs x-personal, or a place in x-not-personal of its schema. */
export function personalTable({ components }: PersonalContract, storedSchemas: readonly string[]): string {
  // The bundle has these parts, and the linter has checked it.
  const schemas = components.schemas as Readonly<Record<string, Schema>>;
  const rows = storedSchemas.map((name) => [name, personalFields(name, schemas, [])] as const);
  return constantText('personalData', Object.fromEntries(rows));
}

function personalFields(
  name: string,
  schemas: Readonly<Record<string, Schema>>,
  above: readonly string[],
): PersonalField[] {
  const { properties = {}, 'x-not-personal': kept = [] } = schemas[name] ?? {};
  const unknown = kept.find((field) => !(field in properties));
  if (unknown !== undefined) throw new Error(`${name} has no field ${unknown}. Remove it from x-not-personal.`);
  return Object.entries(properties).flatMap(([field, schema]) => {
    const path = [...above, field];
    const personal = schema['x-personal'];
    if (personal !== undefined) {
      if (kept.includes(field)) throw new Error(`${name}.${field} has x-personal, and is in x-not-personal.`);
      if (personal !== 'removed' && personal.erased === undefined) {
        throw new Error(
          `The x-personal of ${name}.${field} is neither removed nor an object with erased. Use one of them.`,
        );
      }
      return [personal === 'removed' ? { path } : { path, erased: personal.erased }];
    }
    if (kept.includes(field)) return [];
    const inner = schema.$ref?.split('/').at(-1) ?? '';
    if (schemas[inner]?.properties) return personalFields(inner, schemas, path);
    throw new Error(
      `${name}.${field} is stored, but not classified. Is it personal data? Mark it with x-personal, or add it to x-not-personal of ${name}.`,
    );
  });
}
