/** A small fault: in `file`, the one place that reads `find` reads `plant` instead. */
export interface Fault {
  readonly name: string;
  /** What is broken, for the table. */
  readonly says: string;
  readonly file: string;
  readonly find: string;
  readonly plant: string;
}

/** The faults that are planted, one at a time: what each breaks is written in the contract. */
export const faults: readonly Fault[] = [
  {
    name: 'missing-header',
    says: 'answers to metered calls lack RateLimit-Remaining',
    file: 'packages/server/src/http/meter.ts',
    find: '    [limits.headers.remaining]: String(Math.max(0, rate_limit - calls)),\n',
    plant: '',
  },
  {
    name: 'wrong-status',
    says: 'a create answers 200 in place of 201',
    file: 'packages/server/src/operations/create-booking.ts',
    find: '    return { status: 201, headers: locationOf(booking), body: booking };',
    plant: '    return { status: 200, headers: locationOf(booking), body: booking };',
  },
  {
    name: 'extra-field',
    says: 'a booking that is read has a field that the contract does not know',
    file: 'packages/server/src/operations/get-booking.ts',
    find: 'return { status: 200, body: booking };',
    plant: "return { status: 200, body: { ...booking, internal_note: 'vip' } };",
  },
  {
    name: 'unlisted-code',
    says: 'a slot that nobody offers is refused with a code that is in no catalogue',
    file: 'packages/server/src/http/error-responses.ts',
    find: '        error_code: code,\n        request_id,',
    plant: "        error_code: code === 'slot_not_offered' ? 'slot_gone' : code,\n        request_id,",
  },
  {
    name: 'renamed-webhook-field',
    says: 'a webhook says created_at in place of created',
    file: 'packages/server/src/domain/booking-events.ts',
    find: 'JSON.stringify({ id, type, created, data:',
    plant: 'JSON.stringify({ id, type, created_at: created, data:',
  },
  {
    name: 'wrong-signature',
    says: 'the body alone is signed, without the time before it',
    file: 'packages/webhooks/src/sign.ts',
    find: 'key.sign(`${timestamp}.`, bytes)',
    plant: "key.sign('', bytes)",
  },
  {
    name: 'dropped-event',
    says: 'a booking that is continued tells nobody that it is processing again',
    file: 'packages/server/src/operations/continue-booking.ts',
    find: 'events: toEvents(moved.events, moved.booking, { newId, deliveryDelays }),',
    plant: 'events: toEvents(moved.events.slice(1), moved.booking, { newId, deliveryDelays }),',
  },
  {
    name: 'window-off-by-one',
    says: 'the last call that the limit allows in a window is refused',
    file: 'packages/server/src/http/meter.ts',
    find: 'if (calls <= rate_limit) return { headers };',
    plant: 'if (calls < rate_limit) return { headers };',
  },
  {
    name: 'lost-idempotency',
    says: 'an idempotency key is not looked up, and not kept',
    file: 'packages/server/src/operations/create-booking.ts',
    find: "const idempotency_key = header['Idempotency-Key'];",
    plant: "const idempotency_key = header['Idempotency-Key'] && undefined;",
  },
  {
    name: 'skipped-scope',
    says: 'a key may call whatever it likes, its scopes notwithstanding',
    file: 'packages/server/src/http/refusals.ts',
    find: 'if (!key.scopes.includes(row.scope)) throw',
    plant: 'if (!key.scopes.includes(row.scope) && !key.id) throw',
  },
];
