import type { Fault } from './fault.ts';
import { faults } from './faults.ts';

/** A fault that the conformance check is measured with. */
export type ConformanceFault = Omit<Fault, 'tests'> & {
  /** Why a check from outside cannot see it. Undefined: it must be found. */
  readonly unseen?: string;
};

/** Faults of docs/mutants.md that change what a caller or a receiver sees. */
const names: readonly string[] = [
  'skipped-scope-of-one-operation',
  'other-environment',
  'other-organization',
  'revoked-key-cached',
  'missing-header',
  'no-window-on-402',
  'window-off-by-one',
  'head-of-unknown-path',
  'extra-field',
  'unlisted-code',
  'replay-judges-body',
  'replay-needs-allowance',
  'renamed-webhook-field',
  'dropped-event',
  'summary-before-the-change',
  'wrong-signature',
  'session-of-anyone',
  'free-attempts',
  'surplus-fails-the-attempt',
];

/** Faults of docs/mutants.md that look different from inside only. */
const unseen: Readonly<Record<string, string>> = {
  'late-continue': 'It lasts a millisecond, less than a request takes.',
  'latin1-signature': 'No event of the sandbox has a letter outside ASCII.',
};

const own: readonly ConformanceFault[] = [
  {
    name: 'suspended-accepted',
    summary: 'requests of a suspended organization are accepted',
    rules: 'AUT-5',
    file: 'refusals',
    find: 'if (organization.suspended) throw',
    plant: 'if (organization.suspended === undefined) throw',
  },
  {
    name: 'only-200-succeeds',
    summary: 'a receiver that responds 204 gets the webhook again',
    rules: 'DLV-4',
    file: 'attempt',
    find: 'status >= 200 && status < 300',
    plant: 'status === 200',
  },
  {
    name: 'every-retry-early',
    summary: 'every retry of a webhook comes after 30 seconds',
    rules: 'DLV-5',
    file: 'attempt',
    find: 'nextAttempt(rest.attempt, clock.now())',
    plant: 'nextAttempt(1, clock.now())',
  },
  {
    name: 'one-attempt-less',
    summary: 'a delivery is abandoned after the third attempt',
    rules: 'DLV-5',
    file: 'attempt',
    find: 'rest.attempt < attempts_allowed ?',
    plant: 'rest.attempt + 1 < attempts_allowed ?',
  },
  {
    name: 'late-timeout',
    summary: 'an attempt waits 15 seconds for a response',
    rules: 'DLV-4',
    file: 'safePost',
    find: 'delivery.timeout_seconds * 1000',
    plant: 'delivery.timeout_seconds * 1500',
  },
  {
    name: 'timeout-accepted',
    summary: 'an attempt that timed out counts as a success',
    rules: 'DLV-4',
    file: 'attempt',
    find: "const succeeded = outcome === 'succeeded';",
    plant: "const succeeded = outcome === 'succeeded' || outcome === 'timeout';",
  },
  {
    name: 'one-turn-at-a-time',
    summary: 'the webhooks of one organization are sent after those of another',
    rules: 'DLV-9',
    file: 'laneBounds',
    find: 'attempts: 2_000, turns: 1_000,',
    plant: 'attempts: 2_000, turns: 1,',
  },
  {
    name: 'kept-half-as-long',
    summary: 'events are removed after 15 days',
    rules: 'DLV-14',
    file: 'retention',
    find: 'retention_days * day_ms',
    plant: '(retention_days / 2) * day_ms',
  },
  {
    name: 'expires-late',
    summary: 'a booking in requires_action expires a minute late',
    rules: 'STA-8, STA-9',
    file: 'booking',
    find: 'now.getTime() <= Date.parse(expires_at)',
    plant: 'now.getTime() <= Date.parse(expires_at) + 60_000',
  },
  {
    name: 'updated-frozen',
    summary: 'updated stays the same when the status changes',
    rules: 'BKG-6',
    file: 'booking',
    find: 'status: move.to, updated: now.toISOString(), ...fieldsOf',
    plant: 'status: move.to, ...fieldsOf',
  },
  {
    name: 'action-kept',
    summary: 'a booking that was continued still has its next_action',
    rules: 'BKG-7',
    file: 'booking',
    find: 'const { next_action: _action, expires_at: _expires, ...rest } = booking;',
    plant: 'const { expires_at: _expires, ...rest } = booking;',
  },
  {
    name: 'any-input-continues',
    summary: 'a booking that waits for a code is continued with the approval of a payment',
    rules: 'STA-10',
    file: 'continueBooking',
    find: 'found.next_action?.type !== body.type',
    plant: 'found.next_action === undefined',
  },
  {
    name: 'ascii-names',
    summary: 'letters outside ASCII in the name of a guest become question marks',
    rules: 'BKG-2',
    file: 'booking',
    find: 'const { metadata = {}, ...fields } = request;',
    plant: `const { metadata = {}, ...rest } = request;
  const first_name = rest.guest.first_name.replaceAll(/[^ -~]/g, '?');
  const fields = { ...rest, guest: { ...rest.guest, first_name } };`,
  },
  {
    name: 'no-duration',
    summary: 'the history has the duration 0 of every attempt',
    rules: 'DLV-7',
    file: 'attempt',
    find: 'duration_ms: Math.round(performance.now() - begun_ms)',
    plant: 'duration_ms: Math.round((performance.now() - begun_ms) * 0)',
  },
  {
    name: 'webhook-content-type',
    summary: 'webhooks are sent as text/plain',
    rules: 'EVT-2',
    file: 'attempt',
    find: "'Content-Type': 'application/json; charset=utf-8'",
    plant: "'Content-Type': 'text/plain'",
  },
  {
    name: 'modify-keeps-slot',
    summary: 'a modification of the slot leaves the booking at its old slot',
    rules: 'BKG-8',
    file: 'booking',
    find: '      ...changes,\n',
    plant: '      ...(changes.party_size === undefined ? {} : { party_size: changes.party_size }),\n',
  },
  {
    name: 'no-cancel-while-waiting',
    summary: 'a booking in requires_action cannot be cancelled',
    rules: 'STA-10',
    file: 'cancelBooking',
    find: 'if (!moved) throw',
    plant: "if (!moved || found.status === 'requires_action') throw",
  },
  {
    name: 'unmasked-phone',
    summary: 'a session by SMS shows the whole phone number',
    rules: 'SES-2',
    file: 'maskDestination',
    find: '`${destination.slice(0, 3)}***${destination.slice(-2)}`',
    plant: 'destination',
  },
  {
    name: 'event-of-the-booking',
    summary: 'every event of a booking has the time of the booking',
    rules: 'EVT-2',
    file: 'bookingEvents',
    find: 'const created = booking.updated;',
    plant: 'const created = booking.created;',
  },
  {
    name: 'modified-at-creation',
    summary: 'modified_at is the time of the booking',
    rules: 'BKG-8',
    file: 'booking',
    find: 'last_modification: { modified_at, changes }',
    plant: 'last_modification: { modified_at: booking.created, changes }',
  },
  {
    name: 'modify-drops-metadata',
    summary: 'a modification empties the metadata of the booking',
    rules: 'BKG-2',
    file: 'booking',
    find: '      ...changes,\n',
    plant: '      ...changes,\n      metadata: {},\n',
  },
  {
    name: 'cancel-drops-code',
    summary: 'a cancelled booking has no confirmation code any more',
    rules: 'BKG-2',
    file: 'booking',
    find: 'booking: { ...rest, status: move.to, updated',
    plant:
      "booking: { ...rest, ...(move.to === 'cancelled' && { confirmation_code: undefined }), status: move.to, updated",
  },
  {
    name: 'stale-replay',
    summary: 'a replay has the first updated of the booking',
    rules: 'IDM-5',
    file: 'replayBooking',
    find: 'body: booking };',
    plant: 'body: { ...booking, updated: booking.created } };',
  },
  {
    name: 'page-repeats',
    summary: 'a page begins with the last entry of the page before',
    rules: 'END-13',
    file: 'sandboxPage',
    find: 'has_more ? toCursor(end)',
    plant: 'has_more ? toCursor(Math.max(start + 1, end - 1))',
  },
  {
    name: 'slots-of-another-zone',
    summary: 'slots start five hours late, as if the time zone of the venue were added twice',
    rules: 'END-2',
    file: 'sandboxVenues',
    find: 'starts_at: start.toISOString(),',
    plant: 'starts_at: new Date(start.getTime() + 5 * 3_600_000).toISOString(),',
  },
];

/** The faults in the service that the conformance check is run against, one at a time. */
export const conformanceFaults: readonly ConformanceFault[] = [...names, ...Object.keys(unseen)]
  .map((name): ConformanceFault => {
    const fault = faults.find((each) => each.name === name);
    if (!fault) throw new Error(`scripts/mutants/faults has no fault ${name}.`);
    return { ...fault, ...(unseen[name] !== undefined && { unseen: unseen[name] }) };
  })
  .concat(own);
