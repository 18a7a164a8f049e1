import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import {
  checkBearer,
  isObject,
  items,
  type Operation,
  operations,
  type Place,
  type Problem,
  repeats,
  responses,
  type Rule,
  webhooks,
} from '../contract.ts';
import { everySchema } from '../schemas.ts';

/** Steps that need the result of another one. In another order, the server would refuse every body. */
const needs = [
  { before: 'invalid_request', after: 'unsupported_media_type', reason: 'only JSON is compared with the contract' },
  { before: 'invalid_request', after: 'payload_too_large', reason: 'this step reads the body' },
] as const;

/** Returns the steps of an order of refusals that come before a step that they need. */
export function findOrderFaults(order: readonly string[]): (typeof needs)[number][] {
  return needs.filter(({ before, after }) => {
    const [place, needed] = [order.indexOf(before), order.indexOf(after)];
    return place >= 0 && needed > place;
  });
}

/**
 * Scopes, key prefixes and the order of refusals match the operations and the catalogue. A scope without an operation would
 * be useless. A scope that is not listed could not be granted.
 */
export const access: Rule = function* (contract) {
  yield* checkBearer(contract, [['apiKey']]);
  const test = contract.at('x-access', 'key_modes', 'test', 'prefix');
  const live = contract.at('x-access', 'key_modes', 'live', 'prefix');
  if (test.value === live.value) {
    yield { place: live, message: `Test and live keys both begin with ${live.text()}. Give each mode its own prefix.` };
  }

  const scopes = contract.at('x-access', 'scopes').entries();
  const required = operations(contract).map(({ name, place }) => ({ name, scope: place.at('x-behavior', 'scope') }));
  for (const { name, scope } of required.filter((need) => !scopes.some(([each]) => each === need.scope.value))) {
    yield {
      place: scope,
      message: `${name} requires ${scope.text()}, which is not in x-access.scopes. Use a listed scope.`,
    };
  }
  for (const [each, place] of scopes.filter(([listed]) => !required.some(({ scope }) => scope.value === listed))) {
    yield { place, message: `No operation requires the scope ${each}. Remove it.` };
  }

  const order = items(contract.at('x-access', 'refusal_order'));
  const replay = contract.at('x-idempotency', 'replay_step');
  const codes = order.filter(({ value }) => value !== replay.value);
  for (const code of codes.filter((each) => contract.at('x-errors', each.text()).value === undefined)) {
    yield { place: code, message: `${code.text()} is not in the catalogue x-errors. Use a code of the catalogue.` };
  }
  if (replay.value !== undefined && codes.length === order.length) {
    yield {
      place: replay,
      message: `x-access.refusal_order lacks ${replay.text()}. Add it at the step that returns a replay.`,
    };
  }
  const [first] = order;
  if (first && first.value !== 'unauthorized') {
    const message = `${first.text()} comes first in x-access.refusal_order. The key must be checked first: put unauthorized before it.`;
    yield { place: first, message };
  }
  for (const { after, before, reason } of findOrderFaults(order.map((each) => each.text()))) {
    const place = order.find(({ value }) => value === before) ?? contract.at('x-access', 'refusal_order');
    yield { place, message: `${before} needs ${after} before it in x-access.refusal_order: ${reason}. Move it.` };
  }
  for (const code of repeats(order)) {
    yield { place: code, message: `${code.text()} occurs twice in x-access.refusal_order. Remove one.` };
  }
};

/**
 * x-idempotency matches its operations: the header and its length, both statuses, and the header that marks a replay. Clients rely on
 * it when they retry a create.
 */
export const idempotency: Rule = function* (contract) {
  const block = contract.at('x-idempotency');
  // The rule behavior-schema reports a missing block.
  if (block.value === undefined) return;
  for (const named of items(block.at('operations'))) {
    const operation = operations(contract).find(({ place }) => place.at('operationId').value === named.value);
    if (operation) {
      yield* checkKey(operation, block);
      yield* checkAnswers(operation, block);
    } else {
      yield {
        place: named,
        message: `The operation ${named.text()} does not exist. Use an operation of the contract.`,
      };
    }
  }
  yield* checkReplayHeader(contract, block);
};

function* checkKey({ name, parameters, place }: Operation, block: Place): Iterable<Problem> {
  const header = block.at('header').text();
  const expected = block.at('max_length').text();
  const key = parameters.find((each) => each.at('in').value === 'header' && each.at('name').value === header);
  if (!key) {
    yield { place: place.at('parameters'), message: `${name} lacks ${header} of x-idempotency: declare it.` };
    return;
  }
  const maxLength = key.at('schema', 'maxLength');
  if (maxLength.text() === expected) return;
  const message = `${header} has maxLength ${maxLength.text()}, but x-idempotency has ${expected}. Use the same value.`;
  yield { place: maxLength, message };
}

function* checkAnswers({ name, place }: Operation, block: Place): Iterable<Problem> {
  for (const status of ['first_status', 'replay_status'].map((key) => block.at(key).text())) {
    const response = place.at('responses', status);
    if (response.value === undefined) {
      yield { place: response, message: `${name} has no ${status}, which x-idempotency requires. Add the response.` };
    } else if (response.at('headers', 'Location').value === undefined) {
      yield { place: response.at('headers'), message: `The ${status} of ${name} lacks Location. Declare it.` };
    }
  }
}

function* checkReplayHeader(contract: Place, block: Place): Iterable<Problem> {
  const header = block.at('replay_header').text();
  const replayStatus = block.at('replay_status').text();
  const replayed = new Set(items(block.at('operations')).map(({ value }) => value));
  for (const { status, place, operation } of responses(contract)) {
    const declared = place.at('headers', header);
    const isReplay = operation !== undefined && replayed.has(operation.name) && status === replayStatus;
    if (isReplay && declared.value === undefined) {
      yield { place: place.at('headers'), message: `The ${status} of a replay lacks ${header}. Declare it.` };
    } else if (!isReplay && declared.value !== undefined) {
      yield { place: declared.mention, message: `${header} marks a replay, which this ${status} is not. Remove it.` };
    }
  }
}

// Every operation has an operationId of the form verbObject, every webhook one of the form onEventType, every link of a response names an
// operation of the contract, and every path begins with the option `prefix` (VER-1). Server files, client methods, headings in the docs and generated code are
// named after the operationId.

const verbObject = /^[a-z]+([A-Z][a-z0-9]*)+$/;

export const operationId: Rule = function* (contract, { prefix = '' }) {
  for (const [path, place] of contract.at('paths').entries()) {
    if (path.startsWith(prefix)) continue;
    yield { place: place.mention, message: `The path ${path} does not begin with ${prefix}. Put the version first.` };
  }
  for (const { name, place } of operations(contract)) {
    const id = place.at('operationId');
    if (id.value === undefined) {
      yield { place, message: `${name} has no operationId. Use a verb and an object, as in createLoan.` };
    } else if (!verbObject.test(id.text())) {
      const message = `The operationId ${id.text()} is not a verb and an object in camelCase. Rename it, as in createLoan.`;
      yield { place: id, message };
    }
  }
  const all = new Map(operations(contract).map((operation) => [operation.name, operation]));
  const links = responses(contract).flatMap(({ place }) =>
    place
      .at('links')
      .entries()
      .map(([, link]) => link),
  );
  for (const link of links) {
    const id = link.at('operationId');
    const target = all.get(id.text());
    if (!target) {
      const message = `The link leads to the operation ${id.text()}, which the contract does not have. Name an existing operationId.`;
      yield { place: id, message };
      continue;
    }
    const names = new Set(target.parameters.map((each) => each.at('name').text()));
    for (const [given, place] of link.at('parameters').entries()) {
      const name = given.replace(/^(?:path|query|header|cookie)\./, '');
      if (names.has(name)) continue;
      yield {
        place,
        message: `${target.name} has no parameter ${name}. Name a parameter of the operation of the link.`,
      };
    }
  }
  for (const { event, place } of webhooks(contract)) {
    const id = place.at('operationId');
    const expected = `on${event.split(/[._]/).map(capitalized).join('')}`;
    if (id.value === expected) continue;
    const message = `The webhook ${event} has the operationId ${id.text()}. Generators name its handler after it: set ${expected}.`;
    yield { place: id, message };
  }
};

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Every rule id at an operation or a transition exists in rules.yaml beside the contract. The docs link to these rules, and
 * test titles use their ids.
 */
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

/** A value that may be deprecated, and the names that may replace it. */
interface Deprecatable {
  readonly name: string;
  readonly place: Place;
  readonly others: readonly string[];
}

const day_ms = 86_400_000;

/**
 * Anything deprecated states the day from which it is (`since`) and its sunset, at least the notice of x-deprecation-policy later. The gate accepts the
 * removal from the sunset on, and responses of a deprecated operation have both days.
 */
export const deprecation: Rule = function* (contract) {
  const notice = contract.at('x-deprecation-policy', 'notice_days');
  for (const each of deprecatable(contract)) {
    const { name, place } = each;
    // A reference may have both fields beside it.
    const written = {
      ...(isObject(place.value) && place.value),
      ...(isObject(place.mention.value) && place.mention.value),
    };
    const { deprecated, 'x-deprecation': stated } = written;
    const isBeside = ['deprecated', 'x-deprecation'].some(
      (key) => isObject(place.mention.value) && key in place.mention.value,
    );
    const at = { place: isBeside ? place.mention : place };
    if (deprecated !== true) {
      if (stated !== undefined)
        yield { ...at, message: `${name} has x-deprecation. Add deprecated: true, or remove it.` };
    } else if (!isObject(stated)) {
      yield { ...at, message: `${name} is deprecated. State its days in x-deprecation: { since, sunset }.` };
    } else if (typeof notice.value !== 'number') {
      const message = `${name} is deprecated, and the contract has no notice. Add x-deprecation-policy with notice_days.`;
      yield { ...at, message };
    } else {
      for (const message of deprecationFaults(stated, { ...each, notice_days: notice.value })) yield { ...at, message };
    }
  }
};

function* deprecationFaults(
  { since, sunset, replaced_by, ...others }: Readonly<Record<string, unknown>>,
  { name, others: names, notice_days }: Deprecatable & { readonly notice_days: number },
): Iterable<string> {
  for (const key of Object.keys(others)) yield `The x-deprecation of ${name} has ${key}. Remove it.`;
  const [from, to] = [since, sunset].map((each) => (isDay(each) ? Date.parse(each) / day_ms : undefined));
  if (from === undefined || to === undefined) {
    yield `The x-deprecation of ${name} needs since and sunset, each a day such as 2027-01-31.`;
  } else if (to - from < notice_days) {
    yield `The sunset of ${name} is ${to - from} days after since. x-deprecation-policy demands ${notice_days}.`;
  }
  if (replaced_by === undefined || names.some((each) => each === replaced_by)) return;
  yield `${name} is replaced by ${JSON.stringify(replaced_by)}, which does not exist beside it. Name another one.`;
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

function* deprecatable(contract: Place): Iterable<Deprecatable> {
  const called = [...operations(contract), ...webhooks(contract)];
  const ids = called.map(({ place }) => place.at('operationId').text());
  for (const { place, parameters } of called) {
    yield { name: place.at('operationId').text(), place, others: ids };
    const named = parameters.map((each) => ({ name: each.at('name').text(), place: each }));
    for (const each of named) yield { ...each, others: named.map(({ name }) => name) };
  }
  for (const { place } of responses(contract)) yield* membersOf(place.at('headers'));
  for (const { schema } of everySchema(contract)) yield* membersOf(schema.at('properties'));
}

function membersOf(map: Place): Deprecatable[] {
  const members = map.entries();
  return members.map(([name, place]) => ({ name, place, others: members.map(([other]) => other) }));
}
