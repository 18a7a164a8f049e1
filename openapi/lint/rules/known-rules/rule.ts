/**
 * Every rule id at an operation or a transition exists in openapi/rules.yaml. The docs link to these rules and the
 * conformance checks carry their ids, so an unknown one would lead nowhere.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { items, operations } from '../../contract.ts';
import { isObject } from '../../place.ts';
import type { Place, Rule } from '../../place.ts';

export const knownRules: Rule = function* (contract) {
  const known = readRuleIds(contract);
  const lists = [
    ...operations(contract).map(({ place }) => place.at('x-behavior', 'rules')),
    ...items(contract.at('x-booking-states', 'transitions')).map((transition) => transition.at('rules')),
  ];
  for (const id of lists.flatMap(items).filter((each) => !known.has(each.text()))) {
    yield { place: id, message: `There is no rule ${id.text()} in rules.yaml: name one that is there.` };
  }
};

/** The ids in rules.yaml, which stand in groups. */
function readRuleIds(contract: Place): Set<string> {
  const file = join(dirname(contract.location.source.absoluteRef), 'rules.yaml');
  const groups: unknown = parse(readFileSync(file, 'utf8'));
  if (!isObject(groups)) throw new TypeError(`${file} holds no groups of rules: write them.`);
  return new Set(Object.values(groups).filter(isObject).flatMap(Object.keys));
}
