import { childOf, childrenOf, type ContractNode } from './contract-node.ts';
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

/** Returns a schema that is no list as its only entry. */
export function alone(schema: ContractNode): Part {
  return { ...schema, place: schema.path };
}

export interface MatchedForms {
  readonly pairs: readonly (readonly [before: ContractNode, after: ContractNode])[];
  readonly lost: readonly Part[];
  readonly gained: readonly Part[];
}

/** Matches forms by their component, by their constants, by equality, and at last the only two that are left. */
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
  const [before, after] = [lost[0], gained[0]];
  const isOne = lost.length === 1 && gained.length === 1;
  if (!isOne || !before || !after || constantsOf(before) !== constantsOf(after)) return { pairs, lost, gained };
  return { pairs: [...pairs, [before, after]], lost: [], gained: [] };
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

function wholeOf({ value }: ContractNode): string {
  return JSON.stringify(value);
}
