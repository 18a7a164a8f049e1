import type { BundledContract } from '../../document/bundled-contract.ts';
import { operationPath } from '../reference/operation-page.ts';
import { code, markdownTable } from '../site/markup.ts';
import { durationText } from './delivery-section.ts';

/** API keys: their modes and scopes, what each operation requires, and the order of refusals. */
export function accessSection({
  'x-access': access,
  'x-errors': errors,
  'x-idempotency': { replay_step, replay_status, operations: created },
  paths,
}: BundledContract): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ target: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  const replay = `a replay of ${created.map(code).join(' or ')} gets ${replay_status}; the checks below are skipped`;
  return `
Every request carries an API key: \`Authorization: Bearer sk_...\`. A key belongs to one organization and has a mode and scopes.
The service shows a key once, when it is created.

## Key modes

${markdownTable(
  ['Mode of the key', 'The key begins with', 'Its objects have'],
  Object.entries(access.key_modes).map(([mode, { prefix, livemode }]) => [
    mode,
    code(prefix),
    code(`"livemode": ${livemode}`),
  ]),
)}

Only keys of the same mode can read and change an object.

## Scopes

${markdownTable(
  ['Scope', 'Allows a key to'],
  Object.entries(access.scopes).map(([scope, meaning]) => [code(scope), meaning]),
)}

## What each operation requires

${markdownTable(
  [
    'Operation',
    'Method and path',
    'Required scope',
    'Keys that may call it',
    'Counts against the rate limit',
    'Requires billing',
  ],
  operations.map(({ operationId, target, 'x-behavior': { scope, live_key, metered, reads, billing } }) => [
    `[${code(operationId)}](site:${operationPath(operationId)})`,
    code(target),
    code(scope),
    live_key ? 'live only' : 'test or live',
    metered ? 'yes' : reads ? 'as a read' : 'no',
    billing ? 'yes' : 'no',
  ]),
)}

## The order of refusals

If a request fails several checks, the response is the first of these:

${access.refusal_order.map((name) => `1. ${name === replay_step ? replay : `[${code(name)}](site:errors/${name}) (${errors[name]?.status ?? ''})`}`).join('\n')}
`;
}

/** The limits that only one service has. */
export interface OwnLimits {
  /** Paragraphs about them. */
  readonly about: string;
  /** Rows of the table of limits: a name and a value. */
  readonly rows: readonly (readonly [name: string, value: string])[];
}

/** Limits and metering. */
export function limitSection(
  { 'x-limits': limits }: BundledContract,
  { about, rows }: OwnLimits = noOwnLimits,
): string {
  const { window_seconds, default_limit, headers, page, reads } = limits;
  const orUnits = reads ? ', or units of reads,' : '';
  return `
An organization may send ${default_limit} metered requests in each window of ${durationText(window_seconds)}, unless it has its own limit. All of
its keys share the limit. Windows are aligned to the clock. Each operation states whether its requests are metered. Every metered
response, including a refusal, reports the state of the limit in its headers. A request over the limit gets 429.
${reads ? readsText(reads, default_limit) : ''}${about === '' ? '' : `\n${about}\n`}
## Headers

${markdownTable(
  ['Header', 'Value'],
  [
    [code(headers.limit), `requests${orUnits} that the window allows`],
    [code(headers.remaining), `requests${orUnits} that remain in the window`],
    [code(headers.reset), 'seconds until the window ends'],
    [code(headers.retry_after), 'on a 429 and a 503: seconds to wait before a retry'],
  ],
)}

## Every limit

${markdownTable(
  ['Limit', 'Value'],
  [
    ['Metered requests in a window, by default', String(default_limit)],
    ['Length of a window', durationText(window_seconds)],
    ...(reads
      ? [
          ['Units of reads in a window, by default', String(default_limit * reads.units_per_request)],
          ['Rows that a page compares', String(reads.compared_rows)],
          ['Reads of an organization at the same time, in each process', String(reads.in_progress)],
        ]
      : []),
    ['Size of a request body', `${limits.max_body_bytes} bytes`],
    ...(limits.max_details ? [['Entries of `details` in one refusal', String(limits.max_details)]] : []),
    ...(page ? [['Entries on a page of a list', `${page.default} by default, ${page.max} at most`]] : []),
    ...rows,
    ...(limits.retry_after_seconds
      ? [[`${code(headers.retry_after)} on a 503`, durationText(limits.retry_after_seconds)]]
      : []),
  ],
)}
`;
}

function readsText(reads: Reads, default_limit: number): string {
  const { units_per_request, rows_per_unit, compared_rows, in_progress } = reads;
  return `
## Reads

The other operations read, and count in a window of their own. It has ${units_per_request} units for each request of the organization's
limit: ${default_limit * units_per_request} by default. A call costs 1 unit, and 1 more for each ${rows_per_unit} rows that it may read: the entries of the
page that it asks for, or ${compared_rows} rows if a filter compares them. A call passes while any unit remains. A page compares at most
${compared_rows} rows, so it may be short, or empty, although another page follows. A process serves ${in_progress} reads of one organization at the
same time. One more also gets 429.
`;
}

type Reads = NonNullable<BundledContract['x-limits']['reads']>;

const noOwnLimits: OwnLimits = { about: '', rows: [] };

/** The section about safe retries of a create. */
export function idempotencySection({ 'x-idempotency': rules }: BundledContract): string {
  const { operations, header, max_length, scope, expires, compares_body, first_status, replay_status } = rules;
  return `
Send ${code(header)} with ${operations.map(code).join(' or ')}: a text of your choice, different for each object that you want to create. After a timeout, a broken
connection or a 5xx, send the same request with the same key. The service creates at most one object per key.

## What a key does

${markdownTable(
  ['Case', 'What the service does'],
  [
    ['The first create with a key', `returns ${first_status}`],
    [
      'Each later create with the key (a replay)',
      `returns ${replay_status} with the current state of the object, and ${code(`${rules.replay_header}: true`)}`,
    ],
    [
      'Checks of a replay',
      'the API key, the rate limit and the scope, but not billing, the test allowance or the body',
    ],
    ['Comparison of the body', compares_body ? 'the body must be the same' : 'none: only the key counts'],
    ['Scope of a key', `one ${scope.join(' and one ')}`],
    ['Lifetime of a key', expires === 'never' ? 'forever' : expires],
    ['Length of a key', `at most ${max_length} characters`],
    ['A create refused with a 4xx', 'does not use the key: fix the request and send it with the same key'],
  ],
)}
`;
}
