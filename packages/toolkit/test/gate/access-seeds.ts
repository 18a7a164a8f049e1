import { append, remove, set, type Seed } from './seed.ts';

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
