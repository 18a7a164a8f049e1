import type { Readable } from 'node:stream';
import { BookingClientError, ConnectionError, RefusedError } from '@booking-service/client';
import { errorCatalogue, operationTable } from '@booking-service/contract';
import { InvalidArgumentError } from 'commander';

/** A command that ends with a message for its user: what happened, why, and what to do. Its exit code is 1, or 2 for wrong usage. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: 1 | 2;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** The service that a command calls. */
export interface CalledService {
  readonly url: string;
  /** The program, as the user types it. */
  readonly program: string;
  /** The source of the API key, in words. */
  readonly keySource: string;
}

/** Returns the failure of a call as a sentence with the fix. Other errors stay as they are. */
export function explainFailure(error: unknown, { url, program, keySource }: CalledService): unknown {
  if (!(error instanceof BookingClientError)) return error;
  const explained = (message: string) => new CommandError(message, { cause: error });
  if (error instanceof ConnectionError)
    return explained(
      `No service responds at ${url} (${error.message}). Start a sandbox with ${program} sandbox, or name the service with --url or BOOKING_BASE_URL.`,
    );
  if (!(error instanceof RefusedError))
    return explained(`${url} does not respond as a booking service does: ${error.message} Check --url.`);
  if (error.is('unauthorized'))
    return explained(
      `The service at ${url} does not accept the API key from ${keySource}: it is unknown or revoked. Use a key of this service.`,
    );
  if (error.is('insufficient_scope') && error.operation)
    return explained(
      `The API key from ${keySource} lacks the scope ${operationTable[error.operation].scope}, which ${error.operation} needs. Use a key that has it.`,
    );
  return explained(`${error.message} ${actionOf(error.code)}`.trimEnd());
}

function actionOf(code: string): string {
  const actions: Readonly<Record<string, { readonly action: string } | undefined>> = errorCatalogue;
  return actions[code]?.action ?? '';
}

/** Returns the URL of a receiver. */
export function parseReceiver(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('Use an http or https URL such as http://127.0.0.1:3000/webhooks.');
}

/** The process, as a command uses it. */
export interface Surroundings {
  /** The program as the user types it: `booking`, or the words that run it through npx. */
  readonly name: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard input, from which a command reads keys if it is a terminal. */
  readonly input: Readable & { readonly isTTY?: boolean; setRawMode?(isRaw: boolean): unknown };
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Returns a signal that aborts when the user ends the command. A command that calls it ends by itself after that. */
  readonly stopSignal: () => AbortSignal;
}
