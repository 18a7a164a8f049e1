/** The page follows the contract: if a value changes in the contract, it changes on the page. */
import { describe, expect, it } from 'vitest';
import { attemptTimes } from './delivery-section.ts';
import { readBundledContract, type BundledContract } from '../contract/bundled-contract.ts';
import { finishPage, isBuiltFrom } from './finish-page.ts';
import { referenceDocument } from './reference-document.ts';
import { stateDiagram } from './state-diagram.ts';

const contract = readBundledContract();
const textOf = (changed: Partial<BundledContract>) => JSON.stringify(referenceDocument({ ...contract, ...changed }));

it.each([
  {
    value: 'the window',
    changed: { 'x-limits': { ...contract['x-limits'], window_seconds: 77 } },
    text: '1 min 17 s',
  },
  {
    value: 'a delay',
    changed: { 'x-delivery': { ...contract['x-delivery'], retry_delays_seconds: [30, 120, 1800] } },
    text: '32 min 30 s',
  },
  {
    value: 'the time after which a run is given up',
    changed: { 'x-runs': { ...contract['x-runs'], give_up_after_seconds: 3601 } },
    text: '1 h 1 s',
  },
  {
    value: "a code's message",
    changed: {
      'x-errors': { ...contract['x-errors'], teapot: { ...contract['x-errors']['not_found'], message: 'Hot.' } },
    },
    text: '| `teapot` | 404 |',
  },
  {
    value: 'a transition',
    changed: {
      'x-booking-states': {
        ...contract['x-booking-states'],
        transitions: [{ trigger: 'cancel', from: 'failed', to: 'cancelled', events: ['booking.cancelled'] }],
      },
    },
    text: 'From failed to cancelled by cancel.',
  },
  {
    value: 'a scope',
    changed: { 'x-access': { ...contract['x-access'], scopes: { 'tables:lay': 'Lay tables.' } } },
    text: '| `tables:lay` | Lay tables. |',
  },
  {
    value: 'the lifetime of an idempotency key',
    changed: { 'x-idempotency': { ...contract['x-idempotency'], expires: '30 days' } },
    text: '| 30 days |',
  },
  {
    value: 'the code of the sandbox',
    changed: { 'x-sandbox': { ...contract['x-sandbox'], code: '191919' } },
    text: '`191919`',
  },
])('shows $value', ({ changed, text }) => {
  expect(textOf({})).not.toContain(text);
  // Each changed block is complete, because it starts as a copy of the contract's block.
  expect(textOf(changed as Partial<BundledContract>)).toContain(text);
});

it('shows every tag, and refuses a tag without a group', () => {
  const tags = [...contract.tags, { name: 'loyalty', description: 'Points.' }];
  expect(() => textOf({ tags })).toThrow('The tag loyalty is in no group');
});

it('computes the earliest and the latest time of each attempt', () => {
  expect(attemptTimes(contract['x-delivery'])).toEqual([
    { attempt: 1, wait_seconds: 0, soonest_seconds: 0, latest_seconds: 0 },
    { attempt: 2, wait_seconds: 30, soonest_seconds: 30, latest_seconds: 60 },
    { attempt: 3, wait_seconds: 120, soonest_seconds: 150, latest_seconds: 210 },
    { attempt: 4, wait_seconds: 600, soonest_seconds: 750, latest_seconds: 840 },
  ]);
});

it('draws each transition as one arrow, and each final state with a double border', () => {
  const svg = stateDiagram(contract['x-booking-states']);
  const { states, transitions } = contract['x-booking-states'];
  const finals = Object.values(states).filter(({ final }) => final).length;
  expect(svg.match(/class="tip"/g)).toHaveLength(transitions.length);
  expect(svg.match(/class="state"/g)).toHaveLength(Object.keys(states).length + finals);
});

describe('finishPage', () => {
  const logo = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
  const page = (head = '<head></head>') => `<html>${head}<script>show("${logo}")</script></html>`;

  it('allows only the scripts and styles of the page itself', () => {
    const html = finishPage({ html: page(), css: 'p { color: red }', digest: 'abc' });
    expect(html).not.toContain('https://');
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
    expect(html).not.toMatch(/script-src[^;]*unsafe/);
    expect(isBuiltFrom(html, 'abc')).toBe(true);
    expect(isBuiltFrom(html, 'abcd')).toBe(false);
  });

  it.each([
    { fault: 'without the remote logo', html: '<head></head>', message: 'Check which external files it loads now' },
    { fault: 'without a head', html: page(''), message: 'has no <head>' },
  ])('refuses a page $fault', ({ html, message }) => {
    expect(() => finishPage({ html, css: '', digest: '' })).toThrow(message);
  });
});
