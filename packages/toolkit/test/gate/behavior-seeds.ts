import { append, remove, seed, type Seed, set } from './seed.ts';

const createBehavior = ['paths', '/v1/bookings', 'post', 'x-behavior'];
const readBehavior = ['paths', '/v1/bookings/{id}', 'get', 'x-behavior'];
const rateLimited = ['x-errors', 'rate_limited'];
const createCodes = ['components', 'responses', 'UnavailableBooking', 'x-error-codes'];

/** Changes of error codes, of the behavior of operations, and of access. */
export const accessSeeds: readonly Seed[] = [
  seed('an error code is removed', remove(rateLimited), 'errors/removed #/x-errors/rate_limited'),
  seed(
    'an error code is renamed',
    [set(['x-errors', 'slow_down'], { status: 429 }), remove(rateLimited)],
    'errors/removed #/x-errors/rate_limited',
  ),
  seed(
    'an error code is added to the catalogue',
    set(['x-errors', 'venue_closed'], { status: 409, stands_in: ['error_code'], retry: 'never' }),
  ),
  seed(
    'a code has another status',
    set(['x-errors', 'invalid_state', 'status'], 422),
    'errors/changed #/x-errors/invalid_state/status',
  ),
  seed(
    'a code moves from error to error_code',
    set([...rateLimited, 'stands_in'], ['error_code']),
    'errors/narrowed #/x-errors/rate_limited/stands_in',
  ),
  seed(
    'a code of refusals may also appear on bookings',
    append(['x-errors', 'missing_last_name', 'stands_in'], 'booking'),
  ),
  seed(
    'a retry no longer helps',
    set(['x-errors', 'search_failed', 'retry'], 'never'),
    'errors/weakened #/x-errors/search_failed/retry',
  ),
  seed(
    'a code no longer has a Retry-After',
    set([...rateLimited, 'retry'], 'backoff'),
    'errors/weakened #/x-errors/rate_limited/retry',
  ),
  seed(
    'a code no longer promises that nothing happened',
    set([...rateLimited, 'effect'], 'unknown'),
    'errors/demanded #/x-errors/rate_limited/effect',
  ),
  seed('a code promises that nothing happened', remove(['x-errors', 'internal_error', 'effect'])),
  seed(
    'an operation becomes unrepeatable',
    set([...createBehavior, 'repeatable'], false),
    'operation/withdrawn #/paths/~1v1~1bookings/post/x-behavior/repeatable',
  ),
  seed('an operation becomes repeatable', set(['paths', '/v1/sessions', 'post', 'x-behavior', 'repeatable'], true)),
  seed('a retry of a code begins to help', set(['x-errors', 'not_found', 'retry'], 'backoff')),
  seed('the texts of a code change', [
    set([...rateLimited, 'message'], 'Slower.'),
    set([...rateLimited, 'action'], 'Wait.'),
    set([...rateLimited, 'sandbox'], 'Call twice.'),
  ]),
  seed('an operation refuses with one more code', append(createCodes, 'search_failed')),
  seed('an operation refuses with one code less', remove([...createCodes, '0'])),
  seed(
    'an operation requires another scope',
    set([...createBehavior, 'scope'], 'bookings:create'),
    'operation/changed #/paths/~1v1~1bookings/post/x-behavior/scope',
  ),
  seed(
    'an operation requires no scope',
    remove([...createBehavior, 'scope']),
    'operation/opened #/paths/~1v1~1bookings/post/x-behavior/scope',
  ),
  seed(
    'an operation requires a live key',
    set([...createBehavior, 'live_key'], true),
    'operation/demanded #/paths/~1v1~1bookings/post/x-behavior/live_key',
  ),
  seed(
    'an operation no longer requires a live key',
    set(['paths', '/v1/sessions', 'post', 'x-behavior', 'live_key'], false),
  ),
  seed(
    'a read uses the test allowance and billing',
    [set([...readBehavior, 'test_allowance'], true), set([...readBehavior, 'billing'], true)],
    'operation/demanded #/paths/~1v1~1bookings~1{id}/get/x-behavior/test_allowance',
    'operation/demanded #/paths/~1v1~1bookings~1{id}/get/x-behavior/billing',
  ),
  seed('an operation is no longer metered', set([...createBehavior, 'metered'], false)),
  seed('an operation proves another rule', append([...createBehavior, 'rules'], 'STA-4')),
  seed(
    'a scope is removed',
    remove(['x-access', 'scopes', 'cards:read']),
    'access/removed #/x-access/scopes/cards:read',
  ),
  seed('a scope is added and the text of another changes', [
    set(['x-access', 'scopes', 'events:read'], 'Read events.'),
    set(['x-access', 'scopes', 'cards:read'], 'Read cards.'),
  ]),
  seed(
    'the prefix of live keys changes',
    set(['x-access', 'key_modes', 'live', 'prefix'], 'sk_prod_'),
    'access/changed #/x-access/key_modes/live/prefix',
  ),
  seed(
    'the order of refusals changes',
    set(['x-access', 'refusal_order'], (order: readonly string[]) => order.toReversed()),
    'access/reordered #/x-access/refusal_order',
  ),
  seed('a check is removed', remove(['x-access', 'refusal_order', '5']), 'access/narrowed #/x-access/refusal_order'),
  seed(
    'a refusal is inserted between two others',
    set(['x-access', 'refusal_order'], (order: readonly string[]) => [order[0], 'venue_closed', ...order.slice(1)]),
  ),
];

/** Changes of limits, idempotency, deliveries and runs, and of whole parts of the behavior. */
export const limitSeeds: readonly Seed[] = [
  seed(
    'fewer requests are allowed in a longer window',
    [set(['x-limits', 'default_limit'], 299), set(['x-limits', 'window_seconds'], 301)],
    'limits/raised #/x-limits/window_seconds',
    'limits/lowered #/x-limits/default_limit',
  ),
  seed('more requests are allowed in a shorter window', [
    set(['x-limits', 'default_limit'], 301),
    set(['x-limits', 'window_seconds'], 299),
  ]),
  seed(
    'the test allowance and the maximum body size decrease',
    [set(['x-limits', 'default_test_allowance'], 99), set(['x-limits', 'max_body_bytes'], 65_535)],
    'limits/lowered #/x-limits/default_test_allowance',
    'limits/lowered #/x-limits/max_body_bytes',
  ),
  seed(
    'pages become smaller',
    [set(['x-limits', 'page', 'max'], 50), set(['x-limits', 'page', 'default'], 10)],
    'limits/lowered #/x-limits/page/default',
    'limits/lowered #/x-limits/page/max',
  ),
  seed(
    'a session ends sooner and has fewer attempts',
    [set(['x-limits', 'session', 'lifetime_seconds'], 300), set(['x-limits', 'session', 'max_attempts'], 3)],
    'limits/lowered #/x-limits/session/lifetime_seconds',
    'limits/lowered #/x-limits/session/max_attempts',
  ),
  seed('a refusal lists fewer fields', set(['x-limits', 'max_details'], 10), 'limits/lowered #/x-limits/max_details'),
  seed('a session lasts longer', set(['x-limits', 'session', 'lifetime_seconds'], 900)),
  seed(
    'a provider has less time for its response',
    set(['x-limits', 'provider_timeout_seconds'], 20),
    'limits/lowered #/x-limits/provider_timeout_seconds',
  ),
  seed(
    'a request may take longer',
    [set(['x-limits', 'provider_timeout_seconds'], 60), set(['x-limits', 'check_timeout_seconds'], 5)],
    'limits/raised #/x-limits/provider_timeout_seconds',
    'limits/raised #/x-limits/check_timeout_seconds',
  ),
  seed(
    'a header of the limits is renamed',
    set(['x-limits', 'headers', 'remaining'], 'X-RateLimit-Remaining'),
    'limits/changed #/x-limits/headers/remaining',
  ),
  seed('the Retry-After of an unavailable service changes', set(['x-limits', 'retry_after_seconds'], 10)),
  seed('a limit is added', set(['x-limits', 'max_guests'], 50)),
  seed(
    'an idempotency key expires and is shorter',
    [set(['x-idempotency', 'expires'], '24h'), set(['x-idempotency', 'max_length'], 64)],
    'idempotency/lowered #/x-idempotency/max_length',
    'idempotency/changed #/x-idempotency/expires',
  ),
  seed(
    'a replay compares bodies and has another status',
    [set(['x-idempotency', 'compares_body'], true), set(['x-idempotency', 'replay_status'], 201)],
    'idempotency/changed #/x-idempotency/compares_body',
    'idempotency/changed #/x-idempotency/replay_status',
  ),
  seed(
    'an idempotency key belongs to the organization only',
    remove(['x-idempotency', 'scope', '1']),
    'idempotency/changed #/x-idempotency/scope',
  ),
  seed(
    'a provider has less time to decide',
    set(['x-runs', 'pending_for_at_most_seconds'], 3600),
    'runs/lowered #/x-runs/pending_for_at_most_seconds',
  ),
  seed(
    'the header of the signature has another name',
    set(['x-delivery', 'headers', 'ServiceSignature', 'name'], 'Signature'),
    'delivery/changed #/x-delivery/headers/ServiceSignature/name',
  ),
  seed('an idempotency key may be longer', set(['x-idempotency', 'max_length'], 512)),
  seed(
    'deliveries have fewer and rarer attempts and a shorter timeout',
    [
      set(['x-delivery', 'cadence_seconds'], 60),
      set(['x-delivery', 'timeout_seconds'], 5),
      set(['x-delivery', 'max_attempts'], 3),
      set(['x-delivery', 'retry_delays_seconds'], [30, 120]),
    ],
    'delivery/raised #/x-delivery/cadence_seconds',
    'delivery/lowered #/x-delivery/timeout_seconds',
    'delivery/lowered #/x-delivery/max_attempts',
    'delivery/shortened #/x-delivery/retry_delays_seconds',
  ),
  seed(
    'failing runs give up later, and releases give up sooner',
    [
      set(['x-runs', 'give_up_after_seconds'], 7200),
      set(['x-runs', 'pending_for_at_most_seconds'], 90_000),
      set(['x-runs', 'release', 'give_up_after_seconds'], 86_400),
      set(['x-runs', 'retry', 'factor'], 3),
    ],
    'runs/raised #/x-runs/give_up_after_seconds',
    'runs/raised #/x-runs/pending_for_at_most_seconds',
    'runs/lowered #/x-runs/release/give_up_after_seconds',
  ),
  seed(
    'fewer and smaller events of providers are accepted, and reads are repeated sooner',
    [
      set(['x-runs', 'reads', 'max_event_bytes'], 8192),
      set(['x-runs', 'reads', 'events_per_minute'], 60),
      set(['x-runs', 'reads', 'first_delay_seconds'], 10),
    ],
    'runs/lowered #/x-runs/reads/max_event_bytes',
    'runs/lowered #/x-runs/reads/events_per_minute',
  ),
  seed(
    'less of a receiver’s response is read',
    [set(['x-delivery', 'max_answer_bytes'], 1024), set(['x-delivery', 'kept_answer_bytes'], 0)],
    'delivery/lowered #/x-delivery/max_answer_bytes',
    'delivery/lowered #/x-delivery/kept_answer_bytes',
  ),
  seed(
    'one retry comes sooner',
    set(['x-delivery', 'retry_delays_seconds'], [30, 60, 600]),
    'delivery/shortened #/x-delivery/retry_delays_seconds',
  ),
  seed('deliveries have more attempts, more often, and a longer timeout', [
    set(['x-delivery', 'cadence_seconds'], 10),
    set(['x-delivery', 'timeout_seconds'], 15),
    set(['x-delivery', 'max_attempts'], 5),
    set(['x-delivery', 'retry_delays_seconds'], [30, 120, 900, 3600]),
  ]),
  seed(
    'the signature of webhooks changes',
    set(['x-delivery', 'signature'], {
      header: 'Signature',
      scheme: 'v2',
      algorithm: 'HMAC-SHA512',
      tolerance_seconds: 60,
    }),
    'delivery/changed #/x-delivery/signature/header',
    'delivery/changed #/x-delivery/signature/scheme',
    'delivery/changed #/x-delivery/signature/algorithm',
    'delivery/changed #/x-delivery/signature/tolerance_seconds',
  ),
  seed('a whole part of the behavior is removed', remove(['x-idempotency']), 'idempotency/removed #/x-idempotency'),
  seed('a new part of the behavior is added', set(['x-audit'], { kept_days: 30 })),
];
