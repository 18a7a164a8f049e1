/** The pages follow the contract: if a value changes in the contract, it changes on the pages. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { BundledContract } from '../../src/document/bundled-contract.ts';
import { attemptTimes } from '../../src/docs/behavior/delivery-section.ts';
import { stateDiagram } from '../../src/docs/behavior/state-section.ts';
import { contractGroups } from '../../src/docs/reference/contract-pages.ts';
import { fieldTable, resolverOf } from '../../src/docs/reference/field-table.ts';
import { publicContract } from '../support/contracts.ts';
import { operationPath } from '../../src/docs/reference/operation-page.ts';
import { type AdminContract, adminGroup } from '../../src/docs/reference/admin-pages.ts';
import { markdownToHtml } from '../../src/docs/site/markdown-to-html.ts';
import { clientResources } from '../../src/generate/client-resources.ts';
import { consoleMark, inColumns, withoutMarks } from '../../src/docs/site/markup.ts';

/** A contract that a test may change. */
interface Draft {
  readonly paths: Record<string, Record<string, object>>;
  readonly components: {
    readonly parameters: Record<string, object>;
    readonly schemas: Record<string, { properties?: Record<string, object> }>;
  };
}

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

it('shows the days of a deprecated operation, parameter and field, on the pages and in the client', () => {
  const days = {
    deprecated: true,
    'x-deprecation': { since: '2027-01-31', sunset: '2028-01-31', replaced_by: 'other' },
  };
  const text = 'Since 2027-01-31. It may be gone from 2028-01-31 on. Use other instead.';
  const copy = structuredClone(contract) as unknown as Draft;
  Object.assign(copy.paths['/v1/bookings/{id}']?.['get'] ?? {}, days);
  Object.assign(copy.components.parameters['PageSize'] ?? {}, days);
  Object.assign(copy.components.schemas['Venue']?.['properties']?.['city'] ?? {}, days);
  const written = textOf(copy as unknown as BundledContract);
  expect(written).toContain(`GET /v1/bookings/{id}\n\`\`\`\n\n**Deprecated.** ${text}\n\n`);
  expect(written).toMatch(/\| `limit` \| query, optional \| .* \| \*\*Deprecated\.\*\* Since 2027-01-31\./);
  expect(written).toContain(`| **Deprecated.** ${text} The city of the venue. |`);
  expect(clientResources(copy as unknown as BundledContract, { ownTypes: '' })).toContain(
    `   * @deprecated ${text}\n   */\n  get(`,
  );
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

describe('the reference of the admin contract', () => {
  const file = new URL('../../../contract/src/generated/admin.json', import.meta.url);
  // The generator writes the bundled admin contract.
  const adminContract = JSON.parse(readFileSync(file, 'utf8')) as AdminContract;
  const operations = Object.entries(adminContract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, ...operation })),
  );
  const { pages } = adminGroup(adminContract, { prefix: 'BOOKING' });
  const text = pages.map(({ markdown }) => markdown).join('\n');

  it('names the lowest role of each operation', () => {
    const missing = operations.filter(({ operationId, method, path, 'x-role': role }) => {
      const section = text.split(/^## /m).find((each) => each.includes(`- Operation id: \`${operationId}\`.`)) ?? '';
      const named = role === 'anyone' ? 'may call it.' : `The lowest role is \`${role}\`.`;
      return !section.includes(`${method.toUpperCase()} ${path}\n`) || !section.includes(named);
    });
    expect(missing).toEqual([]);
    expect(operations.length).toBeGreaterThan(40);
  });

  it('has a row for each role and each error code', () => {
    for (const role of Object.keys(adminContract['x-roles'])) expect(text).toContain(`| \`${role}\` |`);
    for (const [code, { status }] of Object.entries(adminContract['x-errors']))
      expect(text).toContain(`| \`${code}\` | ${status} |`);
  });

  it('says where an operation is served that the admin port does not have', () => {
    const sections = text
      .split(/^## /m)
      .filter((each) => each.includes('Not on the admin port, but at `http://127.0.0.1:7423`.'));
    const paths = sections.map((each) => /```http\n(.+)\n/.exec(each)?.[1]);
    const ofLinksAndIssuers = [
      'POST /session/link',
      'POST /session/links',
      'GET /session/options',
      'POST /session/issuers/{issuer}/start',
      'POST /session/issuers/{issuer}/finish',
    ];
    const own = ['GET /session/sessions', 'POST /session/sessions/{dashboard_session_id}/revoke'];
    expect(paths).toEqual(['GET /session', 'POST /session', 'DELETE /session', ...own, ...ofLinksAndIssuers]);
  });
});

describe('marks of columns and tabs', () => {
  const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\``;

  it('sets text and code in two elements, and leaves the marks out of the copy for programs', () => {
    const markdown = inColumns('# Title', `## Request\n\n${consoleMark('createLoan')}\n\nText.`);
    const { html } = markdownToHtml(markdown);
    expect(html).toContain('<div class="with-code"><div class="text">');
    expect(html.match(/<div/g)).toHaveLength(html.match(/<\/div>/g)?.length ?? 0);
    expect(html).toContain('data-operation="createLoan"');
    expect(withoutMarks(`${markdown}\n`)).toBe('# Title\n\n## Request\n\nText.\n\n');
  });

  it('makes tabs of a run of labelled blocks, and one tab of blocks with the same label', () => {
    const blocks = [fence('sh [curl]', 'curl'), fence('json [Body] One & two', '{}'), fence('json [Body]', '[]')];
    const { html } = markdownToHtml(`Text.\n\n${blocks.join('\n\n')}\n\n${fence('json [Other]', '{}')}\n\nText.\n`);
    expect(html.match(/class="tabs"/g)).toHaveLength(1);
    const tabs = [...html.matchAll(/data-label="(\w+)"( data-choice)?/g)].map(([, label, choice]) => [label, !!choice]);
    expect(tabs).toEqual([
      ['curl', true],
      ['Body', false],
      ['Other', false],
    ]);
    expect(html).toContain('<p class="caption">One &amp; two</p>');
  });

  it('folds the fields of an object as they are written', () => {
    const rows = ['| Field | Meaning |', '| --- | --- |', '| price | The price. |', "| price.sign | $& $` $' $1 |"];
    const { html } = markdownToHtml(`${rows.join('\n')}\n`);
    expect(html).toMatch(/The price\.<details><summary>1 field<\/summary>.*<td>\$&amp; \$` \$(?:'|&#39;) \$1<\/td>/);
  });

  it('leaves other comments and other blocks as they are', () => {
    expect(markdownToHtml('<!-- a comment -->\n').html).toContain('<!-- a comment -->');
    expect(markdownToHtml(`${fence('sh', 'curl')}\n`).html).not.toContain('class="tab');
  });
});
