import { readFileSync } from 'node:fs';
import { eventTypes } from '@booking-service/contract';
import { CommandError } from '../command-error.ts';
import type { Surroundings } from '../surroundings.ts';

/** Returns the URL of --forward-to. */
export function parseReceiver(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  const example = 'http://127.0.0.1:3000/webhooks';
  throw wrongUsage(`--forward-to must be an http or https URL such as ${example}, not ${JSON.stringify(text)}.`);
}

/** Returns the types of --events; all of them without the flag. */
export function parseTypes(text: string | undefined): readonly string[] {
  if (text === undefined) return eventTypes;
  const types = text.split(',').map((each) => each.trim());
  const unknown = types.find((each) => !eventTypes.some((known) => known === each));
  if (unknown === undefined) return types;
  throw wrongUsage(`--events: ${unknown} is not an event. Use one of ${eventTypes.join(', ')}.`);
}

/** Returns the signing secret that the user has chosen; undefined if there is none. */
export function readSecret(file: string | undefined, environment: Surroundings['environment']): string | undefined {
  const text = file === undefined ? environment['BOOKING_WEBHOOK_SECRET'] : readSecretFile(file);
  if (text?.trim() === '') {
    const source = file ?? 'BOOKING_WEBHOOK_SECRET';
    throw wrongUsage(`The signing secret in ${source} is empty. Set one, or leave it out: listen makes one.`);
  }
  return text?.trim();
}

function readSecretFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw wrongUsage(`Cannot read the file of --secret-file: ${reason}. Name a file with the signing secret.`, cause);
  }
}

function wrongUsage(message: string, cause?: unknown): CommandError {
  return new CommandError(message, { exitCode: 2, cause });
}
