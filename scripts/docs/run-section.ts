import type { BundledContract, Runs } from '../contract/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from './markdown-table.ts';

/** How a provider that fails is asked again, and when the service gives up. */
export function runSection({ 'x-runs': runs, 'x-limits': limits }: BundledContract): string {
  const { give_up_after_seconds, pending_for_at_most_seconds, release } = runs;
  return `
The service asks a provider again when a call fails or takes longer than ${durationText(limits.provider_timeout_seconds)}. Each retry
has the same reference, so a provider makes one booking. A booking stays ${code('processing')} meanwhile, and can be cancelled.

## Retries at a provider

Each delay runs from the end of the failed call. After the last row the delay stays the same.

${markdownTable(
  ['Retry', 'After the failed call'],
  retryDelays(runs).map((seconds, index) => [String(index + 1), durationText(seconds)]),
)}

## When the service gives up

${markdownTable(
  ['What goes on', 'For at most', 'Then'],
  [
    [
      'The provider fails every call for a booking',
      durationText(give_up_after_seconds),
      `the booking is ${code('failed')} with ${code('provider_failed')}, and is released at the provider`,
    ],
    [
      'The provider says that it is not done yet',
      durationText(pending_for_at_most_seconds),
      `the booking is ${code('failed')} with ${code('provider_failed')}, and is released at the provider`,
    ],
    [
      'The provider fails every call for a modification',
      durationText(give_up_after_seconds),
      'the booking stays as it is; whoever runs the service is alerted',
    ],
    [
      `The provider fails every call to release a booking that ended, at most ${durationText(release.longest_delay_seconds)} apart`,
      durationText(release.give_up_after_seconds),
      'whoever runs the service is alerted; the status of the booking does not change',
    ],
  ],
)}
`;
}

/** The delays up to the longest one, which is the last. */
export function retryDelays({ retry }: Pick<Runs, 'retry'>): number[] {
  const delays: number[] = [];
  for (let delay = retry.first_delay_seconds; delay < retry.longest_delay_seconds; delay *= retry.factor) {
    delays.push(delay);
  }
  return [...delays, retry.longest_delay_seconds];
}
