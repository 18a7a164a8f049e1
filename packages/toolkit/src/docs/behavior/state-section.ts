import type { BundledContract, StateMachine, Transition } from '../../document/bundled-contract.ts';
import { durationText } from './delivery-section.ts';
import { code, markdownTable } from '../site/markup.ts';

// Draws a state machine. Every state is a column. Every transition is an arrow in its own row, from the old state
// to the new state, so nothing overlaps in a table of any size.
//
// Lines and text use the page's text color, which differs in light and dark mode. Style attributes are not used: the content security
// policy refuses them.

const column = { width: 132, box: 122, height: 30 };
const row = { first: 66, height: 30 };
const head = 7;
const loop = 26;

/** The diagram as SVG, with a title and a description for screen readers. */
export function stateDiagram(resource: string, { states, transitions }: StateMachine): string {
  // A page shows the diagrams of several resources.
  const id = `${resource.replaceAll('_', '-')}-states`;
  const names = [null, ...Object.keys(states)];
  const rows = transitions.toSorted((a, b) => names.indexOf(a.from) - names.indexOf(b.from));
  const width = names.length * column.width;
  const height = row.first + rows.length * row.height;
  const middleOf = (name: string | null) => (names.indexOf(name) + 0.5) * column.width;
  const isFinal = (name: string | null) => name !== null && states[name]?.final === true;
  const drawn = [
    ...names.map((name) => lane({ name, x: middleOf(name), height, final: isFinal(name) })),
    ...rows.map((transition, index) => {
      const y = row.first + (index + 0.5) * row.height;
      return arrow({ transition, y, start: middleOf(transition.from), end: middleOf(transition.to) });
    }),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">The states of a ${resource}</title>`,
    `<desc id="${id}-desc">${rows.map(sentence).join(' ')}</desc>`,
    ...drawn,
    '</svg>',
  ].join('');
}

/** A transition in words, for screen readers. */
function sentence({ trigger, from, to }: Transition): string {
  return `From ${from ?? 'nothing'} to ${to} by ${trigger}.`;
}

interface Lane {
  readonly name: string | null;
  readonly x: number;
  readonly height: number;
  readonly final: boolean;
}

function lane({ name, x, height, final }: Lane): string {
  const line = `<line class="lane" x1="${x}" y1="${column.height + 8}" x2="${x}" y2="${height}"/>`;
  if (name === null) return `${line}<circle class="start" cx="${x}" cy="${column.height / 2 + 4}" r="9"/>`;
  const box = (inset: number) =>
    `<rect class="state" x="${x - column.box / 2 + inset}" y="${4 + inset}" rx="${6 - inset}" width="${column.box - 2 * inset}" height="${column.height - 2 * inset}"/>`;
  const label = `<text class="name" x="${x}" y="${column.height / 2 + 8}">${name}</text>`;
  return `${line}${box(0)}${final ? box(3) : ''}${label}`;
}

interface Arrow {
  readonly transition: Transition;
  readonly y: number;
  readonly start: number;
  readonly end: number;
}

function arrow({ transition: { trigger, from, to }, y, start, end }: Arrow): string {
  const label = (x: number) => `<text class="trigger" x="${x}" y="${y - 5}">${trigger}</text>`;
  if (from === to) {
    const line = `<path class="move" d="M${start} ${y - 6}h${loop}v12h-${loop - head}"/>`;
    return `${line}${tip({ x: start, y: y + 6, direction: -1 })}<text class="trigger aside" x="${start + loop + 6}" y="${y + 4}">${trigger}</text>`;
  }
  const direction = end > start ? 1 : -1;
  const line = `<path class="move" d="M${start} ${y}H${end - direction * head}"/><circle class="from" cx="${start}" cy="${y}" r="3"/>`;
  return `${line}${tip({ x: end, y, direction })}${label(start + (direction * column.width) / 2)}`;
}

function tip({ x, y, direction }: { readonly x: number; readonly y: number; readonly direction: 1 | -1 }): string {
  const back = x - direction * (head + 2);
  return `<path class="tip" d="M${x} ${y}L${back} ${y - 5}L${back} ${y + 5}Z"/>`;
}

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
