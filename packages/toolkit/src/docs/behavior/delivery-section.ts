import type { BundledContract, Delivery } from '../../document/bundled-contract.ts';
import type { Product } from '../../document/names.ts';
import { code, markdownTable } from '../site/markup.ts';

/** Seconds in words: `30 s`, `2 min`, `12 min 30 s`, `1 h`. */
export function durationText(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor((seconds % 3600) / 60), 'min'],
    [seconds % 60, 's'],
  ] as const;
  const texts = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`);
  return texts.length > 0 ? texts.join(' ') : '0 s';
}

/** The delivery and the signature of webhooks, with the times of every attempt. */
export function deliverySection({ 'x-delivery': delivery }: BundledContract, { webhooks }: Product): string {
  const { cadence_seconds, timeout_seconds, max_attempts, signature } = delivery;
  const { header, scheme, algorithm, tolerance_seconds } = signature;
  return `
The service sends every event to the organization's webhook URL at least once. It does not guarantee an order. Deduplicate on
the event's \`id\`. Return any ${delivery.success} within ${durationText(timeout_seconds)}. Anything else, including a redirect, is a failed attempt.
New event types may be added: return a success for types that you do not know.

## Attempts

The service sends due events every ${durationText(cadence_seconds)}. The delay of a retry starts when the failed attempt ends. After the
delay, the next round sends it. After the ${ordinal(max_attempts)} failed attempt, the service abandons the delivery.

${markdownTable(
  [
    'Attempt',
    'When it is due',
    'Time since the first attempt, if each fails immediately',
    'Time since the first attempt, if each times out',
  ],
  attemptTimes(delivery).map(({ attempt, wait_seconds, soonest_seconds, latest_seconds }) => [
    String(attempt),
    wait_seconds === 0
      ? 'with the first round after the event'
      : `${durationText(wait_seconds)} after attempt ${attempt - 1}`,
    durationText(soonest_seconds),
    durationText(latest_seconds),
  ]),
)}

The service reads ${bytesText(delivery.max_answer_bytes)} of a response body and keeps ${bytesText(delivery.kept_answer_bytes)} for the history
of the delivery. An attempt fails if the receiver sends more than ${delivery.max_interim_responses} interim responses (1xx), or more than
${bytesText(delivery.max_head_bytes)} before the end of the response head.

The history of an event is kept for at least ${delivery.retention_days} days, and while a delivery of it is pending: the event, its deliveries and
their attempts. A delivery that was removed cannot be sent again. Idempotency keys are kept forever.

## Attempts without a response

The delivery history names the cause. A later version may add causes.

${markdownTable(
  ['Cause', 'Meaning', 'What to do'],
  Object.entries(delivery.attempt_causes).map(([cause, { meaning, fix }]) => [code(cause), meaning, fix]),
)}

## Signature

Each attempt has its own signature, in the header ${code(header)}: ${code(`t=<unix seconds>,${scheme}=<hex>`)}.

1. Take the raw bytes of the body, before parsing.
2. Compute the ${algorithm} of ${code('<t>.<raw body>')}, keyed with the organization's signing secret, as lowercase hex.
3. Compare it with each ${code(scheme)} in constant time. Ignore parts of the header that you do not know.
4. Refuse a ${code('t')} that is more than ${tolerance_seconds} seconds in the past or in the future.

${webhooks === undefined ? 'The page of each webhook shows a receiver.' : `The package ${code(webhooks)} does all of this. The page of each webhook shows how.`}
`;
}

interface AttemptTime {
  readonly attempt: number;
  /** From the end of the previous attempt. */
  readonly wait_seconds: number;
  /** From the first attempt, if every attempt fails immediately. */
  readonly soonest_seconds: number;
  /** From the first attempt, if every attempt times out and its retry waits for the next round. */
  readonly latest_seconds: number;
}

/** The times of each attempt of a delivery that always fails. */
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
