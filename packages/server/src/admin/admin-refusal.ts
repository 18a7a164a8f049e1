import type { AdminError } from '@booking-service/contract/admin';

const statuses = {
  forbidden: 403,
  internal_error: 500,
  invalid_request: 400,
  invalid_state: 409,
  method_not_allowed: 405,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const satisfies Record<AdminError['error_code'], number>;

/** A refused request of the admin contract; the message says what happened and what to do. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly error_code: AdminError['error_code'];
  readonly headers: Readonly<Record<string, string>>;

  constructor(error_code: AdminError['error_code'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.error_code = error_code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.error_code];
  }
}
