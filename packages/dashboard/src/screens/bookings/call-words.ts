import type { TimelineCall } from '@booking-service/contract/admin';
import type { Tone } from '../../components/badge.tsx';
import { moneyText } from '../../components/money-text.ts';
import { durationText } from '../../components/time-text.ts';

const calls: Readonly<Record<TimelineCall['call'], string>> = {
  book: 'Book',
  check_hold: 'Check that the booking is held',
  modify: 'Change the booking',
  read: 'Read the booking',
  release: 'Release the booking',
  read_payment: 'Read the payment',
  capture: 'Capture the payment',
  void: 'Void the payment',
  refund: 'Refund',
};

const outcomes: Readonly<Record<TimelineCall['outcome'], readonly [words: string, tone: Tone]>> = {
  succeeded: ['succeeded', 'good'],
  refused: ['refused', 'bad'],
  pending: ['pending', 'waiting'],
  failed: ['failed', 'bad'],
  given_up: ['given up', 'bad'],
};

/** The words of a call at a supplier or at the card service. */
export interface CallWords {
  /** Who was called for what: `harbour: Book`. */
  readonly title: string;
  readonly outcome: string;
  readonly tone: Tone;
  /** `attempt 2, after 12 ms`; empty if nothing more is known. */
  readonly details: string;
}

/** Returns the words of a call. `currency` is that of the payment. */
export function callWords(call: TimelineCall, currency = ''): CallWords {
  const { provider, attempt, duration_ms, amount } = call;
  const [outcome, tone] = outcomes[call.outcome];
  const details = [
    ...(amount === null ? [] : [moneyText({ amount, currency })]),
    ...(attempt === null ? [] : [`attempt ${attempt}`]),
    ...(duration_ms === null ? [] : [`after ${durationText(duration_ms)}`]),
  ];
  return {
    title: provider === null ? calls[call.call] : `${provider}: ${calls[call.call]}`,
    outcome,
    tone,
    details: details.join(', '),
  };
}
