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
  const { window_seconds, default_limit, headers, page } = limits;
  return `
An organization may send ${default_limit} metered requests in each window of ${durationText(window_seconds)}, unless it has its own limit. All of
its keys share the limit. Windows are aligned to the clock. Each operation states whether its requests are metered. Every metered
response, including a refusal, reports the state of the limit in its headers. A request over the limit gets 429.
${about === '' ? '' : `\n${about}\n`}
## Headers

${markdownTable(
  ['Header', 'Value'],
  [
    [code(headers.limit), 'requests that the window allows'],
    [code(headers.remaining), 'requests that remain in the window'],
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

const noOwnLimits: OwnLimits = { about: '', rows: [] };
