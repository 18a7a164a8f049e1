import type { BundledContract } from '../../document/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from '../site/markdown-table.ts';

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
