/** The names by which a booking can be found. findBooking takes exactly one. */
export type BookingName = { id: string } | { idempotency_key: string } | { confirmation_code: string };

const forms = {
  id: /^[a-z]+_[0-9A-Za-z_]{1,90}$/,
  idempotency_key: /^[ -~]{1,255}$/,
  confirmation_code: /^[A-Za-z0-9-]{1,60}$/,
} as const;

/**
 * Returns what the text may be: the id of a booking, the idempotency key of its create, or the confirmation code of its provider. One
 * text can be several of them, so each is searched for. Empty if it can be none.
 */
export function toBookingNames(text: string): BookingName[] {
  return [
    ...(forms.id.test(text) ? [{ id: text }] : []),
    ...(forms.idempotency_key.test(text) ? [{ idempotency_key: text }] : []),
    ...(forms.confirmation_code.test(text) ? [{ confirmation_code: text }] : []),
  ];
}

/** The words for what a booking was found by. */
export function nameText(name: BookingName): string {
  if ('id' in name) return 'Id';
  return 'idempotency_key' in name ? 'Idempotency key' : 'Confirmation code';
}
