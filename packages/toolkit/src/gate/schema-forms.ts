/** The forms of a choice and the parts of allOf: which of two contracts belong together, and an object with the fields of its parts. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject } from '../document/bundled-contract.ts';
import { entriesOf, listOf } from '../document/normalize.ts';
import { childOf, childrenOf, type ContractNode } from './contracts.ts';
import { jsonPointer } from './list-changes.ts';

/** One schema of a list, and the path of its entry there. */
export interface Part extends ContractNode {
  readonly place: readonly string[];
}

/** Returns the schemas of lists: the forms of a choice, or the parts of allOf. */
export function partsOf(node: ContractNode, keywords: readonly string[]): readonly Part[] {
  return keywords.flatMap((keyword) =>
    [...childrenOf(childOf(node, keyword))].map(([index, part]) => ({
      ...part,
      place: [...node.path, keyword, index],
    })),
  );
}

/** Returns a schema outside a list as the forms of a choice. A type or null is two forms, as in oneOf: [{ … }, { type: 'null' }]. */
export function formsOf(schema: ContractNode): readonly Part[] {
  const { path: place, value } = schema;
  const types = isJsonObject(value) ? value['type'] : undefined;
  if (!isJsonObject(value) || !Array.isArray(types) || !types.includes('null')) return [{ ...schema, place }];
  const entries = Object.entries(value).map(([keyword, each]) => {
    const isList = ['type', 'enum', 'x-extensible-enum'].includes(keyword) && Array.isArray(each);
    return [keyword, isList ? each.filter((one) => one !== null && one !== 'null') : each] as const;
  });
  const path = [...place, 'type'];
  return [
    { ...schema, place, value: Object.fromEntries(entries) },
    { ...schema, path, place: path, value: { type: 'null' } },
  ];
}

export interface MatchedForms {
  readonly pairs: readonly (readonly [before: ContractNode, after: ContractNode])[];
  readonly lost: readonly Part[];
  readonly gained: readonly Part[];
}

/** Matches forms by their component, by their constants, by equality, and at last the only two that are left beside null. */
export function matchForms(was: readonly Part[], now: readonly Part[]): MatchedForms {
  let [lost, gained] = [[...was], [...now]];
  const pairs: (readonly [Part, Part])[] = [];
  for (const identify of [componentOf, constantsOf, wholeOf]) {
    for (const before of lost) {
      const identity = identify(before);
      const after = identity === undefined ? undefined : gained.find((each) => identify(each) === identity);
      if (!after) continue;
      pairs.push([before, after]);
      gained = gained.filter((each) => each !== after);
    }
    lost = lost.filter((each) => !pairs.some(([before]) => before === each));
  }
  const [[before, ...others], [after, ...othersNow]] = [withoutNull(lost), withoutNull(gained)];
  const isOne = others.length + othersNow.length === 0;
  if (!isOne || !before || !after || constantsOf(before) !== constantsOf(after)) return { pairs, lost, gained };
  return { pairs: [...pairs, [before, after]], lost: lost.filter(isNull), gained: gained.filter(isNull) };
}

function componentOf({ path }: ContractNode): string | undefined {
  return path[0] === 'components' && path.length === 3 ? jsonPointer(path) : undefined;
}

/** Returns the constants of a form: its condition, its own constant, or those of its properties. */
function constantsOf(form: ContractNode): string | undefined {
  const own = childOf(form, 'if').value ?? childOf(form, 'const').value;
  if (own !== undefined) return JSON.stringify(own);
  const constants = [...childrenOf(childOf(form, 'properties'))].flatMap(([name, property]) => {
    const value = childOf(property, 'const').value;
    return value === undefined ? [] : [[name, value]];
  });
  return constants.length > 0 ? JSON.stringify(constants) : undefined;
}

function isNull(form: ContractNode): boolean {
  return childOf(form, 'type').value === 'null';
}

function withoutNull(forms: readonly Part[]): readonly Part[] {
  return forms.filter((each) => !isNull(each));
}

function wholeOf({ value }: ContractNode): string {
  return JSON.stringify(value);
}

/** The keywords of an object that its parts may state, too. Other ones of a part admit values by themselves. */
const mergedKeywords = new Set([
  'type',
  'properties',
  'required',
  'allOf',
  'title',
  'description',
  'example',
  'examples',
]);

/** Returns an object with the fields of the parts of its allOf as its own. Undefined if a part is more than fields. */
export function withoutParts(node: ContractNode): ContractNode | undefined {
  const { value } = node;
  if (!isJsonObject(value) || Object.keys(value).some((key) => !mergedKeywords.has(key))) return undefined;
  if (value['type'] !== undefined && value['type'] !== 'object') return undefined;
  const { allOf: _parts, properties, required, ...rest } = value;
  const fields = new Map(entriesOf(properties));
  const demanded = new Set(listOf(required));
  for (const [, part] of childrenOf(childOf(node, 'allOf'))) {
    const merged = withoutParts(part);
    if (!merged || !isJsonObject(merged.value)) return undefined;
    for (const [name, field] of entriesOf(merged.value['properties'])) {
      if (fields.has(name) && !isDeepStrictEqual(fields.get(name), field)) return undefined;
      fields.set(name, field);
    }
    for (const name of listOf(merged.value['required'])) demanded.add(name);
  }
  return {
    ...node,
    value: { ...rest, type: 'object', properties: Object.fromEntries(fields), required: [...demanded] },
  };
}
