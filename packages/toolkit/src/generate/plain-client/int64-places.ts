/** Finds the integers of 64 bits in the bodies of operations, for the client, which parses JSON without a schema. */
import { isJsonObject, type JsonObject } from '../../document/bundled-contract.ts';
import { entriesOf, follow, listOf } from '../../document/normalize.ts';
import type { MediaView, OperationView } from '../../document/operation-view.ts';
import { type Int64Table, type Place, wide } from './int64.ts';
import { isJson } from './serialize.ts';

export type Int64 = Int64Table['form'];

/** The places of the values of an operation, by their media types, statuses and parameters. */
export interface OperationPlaces {
  readonly body: Readonly<Record<string, string>>;
  readonly responses: Readonly<Record<string, string>>;
  /** By place and name: `query filter`. */
  readonly parameters: Readonly<Record<string, string>>;
}

export interface Int64Places {
  readonly table: Int64Table;
  /** By operationId. */
  readonly operations: ReadonlyMap<string, OperationPlaces>;
}

interface MutablePlace {
  items?: string;
  others?: string;
  readonly fields: Record<string, string>;
}

const memberKeywords = {
  items: ['items', 'prefixItems', 'contains', 'unevaluatedItems'],
  others: ['additionalProperties', 'patternProperties', 'unevaluatedProperties'],
} as const;

/** Returns whether a schema is that of an integer of 64 bits. */
export function isInt64({ type, format }: JsonObject): boolean {
  return /^u?int64$/.test(String(format)) && [type].flat().some((each) => each === 'integer' || each === 'number');
}

/**
 * Returns the places of a normalized document; undefined if it has none.
 *
 * @throws if alternatives have an integer of 64 bits and another number at one place, and only the first is not a number in the program.
 */
export function int64Places(
  document: JsonObject,
  views: readonly OperationView[],
  form: Int64,
): Int64Places | undefined {
  const places: Record<string, MutablePlace> = {};
  const known = new Map<string, string>();
  const ids = new Map<object, number>();
  const schemas = entriesOf(isJsonObject(document['components']) ? document['components']['schemas'] : undefined);
  const roots = views.map((view) => [view.operationId, rootsOf(view)] as const);
  const live = new Set([wide]);
  const membersOf = ({ fields, ...members }: MutablePlace) => [...Object.values(members), ...Object.values(fields)];
  for (let size = 0; size < live.size;) {
    size = live.size;
    for (const [name, each] of Object.entries(places)) if (membersOf(each).some((one) => live.has(one))) live.add(name);
  }
  const liveIn = (found: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(found).filter(([, place]) => live.has(place)));
  const kept = Object.entries(places).flatMap(([name, { fields, ...members }]): [string, Place][] => {
    const own = liveIn(fields);
    return live.has(name) ? [[name, { ...liveIn(members), ...(Object.keys(own).length > 0 && { fields: own }) }]] : [];
  });
  const operations = roots.map(([id, { body, responses, parameters }]): [string, OperationPlaces] => [
    id,
    { body: liveIn(body), responses: liveIn(responses), parameters: liveIn(parameters) },
  ]);
  const isUsed = operations.some(([, each]) => Object.values(each).some((found) => Object.keys(found).length > 0));
  return isUsed ? { table: { form, places: Object.fromEntries(kept) }, operations: new Map(operations) } : undefined;

  function rootsOf({ operationId, body, responses, parameters }: OperationView): OperationPlaces {
    const placesIn = (content: Readonly<Record<string, MediaView>> | undefined, name: string) =>
      Object.entries(content ?? {}).flatMap(([type, { schema }]): [string, string][] => {
        const isRead = isJson(type) || /^multipart\/form-data/i.test(type);
        return isRead ? [[type, placeOf([schema], `${operationId} ${name} ${type}`)]] : [];
      });
    return {
      body: Object.fromEntries(placesIn(body?.content, 'body')),
      responses: Object.fromEntries(
        Object.entries(responses).flatMap(([status, { content }]) =>
          placesIn(content, status)
            .slice(0, 1)
            .map(([, place]) => [status, place]),
        ),
      ),
      parameters: Object.fromEntries(
        parameters.flatMap((each) => {
          const name = `${each.in} ${each.name}`;
          const [found] = placesIn(each['content'] as Readonly<Record<string, MediaView>> | undefined, name);
          return found ? [[name, found[1]]] : [];
        }),
      ),
    };
  }

  /** Returns the name of the place that values of these schemas have. */
  function placeOf(given: readonly unknown[], name: string): string {
    const seen = new Set<JsonObject>();
    for (const each of given) addParts(each, seen);
    const parts = [...seen];
    const key = parts.map((each) => ids.get(each) ?? (ids.set(each, ids.size), ids.size - 1)).join(' ');
    const same = known.get(key);
    if (same !== undefined) return same;
    const others = form === 'string' ? /^(?:integer|number|string)$/ : /^(?:integer|number)$/;
    const isOther = (each: JsonObject) =>
      !isInt64(each) && [each['type']].flat().some((type) => others.test(String(type)));
    if (parts.some(isInt64)) {
      if (form !== 'number' && parts.some(isOther))
        throw new Error(`${name} is an integer of 64 bits in one alternative and not in another. Set int64 to number.`);
      known.set(key, wide);
      return wide;
    }
    const [only] = given;
    const reference = parts.length === 1 && isJsonObject(only) ? only['$ref'] : undefined;
    const own = typeof reference === 'string' ? (reference.split('/').at(-1) ?? name) : name;
    known.set(key, own);
    const place: MutablePlace = { fields: {} };
    places[own] = place;
    for (const [member, keywords] of Object.entries(memberKeywords)) {
      const members = parts.flatMap((each) => keywords.flatMap((keyword) => held(each, keyword)));
      if (members.length > 0) place[member as keyof typeof memberKeywords] = placeOf(members, `${own}/${member}`);
    }
    const fields = parts.flatMap(({ properties }) => entriesOf(properties));
    for (const [field, all] of Map.groupBy(fields, ([each]) => each)) {
      const values = all.map(([, each]) => each);
      place.fields[field] = placeOf(values, `${own}/${field}`);
    }
    return own;
  }

  /** Adds a schema and those of the same value: what it refers to, its parts and alternatives, what extends it. */
  function addParts(schema: unknown, seen: Set<JsonObject>): void {
    if (!isJsonObject(schema) || seen.has(schema)) return;
    const { $ref: reference, discriminator } = schema;
    if (typeof reference === 'string') addParts(follow(schema, document), seen);
    if (typeof reference !== 'string' || Object.keys(schema).length > 1) seen.add(schema);
    const own = isJsonObject(discriminator) ? schemas.find(([, each]) => each === schema)?.[0] : undefined;
    const isBase = (each: unknown) => isJsonObject(each) && each['$ref'] === `#/components/schemas/${own}`;
    const all = own === undefined ? [] : schemas.map(([, each]) => each);
    const extending = all.filter((each) => isJsonObject(each) && listOf(each['allOf']).some(isBase));
    const parts = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'];
    for (const each of [...parts.flatMap((keyword) => held(schema, keyword)), ...extending]) addParts(each, seen);
  }
}

/** The schemas that a keyword holds: one, a list or a map. */
function held(schema: JsonObject, keyword: string): readonly unknown[] {
  const value = schema[keyword];
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  return keyword === 'patternProperties' || keyword === 'dependentSchemas' ? Object.values(value) : [value];
}
