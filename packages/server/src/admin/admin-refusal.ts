import type { AdminError } from '@booking-service/contract/admin';
import type { EveryField } from '../domain/every-field.ts';
import { Refusal } from '../domain/refusal.ts';
import { toRawResponse } from '../http/raw-response.ts';
import type { HttpResponse } from '../http/send-response.ts';

type AdminErrorCode = AdminError['error_code'];

const statuses = {
  forbidden: 403,
  internal_error: 500,
  invalid_request: 400,
  invalid_state: 409,
  method_not_allowed: 405,
  not_found: 404,
  payload_too_large: 413,
  unsupported_media_type: 415,
} as const satisfies Record<AdminErrorCode, number>;

/** A refused request of the admin contract. The message says what happened and what to do. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly error_code: AdminErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(error_code: AdminErrorCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.error_code = error_code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.error_code];
  }
}

/**
 * Returns the error as a refusal of the admin contract. The request path (http/) throws a Refusal of the public contract for what
 * both contracts refuse: paths, methods and bodies. Every error that is not a refusal becomes internal_error.
 */
export function toAdminRefusal(error: unknown): AdminRefusal {
  if (error instanceof AdminRefusal) return error;
  // Express could not decode the path, so no operation has it.
  if (error instanceof URIError) return new AdminRefusal('not_found', 'There is no such path.');
  if (error instanceof Refusal && isAdminCode(error.code)) {
    return new AdminRefusal(error.code, messageOf(error), error.headers);
  }
  return new AdminRefusal('internal_error', 'The operation failed. See the log for the reason.');
}

/** Returns the refusal as a response. */
export function toAdminErrorResponse({ status, headers, message, error_code }: AdminRefusal): HttpResponse {
  return { status, headers, body: { error: message, error_code } satisfies EveryField<AdminError> };
}

/** The response to a request that reaches no operation, because it is malformed or late, as the text to send. */
export function refuseUnserved({ message }: { message: string }): string {
  return toRawResponse(toAdminErrorResponse(new AdminRefusal('invalid_request', message)));
}

function isAdminCode(code: string): code is AdminErrorCode {
  return Object.hasOwn(statuses, code);
}

/** The refusal's message with its first detail: an error of the admin contract has no details. */
function messageOf({ message, details: [detail] = [] }: Refusal): string {
  if (!detail) return message;
  const place = detail.in === 'body' ? detail.path || 'The body' : `The ${detail.in} parameter ${detail.path}`;
  return `${place} ${detail.message}`;
}
