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
 * Which law holds for which value of the behaviour, by its path; * stands for any one key. A value without a law here is
 * fixed once it is there: what is new in openapi/behavior/ is held from its first release on, until a law lets it move.
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
  // Each transition is compared by find-transition-changes.ts.
  'x-booking-states/transitions': free,

  'x-limits/window_seconds': mayFall,
  'x-limits/default_limit': mayRise,
  'x-limits/default_test_allowance': mayRise,
  'x-limits/max_body_bytes': mayRise,
  'x-limits/max_details': mayRise,
  'x-limits/page/max': mayRise,
  'x-limits/provider_timeout_seconds': mayFall,
  'x-limits/check_timeout_seconds': mayFall,
  'x-limits/session/lifetime_seconds': mayRise,
  'x-limits/session/max_attempts': mayRise,
  'x-limits/session/creations/*/max': mayRise,
  'x-limits/session/creations/*/window_seconds': mayFall,
  // Each answer says it again in Retry-After, and that is what a caller goes by.
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

  // When the service tries again is its own business; how long a caller waits for an end is not.
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

/** The law for the value behind a path of keys: the first that fits. Undefined where none is named. */
export function findLaw(path: readonly string[]): Law | undefined {
  return patterns.find(({ keys }) => {
    return keys.length === path.length && keys.every((key, index) => key === '*' || key === path[index]);
  })?.law;
}
