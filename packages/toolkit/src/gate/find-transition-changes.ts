import type { Transition } from '../document/bundled-contract.ts';
import { isJsonObject, type JsonObject } from '../document/json-object.ts';
import type { Finding } from './finding.ts';
import { jsonPointer, transitionName } from './list-changes.ts';

/**
 * Returns each breaking change of the transition table (STA-10). Its trigger and its two states identify a transition.
 *
 * - A removed transition or event.
 * - An event of an existing type where none was sent before: its meaning changes for receivers. A new type is compatible,
 *   because receivers accept unknown types (EVT-4).
 * - An automatic transition out of a state that only the caller ended: a caller that stopped watching there would miss it.
 */
export function findTransitionChanges(base: JsonObject, revision: JsonObject): Finding[] {
  const [released, current] = [transitionsOf(base), transitionsOf(revision)];
  const known = new Set(Object.keys(base['webhooks'] ?? {}));
  const kept = released.flatMap((before) => {
    const after = current.find((each) => transitionName(each) === transitionName(before));
    return after ? changedEvents({ before, after, known }) : [removed(before)];
  });
  const unsettling = current.filter((after) => isUnsettling(after, released));
  return [...kept, ...unsettling.map(unsettled)];
}

/** Returns the transition table of a contract. Without one, or without its block, it is empty. */
function transitionsOf(contract: JsonObject): readonly Transition[] {
  const states = contract['x-booking-states'];
  // The JSON Schema of the block proves that its transitions have this form.
  return isJsonObject(states) ? ((states['transitions'] ?? []) as readonly Transition[]) : [];
}

interface ChangedTransition {
  readonly before: Transition;
  readonly after: Transition;
  /** The released event types. */
  readonly known: ReadonlySet<string>;
}

function changedEvents({ before, after, known }: ChangedTransition): Finding[] {
  const change = { pointer: pointerOf(before, 'events'), before: before.events, after: after.events };
  const lost = before.events.filter((event) => !after.events.includes(event));
  const gained = after.events.filter((event) => !before.events.includes(event) && known.has(event));
  const losing = { ...change, rule: 'booking-states/event-removed', advice: `Keep sending ${lost.join(', ')}.` };
  const gaining = {
    ...change,
    rule: 'booking-states/event-added',
    advice: `Send an event of a new type. For receivers, ${gained.join(', ')} has another meaning.`,
  };
  return [...(lost.length > 0 ? [losing] : []), ...(gained.length > 0 ? [gaining] : [])];
}

function removed(before: Transition): Finding {
  return {
    rule: 'booking-states/transition-removed',
    pointer: pointerOf(before),
    before,
    after: undefined,
    advice: 'Keep the transition: callers request it or wait for it.',
  };
}

function unsettled(after: Transition): Finding {
  return {
    rule: 'booking-states/unsettled',
    pointer: pointerOf(after),
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

function pointerOf(transition: Transition, ...keys: string[]): string {
  return jsonPointer(['x-booking-states', 'transitions', transitionName(transition), ...keys]);
}
