import { UsageError } from './usage-error.ts';

/** Parses the URL of an endpoint. */
export function parseUrl(text: string): URL {
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text);
  throw new UsageError(`${text} is not an HTTP URL. Use one like http://localhost:3000/webhooks.`);
}

/** Parses whole seconds. */
export function parseSeconds(flag: string, text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new UsageError(`--${flag} ${text} is not a whole number of seconds from 0 up.`);
}
