import { octoErrorTable, type OctoErrorCode, type OctoErrorRow } from './octo-error-table.ts';

const longestText = 300;

export interface OctoErrorDetails {
  /** The HTTP status of the response. */
  readonly status: number;
  /** The supplier's own text. Shortened to 300 characters. */
  readonly text?: string | undefined;
  /** The seconds of the header Retry-After. */
  readonly retry_after_seconds?: number | undefined;
  readonly cause?: unknown;
}

/** A supplier refused a request, or sent a response that is not OCTO. The message contains no secret. */
export class OctoError extends Error {
  override readonly name = 'OctoError';
  readonly code: OctoErrorCode;
  /** The code, and the supplier's own text if there is one. */
  readonly reason: string;
  readonly status: number;
  readonly retry_after_seconds: number | undefined;

  constructor(request: string, code: OctoErrorCode, { status, text, retry_after_seconds, cause }: OctoErrorDetails) {
    const reason = text === undefined ? code : `${code}: ${oneLine(text)}`;
    super(`The supplier responded to ${request} with ${status} ${reason}`, { cause });
    this.reason = reason;
    this.code = code;
    this.status = status;
    this.retry_after_seconds = retry_after_seconds;
  }

  /** The outcome of this error. */
  get row(): OctoErrorRow {
    return octoErrorTable[this.code];
  }
}

/** Returns the code of an OCTO error body, or the code for its status if the body has a code of the supplier's own. */
export function toErrorCode(status: number, code: string): OctoErrorCode {
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (isOctoErrorCode(code)) return code;
  return byStatus.get(status) ?? (status >= 500 ? 'INTERNAL_SERVER_ERROR' : 'BAD_REQUEST');
}

const byStatus = new Map<number, OctoErrorCode>([
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [409, 'UNPROCESSABLE_ENTITY'],
  [410, 'UNPROCESSABLE_ENTITY'],
  [422, 'UNPROCESSABLE_ENTITY'],
]);

function isOctoErrorCode(code: string): code is OctoErrorCode {
  return Object.hasOwn(octoErrorTable, code);
}

/** Replaces control characters and lone surrogates, so that the text can be logged and stored. */
function oneLine(text: string): string {
  const line = text.toWellFormed().replaceAll(/\p{Cc}+/gu, ' ');
  return line.length <= longestText ? line : `${line.slice(0, longestText - 1).toWellFormed()}…`;
}
