import type { Transition } from '../document/bundled-contract.ts';
import { isJsonObject, type JsonObject } from '../document/json-object.ts';
import type { Finding } from './finding.ts';
import { jsonPointer, transitionName } from './list-changes.ts';

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
  const kept = released.flatMap((before) => {
    const after = current.find((each) => transitionName(each) === transitionName(before));
    return after ? changedEvents({ before, after, known, resource }) : [removed(before, resource)];
  });
  const unsettling = current.filter((after) => isUnsettling(after, released));
  return [...kept, ...unsettling.map((after) => unsettled(after, resource))];
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
