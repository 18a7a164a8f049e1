import type { PrivateError } from '@booking-service/contract/dashboard';

const statuses = {
  forbidden: 403,
  internal_error: 500,
  invalid_request: 400,
  invalid_state: 409,
  method_not_allowed: 405,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const satisfies Record<PrivateError['error_code'], number>;

/** A refused request of the private contract; the message says what happened and what to do. */
export class PrivateRefusal extends Error {
  override readonly name = 'PrivateRefusal';
  readonly error_code: PrivateError['error_code'];
  readonly headers: Readonly<Record<string, string>>;

  constructor(error_code: PrivateError['error_code'], message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.error_code = error_code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.error_code];
  }
}
