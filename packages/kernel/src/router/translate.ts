/** The keywords of OpenAPI 3.0 in JSON Schema 2020-12. */
import type { Part } from './document.ts';

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
