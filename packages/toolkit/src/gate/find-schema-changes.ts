import { isDeepStrictEqual } from 'node:util';
import { childOf, childrenOf, type ContractNode, type Finding } from './contracts.ts';
import { jsonPointer } from './list-changes.ts';
import { isJsonObject, type JsonObject } from '../document/bundled-contract.ts';
import type { Change } from './laws.ts';
import { formsOf, matchForms, type Part, partsOf, withoutParts } from './schema-forms.ts';
import { breaks, type Direction, type Effect, keywordLaws, opposite, unknownKeyword } from './schema-laws.ts';

/** Two schemas to compare. */
interface ComparedSchemas {
  readonly before: ContractNode;
  readonly after: ContractNode;
  readonly direction: Direction;
  /** The name of the parameter or property. */
  readonly name?: string;
  /** The pairs that were compared. Each is compared once, so recursive schemas end and a shared one is reported once. */
  readonly seen: Set<string>;
}

/** Keywords whose value is a schema. Absent, they admit everything. */
const schemaKeywords = [
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
];
/** Keywords whose value has a schema for each key. */
const mapKeywords = ['patternProperties', 'dependentSchemas', 'prefixItems'];
const formKeywords = ['oneOf', 'anyOf'];
/** Keywords whose schema applies only under the same `if`. */
const branchKeywords = ['then', 'else'];
const compared = new Set([
  ...schemaKeywords,
  ...mapKeywords,
  ...formKeywords,
  ...branchKeywords,
  'properties',
  'allOf',
  'not',
  'if',
  'default',
  'discriminator',
  '$defs',
  'readOnly',
  'writeOnly',
]);

/** Returns each breaking change between two schemas, by the laws of schema-laws.ts. */
export function* findSchemaChanges(schemas: ComparedSchemas): Generator<Finding> {
  const { before, after, direction, seen } = schemas;
  const [was, now] = [admitted(before), admitted(after)];
  if (was === now) return;
  // A component is compared with null in one place and without it in another.
  const types = [before, after].map((each) => String(childOf(each, 'type').value));
  const key = [direction, before.path.join('/'), after.path.join('/'), schemas.name, ...types].join(' ');
  if (seen.has(key)) return;
  seen.add(key);
  if (typeof was === 'boolean' || typeof now === 'boolean') {
    const effect = was === true || now === false ? 'narrowed' : 'widened';
    return yield* judge(schemas, { keyword: 'schema', effect, before: before.value, after: after.value });
  }
  const [forms, formsNow] = [partsOf(before, formKeywords), partsOf(after, formKeywords)];
  if (forms.length + formsNow.length > 0)
    yield* findForms(
      schemas,
      forms.length > 0 ? forms : formsOf(before),
      formsNow.length > 0 ? formsNow : formsOf(after),
    );
  // A schema that takes the place of a choice, or the other way round, was compared as one of its forms.
  if (forms.length > 0 !== formsNow.length > 0) return;
  const found = [...findOfWhole(schemas)];
  if (found.length > 0 && (hasKey(before, 'allOf') || hasKey(after, 'allOf'))) {
    const [one, other] = [withoutParts(before), withoutParts(after)];
    // A field that moves to another part of allOf stays a field of the whole.
    if (one && other && isCompatible({ ...schemas, before: one, after: other })) return;
  }
  yield* found;
}

/** Returns whether a change breaks no caller. */
function isCompatible(schemas: Omit<ComparedSchemas, 'seen'>): boolean {
  return findSchemaChanges({ ...schemas, seen: new Set() }).next().done === true;
}

function* findOfWhole(schemas: ComparedSchemas): Generator<Finding> {
  yield* findKeywords(schemas);
  yield* findProperties(schemas);
  yield* findInner(schemas);
  yield* findParts(schemas);
  yield* findDefault(schemas);
  yield* findDiscriminator(schemas);
}

function* findKeywords(schemas: ComparedSchemas): Generator<Finding> {
  const [was, now] = [keywordsOf(schemas.before, schemas.direction), keywordsOf(schemas.after, schemas.direction)];
  for (const keyword of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const change = { before: was[keyword], after: now[keyword] };
    if (compared.has(keyword) || isDeepStrictEqual(change.before, change.after)) continue;
    if (keyword === 'type' && isImplied(was, now)) continue;
    const effect = (keywordLaws[keyword] ?? unknownKeyword)(change);
    const isConstant = keyword === 'enum' && [schemas.before, schemas.after].every((each) => !hasKey(each, 'enum'));
    if (effect) yield* judge(schemas, { keyword, effect, keys: [isConstant ? 'const' : keyword], ...change });
  }
}

function* findProperties(schemas: ComparedSchemas): Generator<Finding> {
  const { before, after, direction } = schemas;
  const [was, now] = [childOf(before, 'properties'), childOf(after, 'properties')];
  const hidden = hiddenBy(direction);
  for (const name of new Set([...childrenOf(was).keys(), ...childrenOf(now).keys()])) {
    const [old, current] = [childOf(was, name), childOf(now, name)];
    const change = { keyword: 'property', before: old.value, after: current.value };
    if (isAbsent(old, hidden)) {
      const isClosed = childOf(before, 'additionalProperties').value === false;
      if (isAbsent(current, hidden) || direction === 'received' || !isClosed) continue;
      yield* judge(schemas, { ...change, effect: 'widened', happened: 'added', keys: ['properties', name] });
    } else if (isAbsent(current, hidden)) {
      const keys = ['properties', name, ...(current.value === undefined ? [] : [hidden])];
      yield* judge(schemas, { ...change, effect: 'changed', happened: 'removed', keys });
    } else {
      yield* findSchemaChanges({ ...schemas, before: old, after: current, name });
    }
  }
}

/** Finds the changes of the schemas within a schema. */
function* findInner(schemas: ComparedSchemas): Generator<Finding> {
  const { before, after, direction, seen } = schemas;
  const maps = mapKeywords.flatMap((keyword) => {
    const keys = [before, after].flatMap((each) => [...childrenOf(childOf(each, keyword)).keys()]);
    return keys.map((key) => [keyword, key]);
  });
  const keywords = schemaKeywords.filter((keyword) => hasKey(before, keyword) || hasKey(after, keyword));
  for (const keys of [...keywords.map((keyword) => [keyword]), ...maps]) yield* findWithin(schemas, keys);
  const [denied, deniedNow] = [childOf(before, 'not'), childOf(after, 'not')];
  const [was, now] = [denied, deniedNow].map((each) => ({ ...each, value: each.value ?? false }));
  if (was && now) yield* findSchemaChanges({ before: was, after: now, direction: opposite(direction), seen });
}

function* findWithin({ before, after, direction, seen }: ComparedSchemas, keys: readonly string[]): Generator<Finding> {
  yield* findSchemaChanges({ before: childOf(before, ...keys), after: childOf(after, ...keys), direction, seen });
}

/** Finds the changes of oneOf and anyOf: one more form admits more values. */
function* findForms(schemas: ComparedSchemas, was: readonly Part[], now: readonly Part[]): Generator<Finding> {
  const { pairs, lost, gained } = matchForms(was, now);
  for (const [before, after] of pairs) yield* findSchemaChanges({ ...schemas, before, after });
  // Another form of anyOf may accept all that this one does.
  const isCovered = (form: Part, others: readonly Part[]) =>
    others.some(
      (each) => !each.place.includes('oneOf') && isCompatible({ before: form, after: each, direction: 'received' }),
    );
  for (const at of lost) {
    if (isCovered(at, now)) continue;
    yield* judge(schemas, { keyword: 'form', effect: 'narrowed', happened: 'removed', at: at.place, before: at.value });
  }
  for (const at of gained) {
    if (isCovered(at, was)) continue;
    yield* judge(schemas, { keyword: 'form', effect: 'widened', happened: 'added', at: at.place, after: at.value });
  }
}

/** Finds the changes of allOf, where one more part admits fewer values, and of a condition. */
function* findParts(schemas: ComparedSchemas): Generator<Finding> {
  const { before, after } = schemas;
  const { pairs, lost, gained } = matchForms(partsOf(before, ['allOf']), partsOf(after, ['allOf']));
  for (const [was, now] of pairs) yield* findSchemaChanges({ ...schemas, before: was, after: now });
  for (const at of lost) {
    yield* judge(schemas, { keyword: 'part', effect: 'widened', happened: 'removed', at: at.place, before: at.value });
  }
  for (const at of gained) {
    yield* judge(schemas, { keyword: 'part', effect: 'narrowed', happened: 'added', at: at.place, after: at.value });
  }
  const condition = { before: childOf(before, 'if').value, after: childOf(after, 'if').value };
  if (!isDeepStrictEqual(condition.before, condition.after))
    return yield* judge(schemas, { keyword: 'if', effect: 'changed', keys: ['if'], ...condition });
  for (const keyword of branchKeywords) yield* findWithin(schemas, [keyword]);
}

function* findDefault(schemas: ComparedSchemas): Generator<Finding> {
  const [before, after] = [schemas.before, schemas.after].map((each) => childOf(each, 'default').value);
  if (before === undefined || isDeepStrictEqual(before, after)) return;
  // Callers read page after page, of any size. A larger one saves requests.
  const isLargerPage = schemas.name === 'limit' && Number(after) > Number(before);
  if (isLargerPage && schemas.direction === 'received') return;
  yield* judge(schemas, { keyword: 'default', effect: 'changed', keys: ['default'], before, after });
}

/** Generated code reads the form of a value from its discriminator. */
function* findDiscriminator(schemas: ComparedSchemas): Generator<Finding> {
  const [was, now] = [schemas.before, schemas.after].map((each) => childOf(each, 'discriminator'));
  if (!was || !now || was.value === undefined) return;
  const change = { keyword: 'discriminator', effect: 'changed', before: was.value, after: now.value } as const;
  if (childOf(was, 'propertyName').value !== childOf(now, 'propertyName').value) {
    return yield* judge(schemas, { ...change, keys: ['discriminator'] });
  }
  const forms = JSON.stringify(formKeywords.map((keyword) => childrenOf(schemas.after).get(keyword)?.value));
  for (const [value, { value: before }] of childrenOf(childOf(was, 'mapping'))) {
    const after = childOf(now, 'mapping', value).value;
    if (before === after || !forms.includes(JSON.stringify(before))) continue;
    yield* judge(schemas, { ...change, keys: ['discriminator', 'mapping', value], before, after });
  }
}

interface Judged extends Partial<Change> {
  readonly keyword: string;
  readonly effect: Effect;
  /** Default: the effect. */
  readonly happened?: string;
  /** The keys of the change below the schema. */
  readonly keys?: readonly string[];
  /** The path of the change, if it is not below the schema. */
  readonly at?: readonly string[];
}

function* judge({ direction, ...schemas }: ComparedSchemas, judged: Judged): Generator<Finding> {
  const { keyword, effect, happened = effect, keys = [], before, after } = judged;
  if (!breaks(direction, effect)) return;
  const { path } = after === undefined ? schemas.before : schemas.after;
  const pointer = jsonPointer(judged.at ?? [...path, ...keys]);
  yield { rule: `${direction}/${keyword}-${happened}`, pointer, before, after, advice: adviceFor(direction, happened) };
}

function adviceFor(direction: Direction, happened: string): string {
  if (happened === 'changed') return 'Keep it, and add the new form next to the old, in a new optional field.';
  if (direction === 'received') return 'Accept everything that the released contract allows: others send it.';
  if (happened === 'removed') return 'Keep sending it: others read it.';
  return 'Send only what the released contract allows: others have no case for more.';
}

/** Returns a schema, or whether it admits everything or nothing. */
function admitted({ value }: ContractNode): JsonObject | boolean {
  if (!isJsonObject(value)) return value !== false;
  return Object.keys(value).every((key) => key === 'description' || key === 'title') ? true : value;
}

function hasKey({ value }: ContractNode, key: string): boolean {
  return isJsonObject(value) && key in value;
}

/** The keyword of properties that do not exist in a direction. */
function hiddenBy(direction: Direction): 'readOnly' | 'writeOnly' {
  return direction === 'received' ? 'readOnly' : 'writeOnly';
}

function isAbsent({ value }: ContractNode, hidden: string): boolean {
  return value === undefined || (isJsonObject(value) && value[hidden] === true);
}

/** Returns keywords in one form: lists of types and values, and `required` without the properties that do not exist here. */
function keywordsOf(node: ContractNode, direction: Direction): JsonObject {
  if (!isJsonObject(node.value)) return {};
  const { type, const: only, enum: several, required, ...rest } = node.value;
  const demanded = (Array.isArray(required) ? required : []).filter((name: unknown) => {
    const property = childOf(node, 'properties', String(name));
    return property.value === undefined || !isAbsent(property, hiddenBy(direction));
  });
  const values = only === undefined ? several : [only];
  return {
    ...rest,
    ...(type === undefined ? {} : { type: Array.isArray(type) ? type : [type] }),
    ...(values === undefined ? {} : { enum: values }),
    ...(demanded.length > 0 ? { required: demanded } : {}),
  };
}

/** Returns whether one of two schemas has no type, but the values of the other one. They imply the type. */
function isImplied(was: JsonObject, now: JsonObject): boolean {
  const isUntyped = was['type'] === undefined || now['type'] === undefined;
  return isUntyped && Array.isArray(was['enum']) && isDeepStrictEqual(was['enum'], now['enum']);
}
