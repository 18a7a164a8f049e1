import {
  access,
  demand,
  exact,
  expiry,
  fixed,
  free,
  kept,
  keepsOrder,
  mayFall,
  mayGain,
  mayLengthen,
  mayPromiseMore,
  mayRise,
  pinned,
  promise,
  right,
} from './laws.ts';
import type { Law } from './laws.ts';

/**
 * The law of each value of the behavior, by its path; * matches any key. A value without a law may be added and is then
 * fixed: it is frozen from its first release until a law allows it to change.
 */
export const behaviorLaws: Readonly<Record<string, Law>> = {
  'x-errors/*/message': free,
  'x-errors/*/action': free,
  'x-errors/*/sandbox': free,
  'x-errors/*/stands_in': mayGain,
  'x-errors/*/retry': mayPromiseMore,
  'x-errors/*/effect': demand,

  'x-states/*/states/*/meaning': free,
  'x-states/*/states/*/expires_after_seconds': expiry,
  // find-transition-changes.ts compares the transitions.
  'x-states/*/transitions': free,

  'x-limits/window_seconds': mayFall,
  'x-limits/default_limit': mayRise,
  'x-limits/default_test_allowance': mayRise,
  'x-limits/reads/compared_rows': mayFall,
  'x-limits/reads/*': mayRise,
  'x-limits/max_body_bytes': mayRise,
  'x-limits/max_details': mayRise,
  'x-limits/page/default': mayRise,
  'x-limits/page/max': mayRise,
  // Callers wait for so long, and suppliers have so long for their response.
  'x-limits/provider_timeout_seconds': pinned,
  'x-limits/search_timeout_seconds': pinned,
  'x-limits/check_timeout_seconds': pinned,
  // A service may keep less: the operator sets the days.
  'x-limits/request_log/*': free,
  'x-limits/session/lifetime_seconds': mayRise,
  'x-limits/session/max_attempts': mayRise,
  'x-limits/session/creations/*/max': mayRise,
  'x-limits/session/creations/*/window_seconds': mayFall,
  // Callers follow the Retry-After of each response instead.
  'x-limits/retry_after_seconds': free,

  'x-access/scopes/*': kept,
  'x-access/refusal_order': keepsOrder,

  'x-idempotency/operations': mayGain,
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
  'x-delivery/headers/*/description': free,
  'x-delivery/headers/*/example': free,
  // find-wire-changes.ts compares the parameters of the webhooks.
  'x-delivery/headers/*/required': free,
  'x-delivery/headers/*/schema': free,
  'x-delivery/attempt_causes/*/meaning': free,
  'x-delivery/attempt_causes/*/fix': free,

  // The times of retries are internal. Callers wait for so long at most, and a provider has so long to decide.
  'x-runs/retry/*': free,
  'x-runs/give_up_after_seconds': pinned,
  'x-runs/pending_for_at_most_seconds': pinned,
  'x-runs/release/longest_delay_seconds': free,
  'x-runs/release/give_up_after_seconds': mayRise,
  // A guest waits for so long at most.
  'x-runs/release/refund_waits_for_at_most_seconds': mayFall,
  'x-runs/reads/max_event_bytes': mayRise,
  'x-runs/reads/events_per_minute': mayRise,
  'x-runs/reads/*': free,

  'x-sandbox/opening_hours_utc': mayGain,
  'x-sandbox/days_ahead': mayRise,
  'x-sandbox/provider_seconds': mayFall,
  'x-sandbox/organizations/*/meaning': free,
  'x-sandbox/organizations/*/*': exact,
  'x-sandbox/venues/*/meaning': free,
  'x-sandbox/venues/*/*': exact,

  // A role that rises refuses callers, and one that falls opens the operation.
  'x-roles/*/may': free,
  'x-roles/*/organization': right,
  'x-roles/*/includes': right,
  'paths/*/*/x-role': right,
  // The cost of a request in the window of its caller.
  'paths/*/*/x-reads/*': free,
  // A command is called by scripts. Its output is for people: programs use --json.
  'x-command-groups': free,
  'paths/*/*/x-command/*/argument': exact,
  'paths/*/*/x-command/*/flags': exact,
  'paths/*/*/x-command/*/body': exact,
  'paths/*/*/x-command/*/pages': exact,
  'paths/*/*/x-command/*/with_organization': exact,
  'paths/*/*/x-command/*/*': free,

  'paths/*/*/x-codeSamples': free,
  'webhooks/*/*/x-codeSamples': free,
  // A removed code no longer occurs, and callers accept an unknown one by its status.
  'paths/*/*/x-error-codes': free,
  'paths/*/*/x-behavior/scope': access,
  'paths/*/*/x-behavior/rules': free,
  'paths/*/*/x-behavior/repeatable': promise,
  'paths/*/*/x-behavior/*': demand,

  // Callers and suppliers store it in columns of this width.
  'components/schemas/RequestId/minLength': exact,
  'components/schemas/RequestId/maxLength': exact,
  'components/schemas/RequestId/pattern': exact,
  // Older clients read a new status, but one that waits for the final ones would wait forever.
  'components/schemas/BookingStatus/x-extensible-enum': fixed,
};

const patterns = Object.entries(behaviorLaws).map(([pattern, law]) => ({ keys: pattern.split('/'), law }));

/** Returns the law of the value at a path: the first that matches. Undefined if none does. */
export function findLaw(path: readonly string[]): Law | undefined {
  return patterns.find(({ keys }) => {
    return keys.length === path.length && keys.every((key, index) => key === '*' || key === path[index]);
  })?.law;
}
