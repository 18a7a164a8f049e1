/**
 * Every rule id at an operation or a transition exists in rules.yaml beside the contract. The docs link to these rules, and
 * test titles use their ids.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { items, operations } from '../contract.ts';
import { isObject } from '../place.ts';
import type { Place, Rule } from '../place.ts';

export const knownRules: Rule = function* (contract) {
  const ruleIds = readRuleIds(contract);
  const lists = [
    ...operations(contract).map(({ place }) => place.at('x-behavior', 'rules')),
    ...items(contract.at('x-states'))
      .flatMap((machine) => items(machine.at('transitions')))
      .map((transition) => transition.at('rules')),
  ];
  for (const place of items(contract.at('x-states')).flatMap((machine) => items(machine.at('transitions')))) {
    if (items(place.at('rules')).length > 0) continue;
    yield { place, message: 'This transition has no rule. Name at least one of rules.yaml.' };
  }
  for (const id of lists.flatMap(items).filter((each) => !ruleIds.has(each.text()))) {
    yield { place: id, message: `The rule ${id.text()} is not in rules.yaml. Use an existing rule.` };
  }
};

/** The rule ids of all groups in rules.yaml. */
function readRuleIds(contract: Place): Set<string> {
  const file = join(dirname(contract.location.source.absoluteRef), 'rules.yaml');
  const groups: unknown = parse(readFileSync(file, 'utf8'));
  if (!isObject(groups)) throw new TypeError(`${file} contains no groups of rules. Add them.`);
  return new Set(Object.values(groups).filter(isObject).flatMap(Object.keys));
}
