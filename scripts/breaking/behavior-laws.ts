import {
  demand,
  exact,
  expiry,
  free,
  kept,
  keepsOrder,
  mayFall,
  mayGain,
  mayLengthen,
  mayPromiseMore,
  mayRise,
  promise,
} from './laws.ts';
import type { Law } from './laws.ts';

/**
 * The law of each value of the behavior, by its path; * matches any key. A value without a law may be added and is then
 * fixed: it is frozen from its first release until a law allows it to change.
 */
const behaviorLaws: Readonly<Record<string, Law>> = {
  'x-errors/*/message': free,
  'x-errors/*/action': free,
  'x-errors/*/sandbox': free,
  'x-errors/*/stands_in': mayGain,
  'x-errors/*/retry': mayPromiseMore,
  'x-errors/*/effect': demand,

  'x-booking-states/states/*/meaning': free,
  'x-booking-states/states/*/expires_after_seconds': expiry,
  // find-transition-changes.ts compares the transitions.
  'x-booking-states/transitions': free,

  'x-limits/window_seconds': mayFall,
  'x-limits/default_limit': mayRise,
  'x-limits/default_test_allowance': mayRise,
  'x-limits/max_body_bytes': mayRise,
  'x-limits/max_details': mayRise,
  'x-limits/page/max': mayRise,
  'x-limits/provider_timeout_seconds': mayFall,
  'x-limits/search_timeout_seconds': mayFall,
  'x-limits/check_timeout_seconds': mayFall,
  'x-limits/session/lifetime_seconds': mayRise,
  'x-limits/session/max_attempts': mayRise,
  'x-limits/session/creations/*/max': mayRise,
  'x-limits/session/creations/*/window_seconds': mayFall,
  // Callers follow the Retry-After of each response instead.
  'x-limits/retry_after_seconds': free,

  'x-access/scopes/*': kept,
  'x-access/refusal_order': keepsOrder,

  'x-idempotency/max_length': mayRise,

  'x-delivery/cadence_seconds': mayFall,
  'x-delivery/timeout_seconds': mayRise,
  'x-delivery/max_attempts': mayRise,
  'x-delivery/retry_delays_seconds': mayLengthen,
  'x-delivery/max_answer_bytes': mayRise,
  'x-delivery/kept_answer_bytes': mayRise,
  'x-delivery/max_interim_responses': mayRise,
  'x-delivery/max_head_bytes': mayRise,
  'x-delivery/retention_days': mayRise,
  'x-delivery/attempt_causes/*/meaning': free,
  'x-delivery/attempt_causes/*/fix': free,

  // The times of retries are internal. The maximum time until a booking ends is a promise to callers.
  'x-runs/retry/*': free,
  'x-runs/give_up_after_seconds': mayFall,
  'x-runs/pending_for_at_most_seconds': mayFall,
  'x-runs/release/longest_delay_seconds': free,
  'x-runs/release/give_up_after_seconds': mayRise,

  'x-sandbox/opening_hours_utc': mayGain,
  'x-sandbox/days_ahead': mayRise,
  'x-sandbox/provider_seconds': mayFall,
  'x-sandbox/organizations/*/meaning': free,
  'x-sandbox/organizations/*/*': exact,
  'x-sandbox/venues/*/meaning': free,
  'x-sandbox/venues/*/*': exact,

  'paths/*/*/x-behavior/rules': free,
  'paths/*/*/x-behavior/repeatable': promise,
  'paths/*/*/x-behavior/*': demand,
};

const patterns = Object.entries(behaviorLaws).map(([pattern, law]) => ({ keys: pattern.split('/'), law }));

/** Returns the law of the value at a path: the first that matches. Undefined if none does. */
export function findLaw(path: readonly string[]): Law | undefined {
  return patterns.find(({ keys }) => {
    return keys.length === path.length && keys.every((key, index) => key === '*' || key === path[index]);
  })?.law;
}
