import type { Delivery, BundledContract } from '../contract/bundled-contract.ts';
import { durationText } from './duration-text.ts';
import { code, markdownTable } from './markdown-table.ts';

/** How webhooks are delivered and signed, with the times of every attempt. */
export function deliverySection({ 'x-delivery': delivery }: BundledContract): string {
  const { cadence_seconds, timeout_seconds, max_attempts, signature } = delivery;
  const { header, scheme, algorithm, tolerance_seconds } = signature;
  return `
Every event is sent to the organization's webhook URL at least once, and in no promised order: deduplicate on its \`id\`. Answer
any ${delivery.success} within ${durationText(timeout_seconds)}; anything else is a failed attempt, a redirect too. Events of types
that you do not know may come: acknowledge them.

## Attempts

What is due is sent every ${durationText(cadence_seconds)}. A retry is due so long after the failed attempt ended, and leaves with the
next round; after the ${ordinal(max_attempts)} failed attempt the delivery is abandoned.

${markdownTable(
  ['Attempt', 'Due', 'After the first, where each fails at once', 'After the first, where each runs into the timeout'],
  attemptTimes(delivery).map(({ attempt, wait_seconds, soonest_seconds, latest_seconds }) => [
    String(attempt),
    wait_seconds === 0
      ? 'with the first round after the event'
      : `${durationText(wait_seconds)} after attempt ${attempt - 1}`,
    durationText(soonest_seconds),
    durationText(latest_seconds),
  ]),
)}

Of an answer ${bytesText(delivery.max_answer_bytes)} are read, and ${bytesText(delivery.kept_answer_bytes)} kept for the
delivery's history. An attempt fails where more than ${delivery.max_interim_responses} interim responses (1xx) come first, or more than
${bytesText(delivery.max_head_bytes)} before the end of the response's head.

## Signature

Each attempt is signed afresh, in the header ${code(header)}: ${code(`t=<unix seconds>,${scheme}=<hex>`)}.

1. Take the bytes of the body as they arrived, before anything parses them.
2. Compute the ${algorithm} of ${code('<t>.<raw body>')}, keyed with the organization's signing secret, as lowercase hex.
3. Compare it with each ${code(scheme)} in constant time. Ignore parts of the header that you do not know.
4. Refuse a ${code('t')} that is more than ${tolerance_seconds} seconds in the past or in the future.

The package ${code('@booking-service/webhooks')} does all of it; each webhook below shows how.
`;
}

interface AttemptTime {
  readonly attempt: number;
  /** From the end of the attempt before. */
  readonly wait_seconds: number;
  /** From the first attempt, where every attempt fails at once. */
  readonly soonest_seconds: number;
  /** From the first attempt, where every attempt takes the whole timeout and then waits for the next round. */
  readonly latest_seconds: number;
}

/** When each attempt of a delivery is made that nobody receives. */
export function attemptTimes({
  cadence_seconds,
  timeout_seconds,
  max_attempts,
  retry_delays_seconds,
}: Pick<Delivery, 'cadence_seconds' | 'timeout_seconds' | 'max_attempts' | 'retry_delays_seconds'>): AttemptTime[] {
  const times = [{ attempt: 1, wait_seconds: 0, soonest_seconds: 0, latest_seconds: 0 }];
  for (const wait_seconds of retry_delays_seconds.slice(0, max_attempts - 1)) {
    const { attempt = 0, soonest_seconds = 0, latest_seconds = 0 } = times.at(-1) ?? {};
    times.push({
      attempt: attempt + 1,
      wait_seconds,
      soonest_seconds: soonest_seconds + wait_seconds,
      latest_seconds: latest_seconds + roundedUp(timeout_seconds + wait_seconds, cadence_seconds),
    });
  }
  return times;
}

function roundedUp(seconds: number, step: number): number {
  return Math.ceil(seconds / step) * step;
}

function bytesText(bytes: number): string {
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`;
}

function ordinal(count: number): string {
  return ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][count - 1] ?? `${count}th`;
}
