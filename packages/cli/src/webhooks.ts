/** `booking send`, `replay` and `verify`: webhooks that are signed and verified with the secret of a receiver, without the service. */
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { delivery, eventTypes } from '@booking-service/contract';
import { createVerifier, type EventType, type SignatureErrorReason, usualMistakes } from '@booking-service/webhooks';
import { createTestEvent, createTestWebhook, type TestWebhook } from '@booking-service/webhooks/testing';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandError, parseReceiver, type Surroundings } from './command.ts';
import { addSecretFlag, readSecret, type SecretFlags } from './connection.ts';

export function createSend(surroundings: Surroundings): Command {
  return addSecretFlag(new Command('send'))
    .summary('Sends one signed test event to a receiver')
    .description('Sends one signed test event to a receiver, without the service.')
    .argument('<URL>', 'the receiver, such as http://127.0.0.1:3000/webhooks', parseReceiver)
    .addOption(new Option('--type <TYPE>', 'the type of the event').argParser(parseType).default('booking.confirmed'))
    .option('--id <ID>', 'the id of the event (default: a new one)')
    .option('--body <FILE>', 'sends the bytes of this file instead of an event')
    .addHelpText(
      'after',
      `\nExample:\n  ${surroundings.name} send http://127.0.0.1:3000/webhooks --type booking.failed`,
    )
    .action(async (url: URL, flags: SecretFlags & { type: EventType; id?: string; body?: string }) => {
      const { type, id, body } = flags;
      const secret = requireSecret(flags, surroundings);
      const event = createTestEvent(type, id === undefined ? {} : { id });
      const webhook = createTestWebhook(body === undefined ? event : await read(body), { secret });
      const isAccepted = await postWebhook({ url, name: body ?? `${type} ${event.id}`, webhook }, surroundings);
      if (!isAccepted) throw new CommandError('');
    });
}

export function createReplay(surroundings: Surroundings): Command {
  return addSecretFlag(new Command('replay'))
    .summary('Sends the webhooks of a file again, each with a new signature')
    .description('Sends each line of a JSON Lines file, in order, with a new signature.')
    .argument('<FILE>', 'a file with an event on each line')
    .argument('<URL>', 'the receiver, such as http://127.0.0.1:3000/webhooks', parseReceiver)
    .addHelpText('after', `\nExample:\n  ${surroundings.name} replay events.jsonl http://127.0.0.1:3000/webhooks`)
    .action(async (file: string, url: URL, flags: SecretFlags) => {
      const secret = requireSecret(flags, surroundings);
      const lines = (await read(file)).toString().split(/\r?\n/);
      let sent = 0;
      let accepted = 0;
      for (const [index, line] of lines.entries()) {
        if (line.trim() === '') continue;
        const webhook = createTestWebhook(line, { secret });
        sent += 1;
        if (await postWebhook({ url, name: `line ${index + 1}`, webhook }, surroundings)) accepted += 1;
      }
      surroundings.write(`${accepted} of ${sent} accepted\n`);
      if (sent === 0 || accepted < sent) throw new CommandError('');
    });
}

export function createVerify(surroundings: Surroundings): Command {
  return addSecretFlag(new Command('verify'))
    .summary('Verifies a captured webhook. If it fails, prints the reason and the fix')
    .description('Verifies a captured webhook. If it fails, prints the reason and the fix.')
    .requiredOption('--body <FILE>', 'the exact bytes of the body; - reads standard input')
    .option('--header <VALUE>', 'the value of the header Service-Signature')
    .addOption(
      new Option('--at <SECONDS>', 'the Unix time at which it arrived (default: now)').argParser((text) => {
        if (/^\d{1,12}$/.test(text)) return Number(text);
        throw new InvalidArgumentError('Use whole seconds from 0.');
      }),
    )
    .addHelpText('after', `\nExample:\n  ${surroundings.name} verify --body body.json --header 't=...,v1=...'`)
    .action(async (flags: SecretFlags & { body: string; header?: string; at?: number }) => {
      const { body, header, at } = flags;
      const verifier = createVerifier({
        secrets: [requireSecret(flags, surroundings)],
        clock: { now: () => (at === undefined ? new Date() : new Date(at * 1000)) },
        diagnose: usualMistakes,
      });
      const bytes = body === '-' ? await buffer(surroundings.input) : await read(body);
      const found = verifier.check(bytes, header?.replace(/^service-signature:\s*/i, ''));
      if (found.ok) {
        const signed = new Date(found.timestamp * 1000).toISOString();
        surroundings.write(`genuine: ${found.event.type} ${found.event.id}, signed at ${signed}\n`);
        return;
      }
      const { reason, hint, diagnosis } = found;
      const advice = advices[reason];
      surroundings.write(`refused: ${reason}\n${diagnosis ?? hint}\n${advice === undefined ? '' : `${advice}\n`}`);
      throw new CommandError('');
    });
}

/** Advice about the flags of this command, in addition to the hint. */
const advices: { readonly [reason in SignatureErrorReason]?: string } = {
  timestamp_too_old: 'For a request captured earlier, use --at with the time of its arrival.',
  timestamp_too_new:
    "For a sandbox whose clock was advanced, use --at with the sandbox's time. Its admin port returns it: GET /sandbox/clock.",
};

function requireSecret(flags: SecretFlags, { environment }: Surroundings): string {
  const secret = readSecret(flags, environment);
  if (secret !== undefined) return secret;
  throw new CommandError('The signing secret is missing. Set BOOKING_WEBHOOK_SECRET or --secret-file.', {
    exitCode: 2,
  });
}

function parseType(text: string): EventType {
  const type = eventTypes.find((each) => each === text);
  if (type) return type;
  throw new InvalidArgumentError(`Use one of ${eventTypes.join(', ')}.`);
}

async function read(file: string): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`Cannot read ${file}: ${reason}.`, { exitCode: 2, cause });
  }
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
  const elapsed = () => Math.round(performance.now() - started);
  try {
    const timeout = AbortSignal.timeout(delivery.timeout_seconds * 1000);
    const signal = stop ? AbortSignal.any([timeout, stop]) : timeout;
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    const text = (await response.text()).slice(0, maxShownCharacters).trim();
    write(`${name}: ${response.status} after ${elapsed()} ms${text && `: ${text}`}\n`);
    return response.ok;
  } catch (error) {
    // The error of fetch itself has no reason.
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause);
    write(`${name}: no response after ${elapsed()} ms: ${reason}\n`);
    return false;
  }
}
