/** The page follows the contract: another value there is another word on the page. */
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
    says: '1 min 17 s',
  },
  {
    value: 'a delay',
    changed: { 'x-delivery': { ...contract['x-delivery'], retry_delays_seconds: [30, 120, 1800] } },
    says: '32 min 30 s',
  },
  {
    value: 'when a provider is given up',
    changed: { 'x-runs': { ...contract['x-runs'], give_up_after_seconds: 3601 } },
    says: '1 h 1 s',
  },
  {
    value: "a code's message",
    changed: {
      'x-errors': { ...contract['x-errors'], teapot: { ...contract['x-errors']['not_found'], message: 'Hot.' } },
    },
    says: '| `teapot` | 404 |',
  },
  {
    value: 'a transition',
    changed: {
      'x-booking-states': {
        ...contract['x-booking-states'],
        transitions: [{ trigger: 'cancel', from: 'failed', to: 'cancelled', events: ['booking.cancelled'] }],
      },
    },
    says: 'From failed to cancelled by cancel.',
  },
  {
    value: 'a scope',
    changed: { 'x-access': { ...contract['x-access'], scopes: { 'tables:lay': 'Lay tables.' } } },
    says: '| `tables:lay` | Lay tables. |',
  },
  {
    value: 'how long a key is kept',
    changed: { 'x-idempotency': { ...contract['x-idempotency'], expires: '30 days' } },
    says: '| 30 days |',
  },
  {
    value: 'the code of the sandbox',
    changed: { 'x-sandbox': { ...contract['x-sandbox'], code: '191919' } },
    says: '`191919`',
  },
])('says $value', ({ changed, says }) => {
  expect(textOf({})).not.toContain(says);
  // The entry of a code that the contract has is whole.
  expect(textOf(changed as Partial<BundledContract>)).toContain(says);
});

it('shows every tag, and refuses one that has no place', () => {
  const tags = [...contract.tags, { name: 'loyalty', description: 'Points.' }];
  expect(() => textOf({ tags })).toThrow('The tag loyalty is in no group');
});

it('tells when each attempt is made, at the soonest and at the latest', () => {
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

  it('lets run what the page holds, and nothing else', () => {
    const html = finishPage({ html: page(), css: 'p { color: red }', digest: 'abc' });
    expect(html).not.toContain('https://');
    expect(html).toContain("default-src 'none'; script-src 'sha256-");
    expect(html).not.toMatch(/script-src[^;]*unsafe/);
    expect(isBuiltFrom(html, 'abc')).toBe(true);
    expect(isBuiltFrom(html, 'abcd')).toBe(false);
  });

  it.each([
    { fault: 'no logo where it was known to be', html: '<head></head>', says: 'see what it loads now' },
    { fault: 'no head', html: page(''), says: 'has no <head>' },
  ])('refuses a page with $fault', ({ html, says }) => {
    expect(() => finishPage({ html, css: '', digest: '' })).toThrow(says);
  });
});
