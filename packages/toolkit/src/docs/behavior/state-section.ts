import type { StateMachine, BundledContract, Transition } from '../../document/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from '../site/markdown-table.ts';
import { stateDiagram } from './state-diagram.ts';

const triggers: Readonly<Record<string, string>> = {
  create: 'the create',
  provider: 'the provider',
  continue: 'a continue',
  cancel: 'a cancel',
  modify: 'a modification that the provider accepted',
  time: 'the end of its time',
};

/** The state machine of each resource, as a diagram and as tables. */
export function stateSection({ 'x-states': machines, webhooks }: BundledContract): string {
  const sections = Object.entries(machines).map(([resource, machine]) => machineSection(resource, machine, webhooks));
  return `\n${sections.join('\n')}\n`;
}

/** The cause of a transition, in words. */
export function triggerText({ trigger }: Transition, { behind }: StateMachine): string {
  return (trigger === 'provider' ? behind : undefined) ?? triggers[trigger] ?? trigger;
}

/** The type of an event, as a link if the contract has its webhook. */
export function eventLink(type: string, webhooks: BundledContract['webhooks']): string {
  return Object.hasOwn(webhooks, type) ? `[${code(type)}](site:webhooks/${type})` : code(type);
}

function machineSection(resource: string, states: StateMachine, webhooks: BundledContract['webhooks']): string {
  const isAutomatic = states.transitions.every(({ trigger }) => trigger === 'provider' || trigger === 'time');
  const others = isAutomatic ? '' : ' Any other request is refused with `invalid_state` and changes nothing.';
  return `
A ${resource} moves only along these transitions.${others}

## Diagram

Each arrow is a transition, from the old state to the new state. The table below lists the same transitions. A state with a double
border is final.

<div class="state-diagram" role="region" aria-label="Diagram of the states of a ${resource}" tabindex="0">${stateDiagram(resource, states)}</div>

## States

${markdownTable(
  ['State', 'Is it final?', 'Meaning', 'Expires after', 'May become'],
  Object.entries(states.states).map(([name, { final, meaning, expires_after_seconds }]) => [
    code(name),
    final ? 'yes' : 'no',
    meaning,
    expires_after_seconds === undefined ? 'never' : durationText(expires_after_seconds),
    mayBecome(name, states),
  ]),
)}

## Transitions

${markdownTable(
  ['Old state', 'New state', 'Trigger', 'Webhooks sent, in this order'],
  states.transitions.map((each) => [
    each.from === null ? 'nothing' : code(each.from),
    code(each.to),
    triggerText(each, states),
    each.events.length > 0 ? each.events.map((type) => eventLink(type, webhooks)).join(', ') : 'none',
  ]),
)}
`;
}

function mayBecome(name: string, { transitions }: StateMachine): string {
  const next = transitions.filter(({ from }) => from === name).map(({ to }) => code(to));
  return next.length > 0 ? [...new Set(next)].join(', ') : 'nothing';
}
