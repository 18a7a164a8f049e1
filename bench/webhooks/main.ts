/**
 * Measures the verification of one webhook, from header and raw body to the parsed event, beside comparable packages.
 * Prints the speed of each relative to node:crypto's HMAC and JSON.parse by hand, and whether the goals hold.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from '@booking-service/webhooks';
import { createTestEvent } from '@booking-service/webhooks/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { Webhook as SvixWebhook } from 'svix';
import { amount } from '../report.ts';

/** Each round calls a function repeatedly for about this time. */
const round_ms = amount(40, 1);

/**
 * Runs functions in turns, round by round, so that other load on the machine affects all of them alike. Each result is the
 * median over the rounds of (time of `base`) / (own time). A ratio above 1 is faster than base.
 */
function interleave<Name extends string>(
  functions: Readonly<Record<Name, () => unknown>>,
  { base, rounds }: { base: NoInfer<Name>; rounds: number },
): Record<Name, { ratio: number; microseconds: number }> {
  // The record has these names and no others.
  const names = Object.keys(functions) as Name[];
  for (const name of names) timeOf(functions[name], 200);
  const calls = Math.max(20, Math.round(round_ms / (timeOf(functions[base], 200) / 1000)));
  const times = names.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    // Each round starts with another function, so that none always follows the same one.
    for (let turn = 0; turn < names.length; turn += 1) {
      const index = (round + turn) % names.length;
      const name = names[index];
      if (name !== undefined) times[index]?.push(timeOf(functions[name], calls));
    }
  }
  const baseTimes = times[names.indexOf(base)] ?? [];
  const results = names.map((name, index) => {
    const own = times[index] ?? [];
    const ratio = median(own.map((time, round) => (baseTimes[round] ?? 0) / time));
    return [name, { ratio, microseconds: median(own) }] as const;
  });
  // One entry was made for each name.
  return Object.fromEntries(results) as Record<Name, { ratio: number; microseconds: number }>;
}

/** Microseconds per call. */
function timeOf(call: () => unknown, calls: number): number {
  const start = performance.now();
  for (let index = 0; index < calls; index += 1) call();
  return ((performance.now() - start) * 1000) / calls;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const goals = [
  { bytes: 1024, rounds: 41, atLeast: { 'raw + parse': 1, stripe: 1.3, standardwebhooks: 3 } },
  { bytes: 262_144, rounds: 41, atLeast: { 'raw + parse': 0.95 } },
] as const;

const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const secret = `whsec_${key}`;
const verifier = createVerifier({ secrets: [secret] });
const signer = createSigner({ secret });
const stripe = new Stripe('sk_test_unused');
const standard = new StandardWebhook(secret);
const svix = new SvixWebhook(secret);

export async function run(): Promise<string> {
  const lines: string[] = [];
  for (const { bytes, rounds, atLeast } of goals) {
    const results = interleave(candidates(bytes), { base: 'raw + parse', rounds: amount(rounds, 1) });
    const measuredVerifier = results['booking-service'];
    lines.push(`webhooks: ${bytes / 1024} KiB, medians of ${rounds} rounds`);
    for (const [name, { ratio, microseconds }] of Object.entries(results)) {
      lines.push(`  ${name.padEnd(20)} ${microseconds.toFixed(1).padStart(8)} µs  ${ratio.toFixed(2)} × raw + parse`);
    }
    for (const [name, goal] of Object.entries(atLeast)) {
      // Each goal names one of the candidates.
      const measured = measuredVerifier.ratio / results[name as keyof typeof results].ratio;
      lines.push(
        `  booking-service ${measured.toFixed(2)} × ${name}, goal ${goal}: ${measured < goal ? 'MISSED' : 'held'}`,
      );
    }
  }
  return lines.join('\n');
}

/** Each verifies the same bytes, with a fresh signature of its own scheme. */
function candidates(bytes: number) {
  const text = eventOf(bytes);
  const body = Buffer.from(text);
  const seconds = Math.floor(Date.now() / 1000);
  const header = signer.header(body, { timestamp: seconds });
  const signedAt = new Date(seconds * 1000);
  const scheme = (prefix: string, value: string) => ({
    [`${prefix}-id`]: 'msg_1',
    [`${prefix}-timestamp`]: String(seconds),
    [`${prefix}-signature`]: value,
  });
  const standardHeaders = scheme('webhook', standard.sign('msg_1', signedAt, text));
  const svixHeaders = scheme('svix', svix.sign('msg_1', signedAt, text));

  function verifyByHand(): unknown {
    const [t = '', v1 = ''] = header.split(',').map((part) => part.slice(part.indexOf('=') + 1));
    const expected = createHmac('sha256', secret).update(`${t}.`).update(body).digest();
    if (!timingSafeEqual(Buffer.from(v1, 'hex'), expected)) throw new Error('The signature is wrong.');
    return JSON.parse(body.toString());
  }

  return {
    'raw + parse': verifyByHand,
    'booking-service': () => verifier.verify(body, header),
    stripe: () => stripe.webhooks.constructEvent(body, header, secret),
    standardwebhooks: () => standard.verify(body, standardHeaders),
    svix: () => svix.verify(body, svixHeaders),
  };
}

/** The contract's booking.failed event, its error_message grown until the body has exactly this many bytes. */
function eventOf(bytes: number): string {
  const event = (error_message: string) =>
    JSON.stringify(createTestEvent('booking.failed', { object: { error_message } }));
  const words = 'The venue gave the table to another guest. ';
  const missing = bytes - event('').length;
  return event(words.repeat(Math.ceil(missing / words.length)).slice(0, missing));
}
