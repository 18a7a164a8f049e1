/**
 * The state machine is whole: every state can be reached and, unless final, left, and what is sent on the way are the
 * webhooks. The server moves bookings by this table alone, so a hole in it strands a booking.
 */
import { items } from '../../contract.ts';
import type { Place, Problem, Rule } from '../../place.ts';
import { findEnumDrift } from '../../schemas.ts';

interface Move {
  readonly name: string;
  readonly place: Place;
  readonly trigger: unknown;
  readonly from: unknown;
  readonly to: unknown;
  readonly events: readonly Place[];
}

export const stateTable: Rule = function* (contract) {
  const states = contract.at('x-booking-states', 'states');
  const moves = items(contract.at('x-booking-states', 'transitions')).map(toMove);
  const words = states.entries().map(([state]) => state);
  yield* findEnumDrift(contract, { name: 'BookingStatus', words, because: 'is a state in x-booking-states' });
  yield* checkStates(states, moves);
  yield* checkMoves(moves);
  yield* checkEvents(contract.at('webhooks'), moves);
};

function toMove(place: Place): Move {
  const [trigger, from, to] = [place.at('trigger'), place.at('from'), place.at('to')];
  return {
    name: `${trigger.text()} from ${from.text()} to ${to.text()}`,
    place,
    trigger: trigger.value,
    from: from.value,
    to: to.value,
    events: items(place.at('events')),
  };
}

function* checkStates(states: Place, moves: readonly Move[]): Iterable<Problem> {
  const reached = reachedStates(moves);
  for (const [state, place] of states.entries()) {
    const leaving = moves.filter(({ from }) => from === state);
    const timed = leaving.filter(({ trigger }) => trigger === 'time');
    const expiry = place.at('expires_after_seconds');
    if (!reached.has(state)) yield { place, message: `Nothing leads to ${state}: add a transition, or take it out.` };
    if (place.at('final').value === true) {
      const message = `${state} is final, but this leaves it: take the transition out.`;
      yield* leaving.map((move) => ({ place: move.place, message }));
    } else if (leaving.length === 0) {
      yield { place, message: `Nothing leaves ${state}: add a transition from it, or make it final.` };
    }
    if (expiry.value !== undefined && timed.length === 0) {
      yield { place: expiry, message: `${state} expires, but no time transition leaves it: add one.` };
    }
    if (expiry.value === undefined) {
      const message = `This waits for time to pass, but ${state} has no expires_after_seconds: set it.`;
      yield* timed.map((move) => ({ place: move.place, message }));
    }
  }
}

function reachedStates(moves: readonly Move[]): Set<unknown> {
  const reached = new Set<unknown>([null]);
  // A set takes in what is added while it is walked, so this goes on until nothing new is reached.
  for (const state of reached) {
    for (const { to } of moves.filter(({ from }) => from === state)) reached.add(to);
  }
  return reached;
}

function* checkMoves(moves: readonly Move[]): Iterable<Problem> {
  for (const [index, { name, place, trigger, from, events }] of moves.entries()) {
    const isCreate = trigger === 'create';
    if (moves.findIndex((each) => each.name === name) < index) {
      yield { place, message: `The transition ${name} is listed twice: take one out.` };
    }
    if (isCreate !== (from === null)) {
      yield { place, message: `The transition ${name} is impossible: a create, and nothing else, comes from null.` };
    }
    if (isCreate && events[0]?.value !== 'booking.created') {
      yield { place: place.at('events'), message: 'A create sends booking.created first: put it before the others.' };
    }
    for (const event of isCreate ? events.slice(1) : events) {
      if (event.value !== 'booking.created') continue;
      yield { place: event, message: 'Only a create sends booking.created, and once: take it out.' };
    }
  }
}

function* checkEvents(webhooks: Place, moves: readonly Move[]): Iterable<Problem> {
  const sent = moves.flatMap(({ events }) => events);
  const known = webhooks.entries();
  for (const event of sent.filter(({ value }) => !known.some(([name]) => name === value))) {
    yield { place: event, message: `${event.text()} is no webhook: add it under webhooks, or take it out.` };
  }
  for (const [name, place] of known.filter(([webhook]) => !sent.some(({ value }) => value === webhook))) {
    yield { place: place.mention, message: `No transition sends ${name}: name it in one, or take the webhook out.` };
  }
}
