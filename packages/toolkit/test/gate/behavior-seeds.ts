import { append, remove, type Seed, set } from './seed.ts';

const createBehavior = ['paths', '/v1/bookings', 'post', 'x-behavior'];
const readBehavior = ['paths', '/v1/bookings/{id}', 'get', 'x-behavior'];
const rateLimited = ['x-errors', 'rate_limited'];
const createCodes = ['components', 'responses', 'UnavailableBooking', 'x-error-codes'];

/** Changes of error codes, of the behavior of operations, and of access. */
export const accessSeeds: readonly Seed[] = [
  {
    change: 'an error code is removed',
    edits: [remove(rateLimited)],
    finds: ['errors/removed #/x-errors/rate_limited'],
  },
  {
    change: 'an error code is renamed',
    edits: [set(['x-errors', 'slow_down'], { status: 429 }), remove(rateLimited)],
    finds: ['errors/removed #/x-errors/rate_limited'],
  },
  {
    change: 'an error code is added to the catalogue',
    edits: [set(['x-errors', 'venue_closed'], { status: 409, stands_in: ['error_code'], retry: 'never' })],
    finds: [],
  },
  {
    change: 'a code has another status',
    edits: [set(['x-errors', 'invalid_state', 'status'], 422)],
    finds: ['errors/changed #/x-errors/invalid_state/status'],
  },
  {
    change: 'a code moves from error to error_code',
    edits: [set([...rateLimited, 'stands_in'], ['error_code'])],
    finds: ['errors/narrowed #/x-errors/rate_limited/stands_in'],
  },
  {
    change: 'a code of refusals may also appear on bookings',
    edits: [append(['x-errors', 'missing_last_name', 'stands_in'], 'booking')],
    finds: [],
  },
  {
    change: 'a retry no longer helps',
    edits: [set(['x-errors', 'search_failed', 'retry'], 'never')],
    finds: ['errors/weakened #/x-errors/search_failed/retry'],
  },
  {
    change: 'a code no longer has a Retry-After',
    edits: [set([...rateLimited, 'retry'], 'backoff')],
    finds: ['errors/weakened #/x-errors/rate_limited/retry'],
  },
  {
    change: 'a code no longer promises that nothing happened',
    edits: [set([...rateLimited, 'effect'], 'unknown')],
    finds: ['errors/demanded #/x-errors/rate_limited/effect'],
  },
  {
    change: 'a code promises that nothing happened',
    edits: [remove(['x-errors', 'internal_error', 'effect'])],
    finds: [],
  },
  {
    change: 'an operation becomes unrepeatable',
    edits: [set([...createBehavior, 'repeatable'], false)],
    finds: ['operation/withdrawn #/paths/~1v1~1bookings/post/x-behavior/repeatable'],
  },
  {
    change: 'an operation becomes repeatable',
    edits: [set(['paths', '/v1/sessions', 'post', 'x-behavior', 'repeatable'], true)],
    finds: [],
  },
  {
    change: 'a retry of a code begins to help',
    edits: [set(['x-errors', 'not_found', 'retry'], 'backoff')],
    finds: [],
  },
  {
    change: 'the texts of a code change',
    edits: [
      set([...rateLimited, 'message'], 'Slower.'),
      set([...rateLimited, 'action'], 'Wait.'),
      set([...rateLimited, 'sandbox'], 'Call twice.'),
    ],
    finds: [],
  },
  { change: 'an operation refuses with one more code', edits: [append(createCodes, 'search_failed')], finds: [] },
  { change: 'an operation refuses with one code less', edits: [remove([...createCodes, '0'])], finds: [] },
  {
    change: 'an operation requires another scope',
    edits: [set([...createBehavior, 'scope'], 'bookings:create')],
    finds: ['operation/changed #/paths/~1v1~1bookings/post/x-behavior/scope'],
  },
  {
    change: 'an operation requires no scope',
    edits: [remove([...createBehavior, 'scope'])],
    finds: ['operation/opened #/paths/~1v1~1bookings/post/x-behavior/scope'],
  },
  {
    change: 'an operation requires a live key',
    edits: [set([...createBehavior, 'live_key'], true)],
    finds: ['operation/demanded #/paths/~1v1~1bookings/post/x-behavior/live_key'],
  },
  {
    change: 'an operation no longer requires a live key',
    edits: [set(['paths', '/v1/sessions', 'post', 'x-behavior', 'live_key'], false)],
    finds: [],
  },
  {
    change: 'a read uses the test allowance and billing',
    edits: [set([...readBehavior, 'test_allowance'], true), set([...readBehavior, 'billing'], true)],
    finds: [
      'operation/demanded #/paths/~1v1~1bookings~1{id}/get/x-behavior/test_allowance',
      'operation/demanded #/paths/~1v1~1bookings~1{id}/get/x-behavior/billing',
    ],
  },
  { change: 'an operation is no longer metered', edits: [set([...createBehavior, 'metered'], false)], finds: [] },
  { change: 'an operation proves another rule', edits: [append([...createBehavior, 'rules'], 'STA-4')], finds: [] },
  {
    change: 'a scope is removed',
    edits: [remove(['x-access', 'scopes', 'cards:read'])],
    finds: ['access/removed #/x-access/scopes/cards:read'],
  },
  {
    change: 'a scope is added and the text of another changes',
    edits: [
      set(['x-access', 'scopes', 'events:read'], 'Read events.'),
      set(['x-access', 'scopes', 'cards:read'], 'Read cards.'),
    ],
    finds: [],
  },
  {
    change: 'the prefix of live keys changes',
    edits: [set(['x-access', 'key_modes', 'live', 'prefix'], 'sk_prod_')],
    finds: ['access/changed #/x-access/key_modes/live/prefix'],
  },
  {
    change: 'the order of refusals changes',
    edits: [set(['x-access', 'refusal_order'], (order: readonly string[]) => order.toReversed())],
    finds: ['access/reordered #/x-access/refusal_order'],
  },
  {
    change: 'a check is removed',
    edits: [remove(['x-access', 'refusal_order', '5'])],
    finds: ['access/narrowed #/x-access/refusal_order'],
  },
  {
    change: 'a refusal is inserted between two others',
    edits: [
      set(['x-access', 'refusal_order'], (order: readonly string[]) => [order[0], 'venue_closed', ...order.slice(1)]),
    ],
    finds: [],
  },
];

/** Changes of limits, idempotency, deliveries and runs, and of whole parts of the behavior. */
export const limitSeeds: readonly Seed[] = [
  {
    change: 'fewer requests are allowed in a longer window',
    edits: [set(['x-limits', 'default_limit'], 299), set(['x-limits', 'window_seconds'], 301)],
    finds: ['limits/raised #/x-limits/window_seconds', 'limits/lowered #/x-limits/default_limit'],
  },
  {
    change: 'more requests are allowed in a shorter window',
    edits: [set(['x-limits', 'default_limit'], 301), set(['x-limits', 'window_seconds'], 299)],
    finds: [],
  },
  {
    change: 'the test allowance and the maximum body size decrease',
    edits: [set(['x-limits', 'default_test_allowance'], 99), set(['x-limits', 'max_body_bytes'], 65_535)],
    finds: ['limits/lowered #/x-limits/default_test_allowance', 'limits/lowered #/x-limits/max_body_bytes'],
  },
  {
    change: 'pages become smaller',
    edits: [set(['x-limits', 'page', 'max'], 50), set(['x-limits', 'page', 'default'], 10)],
    finds: ['limits/lowered #/x-limits/page/default', 'limits/lowered #/x-limits/page/max'],
  },
  {
    change: 'a session ends sooner and has fewer attempts',
    edits: [set(['x-limits', 'session', 'lifetime_seconds'], 300), set(['x-limits', 'session', 'max_attempts'], 3)],
    finds: ['limits/lowered #/x-limits/session/lifetime_seconds', 'limits/lowered #/x-limits/session/max_attempts'],
  },
  {
    change: 'a refusal lists fewer fields',
    edits: [set(['x-limits', 'max_details'], 10)],
    finds: ['limits/lowered #/x-limits/max_details'],
  },
  {
    change: 'a session lasts longer',
    edits: [set(['x-limits', 'session', 'lifetime_seconds'], 900)],
    finds: [],
  },
  {
    change: 'a provider has less time for its response',
    edits: [set(['x-limits', 'provider_timeout_seconds'], 20)],
    finds: ['limits/lowered #/x-limits/provider_timeout_seconds'],
  },
  {
    change: 'a request may take longer',
    edits: [set(['x-limits', 'provider_timeout_seconds'], 60), set(['x-limits', 'check_timeout_seconds'], 5)],
    finds: ['limits/raised #/x-limits/provider_timeout_seconds', 'limits/raised #/x-limits/check_timeout_seconds'],
  },
  {
    change: 'a header of the limits is renamed',
    edits: [set(['x-limits', 'headers', 'remaining'], 'X-RateLimit-Remaining')],
    finds: ['limits/changed #/x-limits/headers/remaining'],
  },
  {
    change: 'the Retry-After of an unavailable service changes',
    edits: [set(['x-limits', 'retry_after_seconds'], 10)],
    finds: [],
  },
  { change: 'a limit is added', edits: [set(['x-limits', 'max_guests'], 50)], finds: [] },
  {
    change: 'an idempotency key expires and is shorter',
    edits: [set(['x-idempotency', 'expires'], '24h'), set(['x-idempotency', 'max_length'], 64)],
    finds: ['idempotency/lowered #/x-idempotency/max_length', 'idempotency/changed #/x-idempotency/expires'],
  },
  {
    change: 'a replay compares bodies and has another status',
    edits: [set(['x-idempotency', 'compares_body'], true), set(['x-idempotency', 'replay_status'], 201)],
    finds: ['idempotency/changed #/x-idempotency/compares_body', 'idempotency/changed #/x-idempotency/replay_status'],
  },
  {
    change: 'an idempotency key belongs to the organization only',
    edits: [remove(['x-idempotency', 'scope', '1'])],
    finds: ['idempotency/changed #/x-idempotency/scope'],
  },
  {
    change: 'a provider has less time to decide',
    edits: [set(['x-runs', 'pending_for_at_most_seconds'], 3600)],
    finds: ['runs/lowered #/x-runs/pending_for_at_most_seconds'],
  },
  {
    change: 'the header of the signature has another name',
    edits: [set(['x-delivery', 'headers', 'ServiceSignature', 'name'], 'Signature')],
    finds: ['delivery/changed #/x-delivery/headers/ServiceSignature/name'],
  },
  { change: 'an idempotency key may be longer', edits: [set(['x-idempotency', 'max_length'], 512)], finds: [] },
  {
    change: 'deliveries have fewer and rarer attempts and a shorter timeout',
    edits: [
      set(['x-delivery', 'cadence_seconds'], 60),
      set(['x-delivery', 'timeout_seconds'], 5),
      set(['x-delivery', 'max_attempts'], 3),
      set(['x-delivery', 'retry_delays_seconds'], [30, 120]),
    ],
    finds: [
      'delivery/raised #/x-delivery/cadence_seconds',
      'delivery/lowered #/x-delivery/timeout_seconds',
      'delivery/lowered #/x-delivery/max_attempts',
      'delivery/shortened #/x-delivery/retry_delays_seconds',
    ],
  },
  {
    change: 'failing runs give up later, and releases give up sooner',
    edits: [
      set(['x-runs', 'give_up_after_seconds'], 7200),
      set(['x-runs', 'pending_for_at_most_seconds'], 90_000),
      set(['x-runs', 'release', 'give_up_after_seconds'], 86_400),
      set(['x-runs', 'retry', 'factor'], 3),
    ],
    finds: [
      'runs/raised #/x-runs/give_up_after_seconds',
      'runs/raised #/x-runs/pending_for_at_most_seconds',
      'runs/lowered #/x-runs/release/give_up_after_seconds',
    ],
  },
  {
    change: 'fewer and smaller events of providers are accepted, and reads are repeated sooner',
    edits: [
      set(['x-runs', 'reads', 'max_event_bytes'], 8192),
      set(['x-runs', 'reads', 'events_per_minute'], 60),
      set(['x-runs', 'reads', 'first_delay_seconds'], 10),
    ],
    finds: ['runs/lowered #/x-runs/reads/max_event_bytes', 'runs/lowered #/x-runs/reads/events_per_minute'],
  },
  {
    change: 'less of a receiver’s response is read',
    edits: [set(['x-delivery', 'max_answer_bytes'], 1024), set(['x-delivery', 'kept_answer_bytes'], 0)],
    finds: ['delivery/lowered #/x-delivery/max_answer_bytes', 'delivery/lowered #/x-delivery/kept_answer_bytes'],
  },
  {
    change: 'one retry comes sooner',
    edits: [set(['x-delivery', 'retry_delays_seconds'], [30, 60, 600])],
    finds: ['delivery/shortened #/x-delivery/retry_delays_seconds'],
  },
  {
    change: 'deliveries have more attempts, more often, and a longer timeout',
    edits: [
      set(['x-delivery', 'cadence_seconds'], 10),
      set(['x-delivery', 'timeout_seconds'], 15),
      set(['x-delivery', 'max_attempts'], 5),
      set(['x-delivery', 'retry_delays_seconds'], [30, 120, 900, 3600]),
    ],
    finds: [],
  },
  {
    change: 'the signature of webhooks changes',
    edits: [
      set(['x-delivery', 'signature'], {
        header: 'Signature',
        scheme: 'v2',
        algorithm: 'HMAC-SHA512',
        tolerance_seconds: 60,
      }),
    ],
    finds: [
      'delivery/changed #/x-delivery/signature/header',
      'delivery/changed #/x-delivery/signature/scheme',
      'delivery/changed #/x-delivery/signature/algorithm',
      'delivery/changed #/x-delivery/signature/tolerance_seconds',
    ],
  },
  {
    change: 'a whole part of the behavior is removed',
    edits: [remove(['x-idempotency'])],
    finds: ['idempotency/removed #/x-idempotency'],
  },
  { change: 'a new part of the behavior is added', edits: [set(['x-audit'], { kept_days: 30 })], finds: [] },
];
