import { readFile } from 'node:fs/promises';
import { eventTypes, type EventType } from '../lib/events.ts';
import { createTestEvent, createTestWebhook, type TestWebhook } from '../testing.ts';
import { defineCommand, type Command, parseUrl, UsageError, type Surroundings } from './define-command.ts';
import { delivery } from '../generated/delivery.ts';

const usualType: EventType = 'booking.confirmed';

export const send: Command = defineCommand({
  text: 'Sends one signed test event.',
  arguments: ['URL'],
  flags: {
    type: { value: 'TYPE', text: `The type of the event. Default: ${usualType}.` },
    id: { value: 'ID', text: 'The id of the event. Default: a new one.' },
    body: { value: 'FILE', text: 'Sends the bytes of this file instead of an event.' },
  },
  async run({ URL, type, id, body: file }, surroundings) {
    const url = parseUrl(URL);
    const event = file ?? createTestEvent(parseType(type), id === undefined ? {} : { id });
    const isFile = typeof event === 'string';
    const webhook = createTestWebhook(isFile ? await readFile(event) : event, { secret: surroundings.secret });
    const name = isFile ? event : `${event.type} ${event.id}`;
    return (await postWebhook({ url, name, webhook }, surroundings)) ? 0 : 1;
  },
});

function parseType(text: string = usualType): EventType {
  const type = eventTypes.find((known) => known === text);
  if (type) return type;
  throw new UsageError(`${text} is not an event type. Use one of ${eventTypes.join(', ')}.`);
}

const maxShownCharacters = 200;

interface Post {
  readonly url: URL;
  /** The beginning of the line about the response. */
  readonly name: string;
  readonly webhook: TestWebhook;
  /** Ends the attempt. */
  readonly signal?: AbortSignal;
}

/** Sends one webhook as the service does (DLV-4), and writes a line about the response. Returns whether it was accepted. */
export async function postWebhook(
  { url, name, webhook: { body, headers }, signal: stop }: Post,
  { write }: Pick<Surroundings, 'write'>,
): Promise<boolean> {
  const started = performance.now();
  try {
    const timeout = AbortSignal.timeout(delivery.timeout_seconds * 1000);
    const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    const text = (await response.text()).slice(0, maxShownCharacters).trim();
    write(`${name}: ${response.status} after ${elapsed(started)} ms${text && `: ${text}`}\n`);
    return response.ok;
  } catch (error) {
    write(`${name}: no response after ${elapsed(started)} ms: ${reasonOf(error)}\n`);
    return false;
  }
}

function elapsed(started: number): number {
  return Math.round(performance.now() - started);
}

/** Returns the message of the cause: the error of fetch itself has no reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

export const replay: Command = defineCommand({
  text: 'Sends each line of a JSON Lines file, in order, with a new signature.',
  arguments: ['FILE', 'URL'],
  flags: {},
  async run({ FILE, URL }, surroundings) {
    const url = parseUrl(URL);
    const lines = (await readFile(FILE, 'utf8')).split(/\r?\n/);
    let sent = 0;
    let accepted = 0;
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const webhook = createTestWebhook(line, { secret: surroundings.secret });
      sent += 1;
      if (await postWebhook({ url, name: `line ${index + 1}`, webhook }, surroundings)) accepted += 1;
    }
    surroundings.write(`${accepted} of ${sent} accepted\n`);
    return sent > 0 && accepted === sent ? 0 : 1;
  },
});
