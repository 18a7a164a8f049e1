/** The pages follow the contract: if a value changes in the contract, it changes on the pages. */
import { expect, it } from 'vitest';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { attemptTimes } from '../../src/docs/behavior/delivery-section.ts';
import { stateDiagram } from '../../src/docs/behavior/state-section.ts';
import { contractGroups } from '../../src/docs/reference/contract-pages.ts';
import { fieldTable, resolverOf } from '../../src/docs/reference/field-table.ts';
import { publicContract } from '../support/contracts.ts';
import { operationPath } from '../../src/docs/reference/operation-page.ts';

const contract = publicContract;
const product = {
  name: 'Books',
  variables: 'BOOKS',
  scope: 'books',
  client: { create: 'createClient', type: 'Client' },
};

/** All pages of a contract with these parts, as one text. */
function textOf(changed: Partial<BundledContract>): string {
  const groups = contractGroups({ ...contract, ...changed }, { product });
  const pages = groups.flatMap(({ pages: listed, furtherPages = [] }) => [...listed, ...furtherPages]);
  return pages.map(({ markdown }) => markdown).join('\n');
}

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
    value: "a code's message",
    changed: {
      'x-errors': { ...contract['x-errors'], teapot: { ...contract['x-errors']['not_found'], message: 'Hot.' } },
    },
    text: '# `teapot`\n\nHot.\n',
  },
  {
    value: 'a transition',
    changed: {
      'x-states': {
        booking: {
          ...contract['x-states']['booking'],
          transitions: [{ trigger: 'cancel', from: 'failed', to: 'cancelled', events: ['booking.cancelled'] }],
        },
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
])('shows $value', ({ changed, text }) => {
  expect(textOf({})).not.toContain(text);
  // Each changed block is complete, because it starts as a copy of the contract's block.
  expect(textOf(changed as Partial<BundledContract>)).toContain(text);
});

it('shows a changed schema, header and example', () => {
  const { components } = contract;
  const { CreateBooking = {}, PartySize = {} } = components.schemas;
  const changed = {
    ...components.schemas,
    CreateBooking: {
      ...CreateBooking,
      properties: {
        ...CreateBooking.properties,
        high_chairs: { type: 'integer', maximum: 4, description: 'For children.' },
      },
    },
    PartySize: { ...PartySize, maximum: 51 },
  };
  const text = textOf({ components: { ...components, schemas: changed } });
  expect(text).toContain('| `high_chairs` optional | integer, at most 4 | For children. |');
  expect(text).toContain('| `party_size` unless `party` | integer, 1 to 51 |');
});

it('shows which field excludes a field, by the condition of the schema', () => {
  const rowsOf = (name: string) => fieldTable(contract.components.schemas[name] ?? {}, resolverOf(contract));
  for (const name of ['AvailabilitySearch', 'CreateBooking']) {
    expect(rowsOf(name)).toContain('| `party_size` unless `party` | integer');
    expect(rowsOf(name)).toContain('| `party` unless `party_size` | list');
  }
  expect(rowsOf('ModifyBooking')).toContain('| `party_size` optional, not with `party` | integer');
  expect(rowsOf('ModifyBooking')).toContain('| `party` optional, not with `party_size` | list');
});

it('has a page for each operation, webhook and error code, and refuses an operation without a tag', () => {
  const paths = contractGroups(contract, { product }).flatMap(({ pages, furtherPages = [] }) =>
    [...pages, ...furtherPages].map(({ path }) => path),
  );
  const expected = [
    ...Object.values(contract.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationPath(operationId)),
    ),
    ...Object.keys(contract.webhooks).map((type) => `webhooks/${type}`),
    ...Object.keys(contract['x-errors']).map((code) => `errors/${code}`),
  ];
  expect(paths).toEqual(expect.arrayContaining(expected));
  expect(() => textOf({ tags: contract.tags.slice(1) })).toThrow('has no tag of the contract');
});

it('names the transitions that send an event, and the events that an operation may send', () => {
  const text = textOf({});
  const page = text.slice(text.indexOf('# `booking.cancelled`'), text.indexOf('# `booking.modified`'));
  const transitions = contract['x-states']['booking']?.transitions ?? [];
  const sending = transitions.filter(({ events }) => events.includes('booking.cancelled'));
  expect(page.match(/→ `cancelled`: /g)).toHaveLength(sending.length);
  expect(sending.length).toBeGreaterThan(0);
  expect(text).toContain('- Sends [`booking.cancelled`](site:webhooks/booking.cancelled), depending on the outcome.');
});

it('has a sample response and the fix on the page of each error', () => {
  const pages = contractGroups(contract, { product }).flatMap(({ furtherPages = [] }) => furtherPages);
  const incomplete = pages.filter(({ path, markdown }) => {
    const name = path.replace('errors/', '');
    const sample = /## Example\n\n```json\n([^]+?)\n```/.exec(markdown)?.[1] ?? '{}';
    const { error, error_code } = JSON.parse(sample) as { readonly error?: string; readonly error_code?: string };
    return (error_code ?? error) !== name || !markdown.includes(contract['x-errors'][name]?.action ?? name);
  });
  expect(incomplete.map(({ path }) => path)).toEqual([]);
  expect(pages).toHaveLength(Object.keys(contract['x-errors']).length);
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
  const { booking = { states: {}, transitions: [] } } = contract['x-states'];
  const { states, transitions } = booking;
  const svg = stateDiagram('booking', booking);
  const finals = Object.values(states).filter(({ final }) => final).length;
  expect(svg.match(/class="tip"/g)).toHaveLength(transitions.length);
  expect(svg.match(/class="state"/g)).toHaveLength(Object.keys(states).length + finals);
});
