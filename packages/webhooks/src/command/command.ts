/** What the process gives a command. */
export interface Surroundings {
  /** BOOKING_WEBHOOK_SECRET. */
  readonly secret: string | undefined;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
}

/** One command of `booking-webhooks`. It returns the exit code: 0 done, 1 not so, and throws {@link UsageError} for wrong arguments. */
export type Command = (args: readonly string[], surroundings: Surroundings) => Promise<number>;

/** What was entered cannot be done; the message says what to enter instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The secret to sign or verify with: the flag's, or else the environment's. */
export function secretFrom(flag: string | undefined, { secret }: Surroundings): string {
  const found = flag ?? secret ?? '';
  if (found.trim() !== '') return found;
  throw new UsageError(
    'No signing secret: set BOOKING_WEBHOOK_SECRET to the one in the dashboard settings, or give --secret.',
  );
}

/** A URL to send to. */
export function urlFrom(text: string | undefined): URL {
  if (text !== undefined && /^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(`${text ?? 'Nothing'} is no URL to send to: give one like http://localhost:3000/webhooks.`);
}

/** Whole seconds of a flag. */
export function secondsFrom(flag: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} ${text} is no whole number of seconds from 0 up.`);
}
