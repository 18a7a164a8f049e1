import { transitionName } from './by-identity.ts';
import type { Contract, Transition } from './contract.ts';
import type { Finding } from './finding.ts';
import { jsonPointer } from './json-pointer.ts';

/**
 * Each breaking change of the transition table (STA-10). A transition is known by its trigger and its two states.
 *
 * - One that is gone, and an event that one sends no more.
 * - An event of a known type where it was not sent before: it tells receivers of something else than it did. Receivers
 *   tolerate a new type (EVT-4).
 * - A move by itself, out of a state that only its caller ended: who stopped watching there would miss it.
 */
export function findTransitionChanges(base: Contract, revision: Contract): Finding[] {
  const released = base['x-booking-states'].transitions;
  const current = revision['x-booking-states'].transitions;
  const known = new Set(Object.keys(base.webhooks));
  const kept = released.flatMap((before) => {
    const after = current.find((each) => transitionName(each) === transitionName(before));
    return after ? changedEvents({ before, after, known }) : [removed(before)];
  });
  const unsettling = current.filter((after) => isUnsettling(after, released));
  return [...kept, ...unsettling.map(unsettled)];
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
    advice: `Send an event of a new type instead of ${gained.join(', ')}, which receivers know for something else.`,
  };
  return [...(lost.length > 0 ? [losing] : []), ...(gained.length > 0 ? [gaining] : [])];
}

function removed(before: Transition): Finding {
  return {
    rule: 'booking-states/transition-removed',
    pointer: pointerOf(before),
    before,
    after: undefined,
    advice: 'Keep the transition: callers ask for it, or wait for it.',
  };
}

function unsettled(after: Transition): Finding {
  return {
    rule: 'booking-states/unsettled',
    pointer: pointerOf(after),
    before: undefined,
    after,
    advice: `Lead through a state that callers watch: a ${after.from} booking did not move by itself.`,
  };
}

function isUnsettling(move: Transition, released: readonly Transition[]): boolean {
  if (!movesByItself(move) || released.some((each) => transitionName(each) === transitionName(move))) return false;
  const known = released.some(({ to }) => to === move.from);
  return known && !released.some((each) => each.from === move.from && movesByItself(each));
}

function movesByItself({ trigger }: Transition): boolean {
  return trigger === 'provider' || trigger === 'time';
}

function pointerOf(transition: Transition, ...keys: string[]): string {
  return jsonPointer(['x-booking-states', 'transitions', transitionName(transition), ...keys]);
}
