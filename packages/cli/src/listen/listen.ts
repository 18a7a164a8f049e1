import type { ListedEvent } from '@booking-service/client';
import { createTestWebhook } from '@booking-service/webhooks/testing';
import { Command } from 'commander';
import { eventTypes } from '@booking-service/contract';
import { CommandError, explainFailure, parseReceiver, type Surroundings } from '../command.ts';
import {
  addConnectionFlags,
  addSecretFlag,
  connect,
  type ConnectionFlags,
  readSecret,
  requireTestKey,
  type SecretFlags,
} from '../connection.ts';
import { reportConnection } from '../poll-until-stopped.ts';
import { postWebhook } from '../webhooks.ts';
import { followEvents, skipToNewest } from './follow-events.ts';
import { openListenState } from './listen-state.ts';

interface ListenFlags extends ConnectionFlags, SecretFlags {
  readonly forwardTo: URL;
  readonly events?: string;
  readonly latest?: true;
}

/** `booking listen --forward-to URL`. */
export function createListen(surroundings: Surroundings): Command {
  const command = addConnectionFlags(new Command('listen'))
    .summary('Forwards events to a receiver on this computer, each with a new signature')
    .description(
      'Forwards events to a receiver on this computer, each with a new signature. It needs no public address: it lists the events of the organization with its API key. A restart continues after the last event that was forwarded. In a terminal, r sends the last event again.',
    )
    .requiredOption('--forward-to <URL>', 'the receiver, such as http://127.0.0.1:3000/webhooks', parseReceiver)
    .option('--events <TYPES>', 'only events of these types, separated by commas')
    .option('--latest', 'begin with the next event, also if an earlier run has ended before it');
  return addSecretFlag(command, ', else one that it prints and remembers')
    .addHelpText('after', `\nExample:\n  ${surroundings.name} listen --forward-to http://127.0.0.1:3000/webhooks`)
    .action((flags: ListenFlags) => listen(flags, surroundings));
}

async function listen(flags: ListenFlags, surroundings: Surroundings): Promise<void> {
  const { write, writeError, environment, input } = surroundings;
  const receiver = flags.forwardTo;
  const types = parseTypes(flags.events);
  const given = readSecret(flags, environment);
  const connection = connect(flags, surroundings);
  requireTestKey(connection, 'listen sends events to the computer of a developer.');
  const { client, url, apiKey } = connection;
  const target = { url, apiKey, forwardTo: receiver.href };
  const state = openListenState(target, { environment, isLatest: flags.latest ?? false });
  const { position, isContinued } = state;
  const secret = given ?? state.secret;
  const stop = surroundings.stopSignal();
  let last: ListedEvent | undefined;

  async function send(event: ListedEvent): Promise<boolean> {
    const time = new Date().toTimeString().slice(0, 8);
    const name = `${time} ${event.type} ${event.id} ${event.data.object.id}`;
    const webhook = createTestWebhook(event, { secret });
    return (await postWebhook({ url: receiver, name, webhook, signal: stop }, { write })) || !stop.aborted;
  }

  async function forward(event: ListedEvent): Promise<boolean> {
    if (!types.includes(event.type)) return true;
    last = event;
    return send(event);
  }

  const endKeys = readKeys(input, { r: () => (last ? void send(last) : write('No event was forwarded yet.\n')) });
  try {
    if (!isContinued) await skipToNewest({ client, position });
    const { newest } = position.toJSON();
    write(`Forwarding the events of ${url} in test mode to ${receiver.href}\n`);
    if (given === undefined) write(`Signing secret: ${secret}   (set it as BOOKING_WEBHOOK_SECRET of your receiver)\n`);
    if (isContinued && newest !== null)
      write(`Continuing after the event of ${newest}. --latest begins with the next one.\n`);
    write(`Ready.${input.isTTY ? ' Press r to send the last event again,' : ''} Ctrl-C to stop.\n`);
    const save = remember(state.save, writeError);
    save();
    await followEvents({ client, position, stop, forward, save, onConnection: reportConnection(url, writeError) });
  } catch (error) {
    throw explainFailure(error, connection);
  } finally {
    endKeys();
  }
}

/** Returns a function that saves the state. After the first failure it warns, and saves no more. */
function remember(save: () => void, writeError: (text: string) => void): () => void {
  let isPossible = true;
  return () => {
    if (!isPossible) return;
    try {
      save();
    } catch (error) {
      isPossible = false;
      const reason = error instanceof Error ? error.message : String(error);
      writeError(`The position cannot be remembered: ${reason}. The next run begins with the next event.\n`);
    }
  };
}

/** Returns the types of --events; all of them without the flag. */
function parseTypes(text: string | undefined): readonly string[] {
  if (text === undefined) return eventTypes;
  const types = text.split(',').map((each) => each.trim());
  const unknown = types.find((each) => !eventTypes.some((known) => known === each));
  if (unknown === undefined) return types;
  throw new CommandError(`--events: ${unknown} is not an event. Use one of ${eventTypes.join(', ')}.`, { exitCode: 2 });
}

const endOfText = '\u0003';

/**
 * Calls the function of each key that the user presses in a terminal. Ctrl-C stays a signal. Returns a function that ends this and leaves
 * the terminal as it was.
 */
function readKeys(input: Surroundings['input'], keys: Readonly<Record<string, () => void>>): () => void {
  if (!input.isTTY) return () => undefined;
  const onData = (chunk: Buffer | string) => {
    for (const key of String(chunk)) {
      // A terminal that reports single keys reports this one as a key, too.
      if (key === endOfText) process.kill(process.pid, 'SIGINT');
      keys[key]?.();
    }
  };
  input.setRawMode?.(true);
  input.on('data', onData);
  return () => {
    input.off('data', onData);
    input.setRawMode?.(false);
    input.pause();
  };
}
