/**
 * The changes of the contract that the conformance check cannot see, each with the reason. A name of a change begins with, or contains, one
 * of these. `npm run verify -- mutants --contract` judges all others.
 */
export const unseenChanges: readonly (readonly [part: string, reason: string])[] = [
  ['.stands_in: ', 'It lists the fields of a code for readers. ERR-2 proves the field of each refusal.'],
  ['.repeatable: ', 'It is for clients: the service does nothing with it.'],
  [
    'x-states.booking.transitions: without create confirmed',
    'The service begins with processing, and confirms at once.',
  ],
  ['x-states.booking.transitions.2.events', 'The service begins with processing, and confirms at once.'],
  ['x-states.booking.transitions: without create failed', 'The service begins with processing, and fails at once.'],
  ['x-states.booking.transitions.3.events', 'The service begins with processing, and fails at once.'],
  [
    'x-states.booking.transitions: without provider requires_action processing',
    'It needs a card service that sends events. The model of payments sends them.',
  ],
  [
    'x-states.payment.transitions: without provider authorized unknown',
    'It needs a card service that fails for an hour.',
  ],
  ['x-states.payment.transitions: without provider authorized refunded', 'It needs a person at the card service.'],
  [
    'x-states.payment.transitions: without provider requires_approval captured',
    'It needs a person at the card service.',
  ],
  [
    'x-states.payment.transitions: without provider requires_approval refunded',
    'It needs a person at the card service.',
  ],
  ['x-states.payment.transitions: without provider refunded captured', 'It needs a bank that gives a refund back.'],
  ['x-limits.reads.compared_rows', 'The unit has fifty rows: one row more costs the same.'],
  ['x-limits.reads.in_progress', 'LIM-9: it needs many reads at the same time.'],
  ['x-limits.page.max', 'The schema PageLimit states the maximum. Lint holds both equal.'],
  ['x-limits.provider_timeout_seconds', 'It needs a provider that does not respond for a minute of real time.'],
  ['x-limits.search_timeout_seconds', 'It needs a provider that does not respond to a search.'],
  ['x-limits.check_timeout_seconds', 'It needs a billing check that does not respond.'],
  ['x-limits.request_log.rows', 'It needs twenty thousand requests.'],
  ['x-access.refusal_order: wrong_key_environment before', 'A sandbox accepts the keys of both modes.'],
  ['x-access.refusal_order: live_key_required before wrong', 'A sandbox accepts the keys of both modes.'],
  [
    'x-access.refusal_order: billing_required before replay',
    'A sandbox refuses the billing of an organization from its first request.',
  ],
  ['x-idempotency.max_length', 'The schema of the header states the maximum, too.'],
  ['x-idempotency.scope', 'The block has no other value: lint refuses one.'],
  ['x-idempotency.compares_body', 'The block has no other value: lint refuses one.'],
  ['createSession.test_allowance', 'The allowance is for test keys, and the operation needs a live one.'],
  ['verifySession.test_allowance', 'The allowance is for test keys, and the operation needs a live one.'],
  ['getSessionCard.test_allowance', 'The allowance is for test keys, and the operation needs a live one.'],
  ['getCard.test_allowance', 'The allowance is for test keys, and the operation needs a live one.'],
  ['x-delivery.max_attempts', 'The delays decide. Lint requires one attempt more than delays.'],
  ['x-delivery.max_answer_bytes', 'The service reads less than it is sent, which the sender cannot count.'],
  ['x-delivery.max_head_bytes', 'A parser of HTTP counts names and values, not each byte of a head.'],
  ['x-delivery.retention_days', 'DLV-14 says "at least": a longer retention keeps it.'],
  ['x-delivery.signature.tolerance_seconds', 'SIG-5: it obliges receivers.'],
  ['x-delivery.headers.', 'It describes the header for receivers.'],
  ['x-runs.', 'It needs to see what a supplier receives, and when. The server has a test of each number.'],
];

/** Returns why the conformance check cannot see a change; undefined if it must. */
export function reasonOf(name: string): string | undefined {
  return unseenChanges.find(([part]) => name.includes(part))?.[1];
}

/** The rules that no planted fault breaks, each with the beginning of the name of a change of the contract that breaks it. */
export const changesOfRules: Readonly<Record<string, string>> = {
  'STA-2': 'x-states.booking.transitions.4.events',
  'STA-4': 'x-states.booking.transitions.5.events',
  'STA-5': 'x-states.booking.transitions.6.events',
  'STA-6': 'x-states.booking.transitions.13.events',
  'STA-7': 'x-states.booking.transitions.12.events',
  'STA-11': 'x-states.booking.transitions: without modify confirmed confirmed',
  'STA-13': 'x-states.booking.transitions.7.events',
  'END-1': 'searchVenues.metered',
  'END-3': 'createBooking.metered',
  'END-4': 'getBooking.metered',
  'END-5': 'continueBooking.metered',
  'END-6': 'cancelBooking.metered',
  'END-7': 'createSession.metered',
  'END-11': 'modifyBooking.metered',
  'AUT-4': 'x-errors.billing_required.status',
  'AUT-9': 'createSession.live_key',
  'AUT-10': 'cancelBooking.test_allowance',
  'ERR-3': 'x-limits.retry_after_seconds',
  'ERR-4': 'x-limits.max_details',
  'CRD-3': 'x-states.booking.transitions: without continue requires_action processing',
  'SES-4': 'x-limits.session.creations.burst.max',
  'LIM-1': 'searchAvailability.metered',
  'LIM-4': 'x-limits.window_seconds',
  'LIM-5': 'x-limits.default_test_allowance',
};

/** Returns the rules of which this is the change. */
export function rulesOfChange(name: string): string[] {
  return Object.keys(changesOfRules).filter((rule) => name.startsWith(changesOfRules[rule] ?? name));
}
