import type { AdminError, paths } from '@booking-service/contract/admin';
import createFetchClient from 'openapi-fetch';
import createQueryApi from 'openapi-react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

export type ProblemCode = AdminError['error_code'];

/** Why a request failed. */
export class Problem extends Error {
  override readonly name = 'Problem';
  /** The HTTP status; null if there was no response. */
  readonly status: number | null;
  /** The code of the admin contract; null if the response has none. */
  readonly code: ProblemCode | null;
  /** The seconds after which the service takes the request again; null if it did not state them. */
  readonly retry_after_seconds: number | null;
  /** The id of the request, as in the log of the service; undefined if the response has none. */
  readonly request_id: string | undefined;

  constructor({ status, code, message, retry_after_seconds = null, request_id, cause }: ProblemFields) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.retry_after_seconds = retry_after_seconds;
    this.request_id = request_id;
  }
}

interface ProblemFields {
  readonly status: number | null;
  readonly code: ProblemCode | null;
  readonly message: string;
  readonly retry_after_seconds?: number | null;
  readonly request_id?: string | undefined;
  readonly cause?: unknown;
}

/** Throws the problem of a response that is not a success of the service. Then it reads the body. */
export async function requireSuccess(response: Response): Promise<void> {
  const { ok, status, headers } = response;
  if (!ok) {
    const retryAfter = headers.get('Retry-After');
    const retry_after_seconds = retryAfter !== null && /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
    throw new Problem({ status, retry_after_seconds, ...read(await response.text(), status) });
  }
  const isOfService = status === 204 || headers.get('Content-Type')?.startsWith('application/json');
  if (isOfService) return;
  throw new Problem({ status, code: null, message: 'Another program responded instead of the service.' });
}

function read(text: string, status: number): Pick<ProblemFields, 'code' | 'message' | 'request_id'> {
  try {
    // A response of the service has this form. Any other is shown by its status.
    const { error, error_code: code, request_id, details } = JSON.parse(text) as Partial<AdminError>;
    // A link that is cut off, or has the full stop of its sentence.
    if (details?.[0]?.in === 'path') {
      return { code: 'not_found', message: 'This address is not complete, or has a character too many.' };
    }
    if (typeof error === 'string' && code) return { code, message: error, request_id };
  } catch {
    // A proxy may respond with HTML.
  }
  return { code: null, message: `The service responded with status ${status}.` };
}

/** Actions that a person can take about a problem. */
export function adviceFor(error: unknown): string {
  if (!(error instanceof Problem)) return 'Load the page again. If it happens again, report it with what you did.';
  if (error.status === null) return 'Check that the service runs and that you are connected, then try again.';
  const { retry_after_seconds: wait } = error;
  if (error.code === 'rate_limited' && wait !== null) {
    return `Wait for ${wait} ${wait === 1 ? 'second' : 'seconds'}. Then the page reads again by itself, and you can repeat an action.`;
  }
  if (error.status < 300) return 'A proxy in between may want you to sign in again. Load the page again.';
  const steps = (error.code && advice[error.code]) ?? 'Try again later. The log of the service has the reason.';
  return error.status >= 500 && error.request_id !== undefined ? `${steps} Request: ${error.request_id}.` : steps;
}

const advice: Readonly<Record<ProblemCode, string>> = {
  booking_in_progress: 'Wait until the booking has ended, or cancel it, then try again.',
  forbidden: 'Ask someone with a higher role to do this, or to give you a sign-in link for it.',
  internal_error: 'Try again. The log of the service has the reason.',
  invalid_link: 'Ask the people who run this service for a new link.',
  invalid_request: 'Change what the message names, then try again.',
  invalid_state: 'Load the page again to see the current state.',
  issuer_unavailable: 'Try again in a moment. If it happens again, report it to the people who run this service.',
  mail_failed:
    'Invite the person again in a moment. If it happens again, report it to the people who run this service.',
  method_not_allowed: 'Load the page again: the service may be newer than this page.',
  not_admitted: 'Ask the people who run this service for access, or use another account.',
  not_found: 'Check the address. It may have been removed, or it belongs to another organization.',
  payload_too_large: 'Make the text shorter, then try again.',
  rate_limited: 'Try again in an hour.',
  removed: 'Events are kept for a limited time. Choose a newer one.',
  service_unavailable: 'The database is not available. Try again in a moment.',
  sign_in_failed: 'Sign in again.',
  unauthorized: 'Sign in again.',
  unsupported_media_type: 'Load the page again: the service may be newer than this page.',
};

/** The operations of the admin contract, typed by path. An unsuccessful response throws a Problem. */
export const admin = createFetchClient<AdminPaths>({ baseUrl: '/api', credentials: 'same-origin' });

admin.use({
  async onResponse({ response }) {
    await requireSuccess(response);
  },
  onError({ error }) {
    return new Problem({ status: null, code: null, message: 'The dashboard cannot reach the service.', cause: error });
  },
});

/** The same operations as queries and mutations: `api.useQuery('get', '/caller')`. */
export const api = createQueryApi(admin);

type Mutable<T> = T extends object ? { -readonly [K in keyof T]: Mutable<T[K]> } : T;

/** The paths of the admin contract without `readonly`, which the types of openapi-react-query do not accept. */
export type AdminPaths = Mutable<paths>;

/** Returns a function that reads again whatever is shown of these paths. Call it after a change, with what the change affects. */
export function useInvalidate(): (...changed: readonly (keyof AdminPaths)[]) => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(
    async (...changed) => {
      await Promise.all(changed.map((path) => queryClient.invalidateQueries({ queryKey: ['get', path] })));
    },
    [queryClient],
  );
}
