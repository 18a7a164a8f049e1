import type { BundledContract, Runs } from '@booking-service/toolkit';
import { code, durationText, markdownTable } from '@booking-service/toolkit/docs';

/** The retries of calls to a provider, and when the service gives up. */
export function runSection({ 'x-runs': runs, 'x-limits': limits }: BundledContract): string {
  const { give_up_after_seconds, pending_for_at_most_seconds, release } = runs;
  return `
The service retries a call to a provider if the call fails or takes longer than ${durationText(limits.provider_timeout_seconds)}. Each
retry has the same reference, so the provider makes one booking. During the retries the booking stays ${code('processing')}, and a
request can cancel it.

## Retries at a provider

Each delay starts at the end of the failed call. After the last row, the delay stays the same.

${markdownTable(
  ['Retry', 'Delay after the failed call'],
  retryDelays(runs).map((seconds, index) => [String(index + 1), durationText(seconds)]),
)}

## When the service gives up

${markdownTable(
  ['Situation', 'The service retries for at most', 'What happens then'],
  [
    [
      'The provider fails every call for a booking',
      durationText(give_up_after_seconds),
      `the booking becomes ${code('failed')} with ${code('provider_failed')}, and the service releases it at the provider`,
    ],
    [
      'The provider reports that the booking is still pending',
      durationText(pending_for_at_most_seconds),
      `the booking becomes ${code('failed')} with ${code('provider_failed')}, and the service releases it at the provider`,
    ],
    [
      'The provider fails every call for a modification',
      durationText(give_up_after_seconds),
      'the booking does not change, and the service alerts its operator',
    ],
    [
      `The provider fails every call to release a booking that ended, at most ${durationText(release.longest_delay_seconds)} apart`,
      durationText(release.give_up_after_seconds),
      'the status of the booking does not change, and the service alerts its operator',
    ],
  ],
)}
`;
}

/** The delays until they stop growing. */
export function retryDelays({ retry }: Pick<Runs, 'retry'>): number[] {
  const delays: number[] = [];
  for (let delay = retry.first_delay_seconds; delay < retry.longest_delay_seconds; delay *= retry.factor) {
    delays.push(delay);
  }
  return [...delays, retry.longest_delay_seconds];
}
