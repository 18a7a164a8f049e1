import { isDeepStrictEqual } from 'node:util';
import {
  access,
  announced,
  demand,
  exact,
  expiry,
  fixed,
  free,
  keepsOrder,
  kept,
  type Law,
  mayFall,
  mayGain,
  mayLengthen,
  mayPromiseMore,
  mayRise,
  namedLaws,
  type OwnLaws,
  pinned,
  promise,
  right,
} from './laws.ts';
import { isJsonObject, type JsonObject, type Transition } from '../document/bundled-contract.ts';
import type { Finding } from './contracts.ts';
import { byIdentity, jsonPointer, transitionName } from './list-changes.ts';

/**
 * The law of each value of the behavior, by its path; * matches any key. A value without a law may be added and is then
 * fixed: it is frozen from its first release until a law allows it to change.
 */
export const behaviorLaws: Readonly<Record<string, Law>> = {
  // The names of generated code are compared apart from the behavior.
  'x-int64': free,
  'x-deprecation-policy/notice_days': mayRise,
  'paths/*/*/x-deprecation': announced,
  'webhooks/*/*/x-deprecation': announced,

  'x-errors/*/message': free,
  'x-errors/*/action': free,
  'x-errors/*/sandbox': free,
  'x-errors/*/stands_in': mayGain,
  'x-errors/*/retry': mayPromiseMore,
  'x-errors/*/effect': demand,

  'x-states/*/states/*/meaning': free,
  'x-states/*/states/*/expires_after_seconds': expiry,
  // find-behavior-changes.ts compares the transitions.
  'x-states/*/transitions': free,

  'x-limits/window_seconds': mayFall,
  'x-limits/default_limit': mayRise,
  'x-limits/default_test_allowance': mayRise,
  'x-limits/reads/compared_rows': mayFall,
  'x-limits/reads/*': mayRise,
  'x-limits/max_body_bytes': mayRise,
  'x-limits/max_details': mayRise,
  'x-limits/page/default': mayRise,
  'x-limits/page/max': mayRise,
  // Callers wait for so long, and suppliers have so long for their response.
  'x-limits/provider_timeout_seconds': pinned,
  'x-limits/search_timeout_seconds': pinned,
  'x-limits/check_timeout_seconds': pinned,
  // A service may keep less: the operator sets the days.
  'x-limits/request_log/*': free,
  'x-limits/session/lifetime_seconds': mayRise,
  'x-limits/session/max_attempts': mayRise,
  'x-limits/session/creations/*/max': mayRise,
  'x-limits/session/creations/*/window_seconds': mayFall,
  // Callers follow the Retry-After of each response instead.
  'x-limits/retry_after_seconds': free,

  'x-access/scopes/*': kept,
  'x-access/refusal_order': keepsOrder,

  'x-idempotency/operations': mayGain,
  'x-idempotency/max_length': mayRise,

  'x-delivery/cadence_seconds': mayFall,
  'x-delivery/timeout_seconds': mayRise,
  'x-delivery/max_attempts': mayRise,
  'x-delivery/retry_delays_seconds': mayLengthen,
  'x-delivery/max_answer_bytes': mayRise,
  'x-delivery/kept_answer_bytes': mayRise,
  'x-delivery/max_interim_responses': mayRise,
  'x-delivery/max_head_bytes': mayRise,
  'x-delivery/retention_days': mayRise,
  'x-delivery/headers/*/description': free,
  'x-delivery/headers/*/example': free,
  // find-wire-changes.ts compares the parameters of the webhooks.
  'x-delivery/headers/*/required': free,
  'x-delivery/headers/*/schema': free,
  'x-delivery/attempt_causes/*/meaning': free,
  'x-delivery/attempt_causes/*/fix': free,

  // A role that rises refuses callers, and one that falls opens the operation.
  'x-roles/*/may': free,
  'x-roles/*/organization': right,
  'x-roles/*/includes': right,
  'paths/*/*/x-role': right,
  // The cost of a request in the window of its caller.
  'paths/*/*/x-reads/*': free,
  // A command is called by scripts. Its output is for people: programs use --json.
  'x-command-groups': free,
  'paths/*/*/x-command/*/argument': exact,
  'paths/*/*/x-command/*/flags': exact,
  'paths/*/*/x-command/*/body': exact,
  'paths/*/*/x-command/*/pages': exact,
  'paths/*/*/x-command/*/with_organization': exact,
  'paths/*/*/x-command/*/*': free,

  'paths/*/*/x-codeSamples': free,
  'webhooks/*/*/x-codeSamples': free,
  // A removed code no longer occurs, and callers accept an unknown one by its status.
  'paths/*/*/x-error-codes': free,
  'paths/*/*/x-behavior/scope': access,
  'paths/*/*/x-behavior/rules': free,
  'paths/*/*/x-behavior/repeatable': promise,
  'paths/*/*/x-behavior/*': demand,
};

/** The laws of a contract: those of its own blocks, which its configuration names, and the general ones. */
function lawsOf(own: OwnLaws = {}): readonly { readonly keys: readonly string[]; readonly law: Law }[] {
  const named = Object.entries(own).map(([path, name]) => [path, namedLaws[name]] as const);
  return [...named, ...Object.entries(behaviorLaws)].map(([path, law]) => ({ keys: path.split('/'), law }));
}

type Laws = ReturnType<typeof lawsOf>;

/** Returns the law of the value at a path: the first that matches. Undefined if none does. */
function findLaw(path: readonly string[], laws: Laws): Law | undefined {
  return laws.find(({ keys }) => {
    return keys.length === path.length && keys.every((key, index) => key === '*' || key === path[index]);
  })?.law;
}

interface Compared {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * Returns each breaking change of the behavior: of the x- blocks at the root, and of those of the operations in both contracts.
 * find-wire-changes.ts compares x-unrouted.
 */
export function findBehaviorChanges(base: JsonObject, revision: JsonObject, own: OwnLaws = {}): Finding[] {
  const laws = lawsOf(own);
  const compare = (compared: Compared) => changesOf(compared, laws);
  // Values outside the x- blocks that have a law.
  const frozen = Object.keys(own)
    .filter((path) => path.startsWith('components/'))
    .map((path) => path.split('/'));
  const blocks = extensionsOf(base).filter((key) => key !== 'x-unrouted');
  return [
    ...blocks.flatMap((block) => compare({ path: [block], before: base[block], after: revision[block] })),
    ...frozen.flatMap((path) => compare({ path, before: valueAt(base, path), after: valueAt(revision, path) })),
    ...operationsOf(base).flatMap((path) => {
      const [before, after] = [valueAt(base, path), valueAt(revision, path)];
      if (!isJsonObject(before) || !isJsonObject(after)) return [];
      const keys = new Set([...extensionsOf(before), ...extensionsOf(after)]);
      return [...keys].flatMap((key) => compare({ path: [...path, key], before: before[key], after: after[key] }));
    }),
  ];
}

function changesOf({ path, before: written, after: writtenNow }: Compared, laws: Laws): Finding[] {
  const [before, after] = [byIdentity(written), byIdentity(writtenNow)];
  if (isDeepStrictEqual(before, after)) return [];
  const law = findLaw(path, laws);
  if (!law && isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      changesOf({ path: [...path, key], before: before[key], after: after[key] }, laws),
    );
  }
  const breach = (law ?? fixed)({ before, after });
  if (!breach) return [];
  const rule = `${areaOf(path)}/${breach.happened}`;
  return [{ rule, pointer: jsonPointer(path), before, after, advice: breach.advice }];
}

/** Returns the area of a path: `limits` for `x-limits`, `operation` for the behavior of an operation. */
function areaOf([first = '']: readonly string[]): string {
  if (first === 'components') return 'schema';
  return first === 'paths' || first === 'webhooks' ? 'operation' : first.replace('x-', '');
}

function extensionsOf(value: JsonObject): string[] {
  return Object.keys(value).filter((key) => key.startsWith('x-'));
}

/** Returns the paths of the operations and webhooks. */
function operationsOf(contract: JsonObject): string[][] {
  return ['paths', 'webhooks'].flatMap((part) =>
    Object.entries(contract[part] ?? {}).flatMap(([url, methods]) =>
      Object.keys(methods ?? {}).map((method) => [part, url, method]),
    ),
  );
}

function valueAt(contract: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), contract);
}

/**
 * Returns each breaking change of the transition tables. Its trigger and its two states identify a transition.
 *
 * - A removed transition or event.
 * - An event of an existing type where none was sent before: its meaning changes for receivers. A new type is compatible,
 *   because receivers accept unknown types (EVT-4).
 * - An automatic transition out of a state that only the caller ended: a caller that stopped watching there would miss it.
 */
export function findTransitionChanges(base: JsonObject, revision: JsonObject): Finding[] {
  const resources = Object.keys(isJsonObject(base['x-states']) ? base['x-states'] : {});
  return resources.flatMap((resource) => findChanges(resource, base, revision));
}

function findChanges(resource: string, base: JsonObject, revision: JsonObject): Finding[] {
  const [released, current] = [transitionsOf(base, resource), transitionsOf(revision, resource)];
  const known = new Set(Object.keys(base['webhooks'] ?? {}));
  const moved = released.flatMap((before) => {
    const after = current.find((each) => transitionName(each) === transitionName(before));
    return after ? changedEvents({ before, after, known, resource }) : [removed(before, resource)];
  });
  const unsettling = current.filter((after) => isUnsettling(after, released));
  return [...moved, ...unsettling.map((after) => unsettled(after, resource))];
}

/** Returns the transition table of a resource. Without the resource, it is empty. */
function transitionsOf(contract: JsonObject, resource: string): readonly Transition[] {
  const states = contract['x-states'];
  const machine = isJsonObject(states) ? states[resource] : undefined;
  // The JSON Schema of the block proves that its transitions have this form.
  return isJsonObject(machine) ? ((machine['transitions'] ?? []) as readonly Transition[]) : [];
}

interface ChangedTransition {
  readonly before: Transition;
  readonly after: Transition;
  /** The released event types. */
  readonly known: ReadonlySet<string>;
  readonly resource: string;
}

function changedEvents({ before, after, known, resource }: ChangedTransition): Finding[] {
  const change = { pointer: pointerOf(resource, before, 'events'), before: before.events, after: after.events };
  const lost = before.events.filter((event) => !after.events.includes(event));
  const gained = after.events.filter((event) => !before.events.includes(event) && known.has(event));
  const losing = { ...change, rule: 'states/event-removed', advice: `Keep sending ${lost.join(', ')}.` };
  const gaining = {
    ...change,
    rule: 'states/event-added',
    advice: `Send an event of a new type. For receivers, ${gained.join(', ')} has another meaning.`,
  };
  return [...(lost.length > 0 ? [losing] : []), ...(gained.length > 0 ? [gaining] : [])];
}

function removed(before: Transition, resource: string): Finding {
  return {
    rule: 'states/transition-removed',
    pointer: pointerOf(resource, before),
    before,
    after: undefined,
    advice: 'Keep the transition: callers request it or wait for it.',
  };
}

function unsettled(after: Transition, resource: string): Finding {
  return {
    rule: 'states/unsettled',
    pointer: pointerOf(resource, after),
    before: undefined,
    after,
    advice: `Use a state that callers watch: until now, only the caller ended the state ${after.from}.`,
  };
}

function isUnsettling(move: Transition, released: readonly Transition[]): boolean {
  if (!isAutomatic(move) || released.some((each) => transitionName(each) === transitionName(move))) return false;
  const known = released.some(({ to }) => to === move.from);
  return known && !released.some((each) => each.from === move.from && isAutomatic(each));
}

function isAutomatic({ trigger }: Transition): boolean {
  return trigger === 'provider' || trigger === 'time';
}

function pointerOf(resource: string, transition: Transition, ...keys: string[]): string {
  return jsonPointer(['x-states', resource, 'transitions', transitionName(transition), ...keys]);
}
