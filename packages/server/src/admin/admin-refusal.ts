import { adminErrors, type AdminError, type AdminErrorCode } from '@booking-service/contract/admin';
import { type EveryField, messageOf, Refusal } from '@booking-service/kernel/contract';
import { type HttpResponse, toRawResponse } from '@booking-service/kernel/http';
import { BusyError } from '@booking-service/kernel/store';

/** A refused request of the admin contract. The message has the problem and its fix. Default: that of the catalogue. */
export class AdminRefusal extends Error {
  override readonly name = 'AdminRefusal';
  readonly error_code: AdminErrorCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    error_code: AdminErrorCode,
    message: string = adminErrors[error_code].message,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.error_code = error_code;
    this.headers = headers;
  }

  get status(): number {
    return adminErrors[this.error_code].status;
  }
}

/**
 * Returns the error as a refusal of the admin contract. The request path (http/) throws a Refusal of the public contract for what
 * both contracts refuse: paths, methods and bodies. A store that is unavailable is service_unavailable. Every other
 * error becomes internal_error.
 */
export function toAdminRefusal(error: unknown): AdminRefusal {
  if (error instanceof AdminRefusal) return error;
  // Express could not decode the path, so no operation has it.
  if (error instanceof URIError) return new AdminRefusal('not_found', 'There is no such path.');
  if (error instanceof Refusal && isAdminCode(error.code)) {
    return new AdminRefusal(error.code, textOf(error), error.headers);
  }
  if (error instanceof BusyError) {
    const { cell } = error;
    const message = adminErrors.service_unavailable.message;
    return new AdminRefusal(
      'service_unavailable',
      cell === undefined ? message : `${message} Unavailable cell: ${cell}.`,
    );
  }
  return new AdminRefusal('internal_error');
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
  return Object.hasOwn(adminErrors, code);
}

/** The refusal's message with its first detail: an error of the admin contract has no details. */
function textOf(refusal: Refusal): string {
  const [detail] = refusal.details ?? [];
  if (!detail) return messageOf(refusal, adminErrors);
  const place = detail.in === 'body' ? detail.path || 'The body' : `The ${detail.in} parameter ${detail.path}`;
  return `${place} ${detail.message}`;
}
