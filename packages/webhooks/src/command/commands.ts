import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { type EventType, eventTypes } from '../lib/events.ts';
import { createTestEvent, createTestWebhook, type TestWebhook } from '../testing.ts';
import {
  type Command,
  defineCommand,
  parseSeconds,
  parseUrl,
  type Surroundings,
  UsageError,
} from './define-command.ts';
import { delivery } from '../generated/delivery.ts';
import type { SignatureErrorReason } from '../lib/verifying/signature.ts';
import { usualMistakes } from '../lib/verifying/usual-mistakes.ts';
import { createVerifier } from '../lib/verifying/verify.ts';

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

export const verify: Command = defineCommand({
  text: 'Verifies a captured request. If it fails, prints the reason and the fix.',
  arguments: [],
  flags: {
    body: { value: 'FILE', text: 'The exact bytes of the body; - reads standard input.', required: true },
    header: { value: 'VALUE', text: 'The value of the Service-Signature header.' },
    at: { value: 'SECONDS', text: 'The Unix time at which the request arrived. Default: now.' },
  },
  async run({ body: file, header, at }, { secret, write }) {
    const now = at === undefined ? Date.now() : parseSeconds('at', at) * 1000;
    const verifier = createVerifier({
      secrets: [secret],
      clock: { now: () => new Date(now) },
      diagnose: usualMistakes,
    });
    const body = file === '-' ? await buffer(process.stdin) : await readFile(file);

    const found = verifier.check(body, header?.replace(/^service-signature:\s*/i, ''));
    if (found.ok) {
      const signed = new Date(found.timestamp * 1000).toISOString();
      write(`genuine: ${found.event.type} ${found.event.id}, signed at ${signed}\n`);
      return 0;
    }
    const { reason, hint, diagnosis } = found;
    const advice = advices[reason];
    write(`refused: ${reason}\n${diagnosis ?? hint}\n${advice === undefined ? '' : `${advice}\n`}`);
    return 1;
  },
});

/** Advice about the flags of this command, in addition to the hint. */
const advices: { readonly [reason in SignatureErrorReason]?: string } = {
  timestamp_too_old: 'For a request captured earlier, use --at with the time of its arrival.',
  timestamp_too_new:
    "For a sandbox whose clock was advanced, use --at with the sandbox's time. Its admin port returns it: GET /sandbox/clock.",
};
